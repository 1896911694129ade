import { describe, expect, test } from 'vitest'
import { Agents } from '../../../src/decide/agents.ts'
import { networksFor, proofIn } from '../../../src/decide/networks.ts'
import { compileNetwork } from '../../../src/program/compile/compile-network.ts'
import { identify, knownCrawlers } from '../../../src/registry.ts'
import { siteOf } from '../../support/site-of.ts'

const NOW = Date.parse('2026-11-21T00:00:00Z')

function list(prefixes: readonly object[], creationTime = '2026-11-20T06:00:00Z'): string {
  return JSON.stringify({ creationTime, prefixes })
}

const fresh = compileNetwork(
  'example',
  list([
    { ipv4Prefix: '192.0.2.0/25' },
    { ipv4Prefix: '192.0.2.0/24' },
    { ipv4Prefix: '192.0.2.64/26' },
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
    ['0.0.0.0', 'unlisted'],
    ['255.255.255.255', 'unlisted'],
    ['2001:db8:4e4f::1', 'network'],
    ['2001:DB8:4E4F:FFFF:ffff:ffff:ffff:ffff', 'network'],
    ['2001:db8:4e50::', 'failed'],
    ['::', 'unlisted'],
    ['::ffff:192.0.2.9', 'network'],
    ['::ffff:192.0.3.9', 'failed'],
    ['nonsense', 'claimed'],
    ['1.2.3', 'claimed'],
    ['1:2:3:4:5:6:7', 'claimed'],
    ['1::2::3', 'claimed'],
  ])('%s is %s', (address, assurance) => {
    expect(proofIn([fresh], address)).toBe(assurance)
  })

  test('an operator that publishes nothing is believed', () => {
    expect(proofIn([], '192.0.2.1')).toBe('claimed')
  })

  test('a list older than thirty days proves a name and refutes none', () => {
    const text = list([{ ipv4Prefix: '192.0.2.0/24' }], '2026-10-21T00:00:00Z')
    const old = compileNetwork('gptbot', text, NOW).network
    expect(proofIn([old], '192.0.2.1')).toBe('network')
    expect(proofIn([old], '198.51.100.7')).toBe('unlisted')
    expect(proofIn([old], null)).toBe('claimed')
    const fetched = compileNetwork('partner', text, NOW, true).network
    expect(proofIn([fetched], '198.51.100.7')).toBe('unlisted')
    expect(proofIn([fetched, fresh], '198.51.100.7')).toBe('unlisted')
  })

  test('a list that the author wrote has no age', () => {
    const prefixes = [{ ipv4Prefix: '192.0.2.0/24' }]
    for (const text of [list(prefixes, '2020-01-01T00:00:00Z'), JSON.stringify({ prefixes })]) {
      const { network, faults } = compileNetwork('partner', text, NOW)
      expect([faults, proofIn([network], '198.51.100.7')]).toEqual([[], 'failed'])
    }
  })

  test('a list of which a part cannot be read disproves nothing', () => {
    for (const text of ['{', '[]', list([{ ipv4Prefix: '192.0.2.0/24' }, { ipv4Prefix: '10/8' }])])
      expect(proofIn([compileNetwork('partner', text, NOW).network], '10.0.0.1')).toBe('unlisted')
  })

  test.each(['Googlebot', 'Google', 'googlebot'])('letter case of %s does not count', (name) => {
    const published = list([{ ipv4Prefix: '66.249.64.0/19' }])
    const networks = [compileNetwork(name, published, NOW).network]
    const assurance = (address: string) =>
      identify('Googlebot/2.1', { address, networks }).assurance
    expect([assurance('66.249.66.1'), assurance('8.8.8.8')]).toEqual(['network', 'failed'])
    const old = compileNetwork(name, published, NOW + 60 * 86_400_000).network
    expect(old.fresh).toBe(name === 'Google')
  })

  test('site.toml refers to a list as its file is spelt', () => {
    const { network } = compileNetwork('Partner', list([{ ipv4Prefix: '192.0.2.0/24' }]), NOW)
    expect(network.names).toEqual(['Partner', 'partner'])
  })

  test('overlapping ranges are one', () => {
    expect([...fresh.v4]).toEqual([
      0xc0000200, 0xc00002ff, 0xc6336440, 0xc633647f, 0xcb007107, 0xcb007107,
    ])
  })

  test.each([
    [['10.0.0.0/8', '2001:db8::/32'], null],
    [['10.0.0.0/8', '2000::/19'], null],
    [['10.0.0.0/7'], 'wider than /8'],
    [
      ['10.0.0.0/9', '10.128.0.0/9', '11.0.0.0/9', '11.128.0.0/9', '12.0.0.0/9'],
      'covers more than 2',
    ],
    [['10.0.0.0/9', '10.64.0.0/8', '11.0.0.0/8'], null],
    [['2000::/18'], 'wider than /8'],
    [['10.0.0.0/8', '12.0.0.0/8', '14.0.0.0/32'], 'covers more than 2'],
    [['10.0.0.0/8', '2000::/19', '3000::/19'], 'covers more than 2'],
  ])(
    'a list of %j is refused if it is too wide for a crawler, and proves nothing',
    (prefixes, fault) => {
      const entries = prefixes.map((each) => ({
        [each.includes(':') ? 'ipv6Prefix' : 'ipv4Prefix']: each,
      }))
      const { network, faults } = compileNetwork('wide', list(entries), NOW)
      expect(faults).toEqual(fault === null ? [] : [expect.stringContaining(fault)])
      const holds = prefixes[0]!.startsWith('10.') && fault === null
      const elsewhere = fault === null ? 'failed' : 'unlisted'
      expect(proofIn([network], '10.0.0.1')).toBe(holds ? 'network' : elsewhere)
      expect(proofIn([network], '192.0.2.1')).toBe(elsewhere)
    },
  )

  test.each([
    ['Googlebot/2.1', 'googlebot', 'network'],
    ['Googlebot-Image/1.0', 'googlebot', 'network'],
    ['GoogleOther', 'googlebot', 'network'],
    ['GoogleOther', 'feedfetcher-google', 'claimed'],
    ['Googlebot/2.1', 'feedfetcher-google', 'claimed'],
    ['Googlebot/2.1', 'google-agent', 'claimed'],
    ['Googlebot/2.1', 'adsbot-google', 'claimed'],
    ['FeedFetcher-Google', 'feedfetcher-google', 'network'],
    ['Claude-User/1.0', 'claudebot', 'network'],
    ['GPTBot/1.3', 'chatgpt-user', 'claimed'],
  ])(
    '%s with the list of %s is %s: a list proves the names that its operator documents',
    (header, file, assurance) => {
      const { network } = compileNetwork(file, list([{ ipv4Prefix: '192.0.2.0/24' }]), NOW)
      const agents = new Agents(siteOf('User-agent: *\nDisallow: /\n'), knownCrawlers())
      expect(proofIn(networksFor(agents.find(header), {}, [network]), '192.0.2.1')).toBe(assurance)
    },
  )

  test.each([
    ['not JSON', 'the file is not JSON'],
    ['[]', 'the list has no prefixes'],
    [list([{ ipv4Prefix: '192.0.2.0/33' }]), '`192.0.2.0/33` is not an address prefix'],
    [list([{ ipv4Prefix: '192.0.2.0' }]), '`192.0.2.0` is not an address prefix'],
    [list([{ ipv4Prefix: '192.0.2.0/24' }], 'yesterday'), '`creationTime` is not a date'],
  ])('%s is reported', (text, fault) => {
    expect(compileNetwork('bad', text, NOW, true).faults.join('; ')).toContain(fault)
  })
})
