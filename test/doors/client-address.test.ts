import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientAddress } from '../../src/doors/node/exchange.ts'
import { trustedProxies } from '../../src/doors/node/trusted-proxies.ts'

const trusted = trustedProxies(['loopback', '10.0.0.0/8', '2001:db8::/32'])

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
