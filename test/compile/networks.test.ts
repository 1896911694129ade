import { describe, expect, test } from 'vitest'
import { compileNetwork } from '../../src/compile/networks.ts'
import { assuranceOf } from '../../src/engine/networks.ts'

const NOW = Date.parse('2026-11-21T00:00:00Z')

function list(prefixes: readonly object[], creationTime = '2026-11-20T06:00:00Z'): string {
  return JSON.stringify({ creationTime, prefixes })
}

const fresh = compileNetwork(
  'example',
  list([
    { ipv4Prefix: '192.0.2.0/24' },
    { ipv4Prefix: '192.0.2.128/25' },
    { ipv4Prefix: '198.51.100.64/26' },
    { ipv4Prefix: '203.0.113.7/32' },
    { ipv6Prefix: '2001:db8:4e4f::/48' },
  ]),
  NOW,
).network

describe('[I4] published address ranges', () => {
  test.each([
    ['192.0.2.0', 'network'],
    ['192.0.2.255', 'network'],
    ['192.0.3.0', 'failed'],
    ['192.0.1.255', 'failed'],
    ['198.51.100.63', 'failed'],
    ['198.51.100.64', 'network'],
    ['198.51.100.127', 'network'],
    ['198.51.100.128', 'failed'],
    ['203.0.113.7', 'network'],
    ['0.0.0.0', 'failed'],
    ['255.255.255.255', 'failed'],
    ['2001:db8:4e4f::1', 'network'],
    ['2001:DB8:4E4F:FFFF:ffff:ffff:ffff:ffff', 'network'],
    ['2001:db8:4e50::', 'failed'],
    ['::', 'failed'],
    ['::ffff:192.0.2.9', 'network'],
    ['::ffff:192.0.3.9', 'failed'],
    ['nonsense', 'claimed'],
    ['1.2.3', 'claimed'],
    ['1:2:3:4:5:6:7', 'claimed'],
    ['1::2::3', 'claimed'],
  ])('%s is %s', (address, assurance) => {
    expect(assuranceOf([fresh], address)).toBe(assurance)
  })

  test('an operator that publishes nothing is believed', () => {
    expect(assuranceOf([], '192.0.2.1')).toBe('claimed')
  })

  test('a list older than thirty days proves a name and refutes none', () => {
    const old = compileNetwork('old', list([{ ipv4Prefix: '192.0.2.0/24' }], '2026-10-21T00:00:00Z'), NOW).network
    expect(assuranceOf([old], '192.0.2.1')).toBe('network')
    expect(assuranceOf([old], '10.0.0.1')).toBe('claimed')
  })

  test('overlapping ranges are one', () => {
    expect([...fresh.v4]).toEqual([0xc0000200, 0xc00002ff, 0xc6336440, 0xc633647f, 0xcb007107, 0xcb007107])
  })

  test.each([
    ['not JSON', 'the file is not JSON'],
    ['[]', 'the list has no prefixes'],
    [list([{ ipv4Prefix: '192.0.2.0/33' }]), '`192.0.2.0/33` is not an address prefix'],
    [list([{ ipv4Prefix: '192.0.2.0' }]), '`192.0.2.0` is not an address prefix'],
    [list([{ ipv4Prefix: '192.0.2.0/24' }], 'yesterday'), '`creationTime` is not a date'],
  ])('%s is reported', (text, fault) => {
    expect(compileNetwork('bad', text, NOW).faults.join('; ')).toContain(fault)
  })
})
