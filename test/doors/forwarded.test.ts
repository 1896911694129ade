import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trustedProxies } from '../../src/base/files/trusted-proxies.ts'
import { type IsTrusted, plainAddress } from '../../src/base/forwarded-address.ts'
import { forwardedBy } from '../../src/doors/node/forwarded.ts'

const trusted = trustedProxies(['loopback', '10.0.0.0/8', '2001:db8::/32'])

type Sent = Readonly<Record<string, string>>

const clientAddress = (peer: string | undefined, list: string | null, isTrusted: IsTrusted) => {
  const header = (name: string) => (name === 'x-forwarded-for' ? list : null)
  return forwardedBy(peer, header, isTrusted)?.address ?? plainAddress(peer ?? '')
}

/** Address, scheme and host that a request has whose connection is from 127.0.0.1. */
const read = (sent: Sent, peer = '127.0.0.1') => {
  const found = forwardedBy(peer, (name) => sent[name] ?? null, trusted)
  return found && [found.address, found.scheme, found.host]
}

describe('the address of a client', () => {
  it.each([
    // peer, X-Forwarded-For, client
    ['198.51.100.7', null, '198.51.100.7'],
    ['198.51.100.7', '203.0.113.1', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['::ffff:127.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['127.0.0.1', '66.249.66.1, 203.0.113.1', '203.0.113.1'],
    ['127.0.0.1', '66.249.66.1, 203.0.113.1, 10.1.2.3', '203.0.113.1'],
    ['127.0.0.1', '66.249.66.1, unknown, 10.1.2.3', '10.1.2.3'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', '203.0.113.1:4711', '203.0.113.1'],
    ['127.0.0.1', '[2001:4860::1]:4711', '2001:4860::1'],
    ['2001:db8::1', '2001:4860::1', '2001:4860::1'],
    ['fe80::1%eth0', '2001:4860::1', 'fe80::1'],
    ['127.0.0.1', '10.0.0.1, 10.0.0.2', '10.0.0.1'],
    [undefined, '203.0.113.1', null],
  ])('behind %j that forwards %j is %j', (peer, forwarded, client) => {
    expect(clientAddress(peer, forwarded, trusted)).toBe(client)
  })

  it('is the peer’s where no proxy is trusted, no matter what is forwarded', () => {
    const nobody = trustedProxies([])
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (peer, forwarded) => {
        expect(clientAddress(peer, forwarded, nobody)).toBe(peer)
      }),
    )
  })

  it('is never one that stands before an address which no trusted proxy wrote', () => {
    const address = fc.ipV4().filter((each) => !trusted(each))
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.string())), address, (forged, client) => {
        expect(clientAddress('10.0.0.1', [...forged, client].join(','), trusted)).toBe(client)
      }),
    )
  })

  it.each(['10.0.0.0/33', 'localhost', '10.0.0.0/8/8', '10.0.0.0/', '::1/129', '10.0.0.0/x'])(
    'refuses `%s` as a proxy',
    (entry) => expect(() => trustedProxies([entry])).toThrow(entry),
  )
})

const FOR = 'x-forwarded-for'
const PROTO = 'x-forwarded-proto'
const HOST = 'x-forwarded-host'

describe('what a proxy forwards', () => {
  it.each([
    ['https', 'https'],
    ['HTTPS', 'https'],
    ['Http', 'http'],
    ['wss', 'https'],
    ['ws', 'http'],
    [' https ', 'https'],
    ['https,http', 'http'],
    ['http, https', 'https'],
    ['', null],
    ['https,', null],
    ['ht tp', null],
    ['constructor', null],
    ['ftp', null],
  ])('as the scheme %j is read as %j', (proto, scheme) => {
    expect(read({ [PROTO]: proto })).toEqual(['127.0.0.1', scheme, null])
  })

  it.each([
    ['www.example.com', 'www.example.com'],
    ['www.example.com:8443', 'www.example.com:8443'],
    ['proxy.example, www.example.com', 'www.example.com'],
    ['[::1]:80', '[::1]:80'],
    ['www.example.com:99999', 'www.example.com'],
    ['www.example.com:a@b', 'www.example.com'],
    ['a@b', null],
    ['a b', null],
    ['/', null],
    [':80', null],
    ['', null],
  ])('as the host %j is read as %j', (written, host) => {
    expect(read({ [HOST]: written })).toEqual(['127.0.0.1', null, host])
  })

  it.each<[Sent, string, string]>([
    [{ [FOR]: '192.0.2.1', [PROTO]: 'https', [HOST]: 'a.test' }, 'https', 'a.test'],
    [{ [FOR]: '192.0.2.1', [PROTO]: 'http, https', [HOST]: 'a.test, b.test' }, 'https', 'b.test'],
    [{ [FOR]: '192.0.2.1, 10.0.0.2', [PROTO]: 'https, http', [HOST]: 'a, b' }, 'https', 'a'],
    [{ [FOR]: '8.8.8.8, 192.0.2.1, 10.0.0.2', [PROTO]: 'http, https, http' }, 'https', ''],
    [{ [FOR]: '192.0.2.1, 10.0.0.3, 10.0.0.2', [PROTO]: 'https, http', [HOST]: 'a' }, 'https', 'a'],
    [{ [FOR]: '192.0.2.1, unknown, 10.0.0.2', [PROTO]: 'http, http, https' }, 'https', ''],
    [{ [FOR]: 'unknown', [PROTO]: 'http, https' }, 'https', ''],
  ])('in lists is what stands where the client’s address does: %j', (sent, scheme, host) => {
    expect(read(sent)?.slice(1)).toEqual([scheme, host === '' ? null : host])
  })

  it.each([
    ['for=192.0.2.1;proto=https;host=a.test', ['192.0.2.1', 'https', 'a.test']],
    ['For="[2001:4860::1]:4711";Proto=HTTPS', ['2001:4860::1', 'https', null]],
    ['for=192.0.2.1;proto=https, for=10.0.0.2;proto=http;host=b', ['192.0.2.1', 'https', null]],
    [
      'for=8.8.8.8;proto=http,for=192.0.2.1;proto=https;host="a.test:80"',
      ['192.0.2.1', 'https', 'a.test:80'],
    ],
    ['proto=https', ['127.0.0.1', 'https', null]],
    ['for=_hidden;proto=https;by=x', ['127.0.0.1', 'https', null]],
    ['for="8.8.8.8, for=192.0.2.1', ['192.0.2.1', null, null]],
    ['for="8.8.8.8, 192.0.2.1";host="a, b"', ['127.0.0.1', null, null]],
    [';;,=,"', ['127.0.0.1', null, null]],
  ])('as `Forwarded: %s` is read where it alone is sent', (forwarded, found) => {
    expect(read({ forwarded })).toEqual(found)
    expect(read({ forwarded, [PROTO]: 'http' })).toEqual(['127.0.0.1', 'http', null])
  })

  it('counts from no other address, and is read or counts as not sent', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aht:p,s;=" \\[1].@/%') })
    const names = [FOR, PROTO, HOST, 'forwarded']
    const sent = fc.dictionary(fc.constantFrom(...names), text)
    fc.assert(
      fc.property(sent, (each) => {
        expect(read(each, '192.0.2.1')).toBeNull()
        const [address, scheme, host] = read(each)!
        expect(plainAddress(address!)).toBe(address)
        expect(['http', 'https', null]).toContain(scheme)
        if (host !== null)
          expect(URL.canParse(`http://${host}/`) || /[%[]|\d/.test(host!)).toBe(true)
      }),
    )
  })
})
