/** Chains of proxies whose truth is known → the address that a log has of its client. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trustedProxies } from '../../../src/base/files/trusted-proxies.ts'
import type { LogPart } from '../../../src/logs/read/log-parts.ts'
import { ANY_FORMAT, LogReader } from '../../../src/logs/read/log-reader.ts'

const PROXIES = ['loopback', 'private', '100.64.0.0/10', '2001:db8:ffff::/48']

function ipOf(line: string, trust: readonly string[] = [], map: Record<string, LogPart> = {}) {
  const names = new Map(Object.entries(map))
  const reader = new LogReader({ ...ANY_FORMAT, names, isTrusted: trustedProxies(trust) })
  return reader.read(line)?.[0]?.ip
}

const combined = (peer: string, forwarded = '') =>
  `${peer} - - [21/Nov/2026:06:39:41 +0000] "GET /a HTTP/1.1" 200 1 "-" "GPTBot/1.0"${forwarded === '' ? '' : ` "${forwarded}"`}`
const json = (members: object) => JSON.stringify({ uri: '/a', http_user_agent: 'x', ...members })

describe('the address of a client', () => {
  it.each([
    ['the client wrote the first itself', json({ xff: '192.0.2.9, 203.0.113.7' }), '203.0.113.7'],
    ['one alone', json({ xff: '203.0.113.7' }), '203.0.113.7'],
    ['with ports', json({ xff: '192.0.2.9:1, 203.0.113.7:4711' }), '203.0.113.7'],
    ['IPv6 with a port', json({ xff: '192.0.2.9, [2001:db8::7]:4711' }), '2001:db8::7'],
    ['what is no address', json({ xff: '192.0.2.9, unknown' }), ''],
    ['behind a proxy', json({ xff: '192.0.2.9, 203.0.113.7, 10.0.0.5' }), '203.0.113.7'],
    ['nothing but proxies', json({ xff: '10.0.0.6, 10.0.0.5' }), ''],
    ['nothing', json({ xff: '-' }), ''],
  ])('is the last that is no trusted proxy: %s', (_, line, ip) => {
    expect(ipOf(line, PROXIES, { xff: 'ip' })).toBe(ip)
  })

  it('is the peer’s in nginx’s main format, unless the peer is trusted', () => {
    const line = combined('10.0.0.5', '192.0.2.9, 203.0.113.7')
    expect(ipOf(line)).toBe('10.0.0.5')
    expect(ipOf(line, ['private'])).toBe('203.0.113.7')
    expect(ipOf(combined('203.0.113.8', '192.0.2.9'), ['private'])).toBe('203.0.113.8')
    expect(ipOf(combined('10.0.0.5', '-'), ['private'])).toBe('')
    expect(ipOf(combined('10.0.0.5', 'rid-1234'), ['private'])).toBe('')
    expect(ipOf(combined('10.0.0.5', "' OR 1=1, 203.0.113.7"), ['private'])).toBe('203.0.113.7')
  })

  it('may come in several lines of X-Forwarded-For', () => {
    const headers = { 'User-Agent': ['x'], 'X-Forwarded-For': ['192.0.2.9', '203.0.113.7'] }
    const request = { remote_addr: '10.0.0.5:1', method: 'GET', uri: '/a', headers }
    expect(ipOf(JSON.stringify({ request, status: 200 }), ['private'])).toBe('203.0.113.7')
  })

  it('is the truth behind every chain of one to four proxies', () => {
    const proxy = fc.constantFrom(
      '10.0.0.5',
      '127.0.0.1',
      '100.64.3.4',
      'fd00::5',
      '2001:db8:ffff::1',
    )
    const client = fc.constantFrom('203.0.113.7', '198.51.100.9', '2001:db8::7')
    const forged = fc.array(
      fc.constantFrom('192.0.2.9', '10.0.0.5', 'unknown', '', '127.0.0.1', 'x, y'),
      { maxLength: 3 },
    )
    const withPort = fc.boolean()
    const chain = fc.array(proxy, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(forged, client, chain, withPort, (lies, truth, proxies, hasPort) => {
        const port = (text: string) => {
          if (!hasPort) return text
          return text.includes(':') ? `[${text}]:4711` : `${text}:4711`
        }
        const hops = [...lies, ...[truth, ...proxies].map(port)]
        const [peer, before] = [hops.at(-1)!, hops.slice(0, -1).join(', ')]
        expect(ipOf(combined(peer, before), PROXIES)).toBe(truth)
        expect(ipOf(json({ xff: hops.join(', ') }), PROXIES, { xff: 'ip' })).toBe(truth)
        const split = json({ remote_addr: peer, xff: before })
        expect(ipOf(split, PROXIES, { xff: 'forwarded' })).toBe(truth)
      }),
    )
  })
})
