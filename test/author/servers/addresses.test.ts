/** Names that have address lists, in the files of each server as they are read back, beside the judge at each address (I4). */
import { describe, expect, test } from 'vitest'
import { addressRows, addressText } from '../../../src/author/servers/addresses/address-rows.ts'
import { exportSite } from '../../../src/author/servers/export.ts'
import { doorPlan } from '../../../src/author/servers/plan.ts'
import type { PrintedFile } from '../../../src/author/servers/printers/printed.ts'
import { formOf } from '../../../src/author/servers/read-plan.ts'
import { SERVER_DOORS } from '../../../src/author/servers/servers.ts'
import { judge, siteContextOf } from '../../../src/decide/judge.ts'
import { readText } from '../../../src/language/site/read-site.ts'
import { compileNetwork } from '../../../src/program/compile/compile-network.ts'
import type { Network, SiteProgram } from '../../../src/program/program.ts'
import { knownCrawlers } from '../../../src/registry.ts'
import { DoorRequests, patternsIn } from '../../support/author/door-requests.ts'
import { runs, someOf } from '../../support/runs.ts'
import { siteOf } from '../../support/site-of.ts'

const registry = knownCrawlers()
const NOW = Date.parse('2026-11-01')
const DAY = 86_400_000

function list(name: string, age: number, prefixes: readonly string[]): Network {
  const text = JSON.stringify({
    creationTime: new Date(NOW - age * DAY).toISOString(),
    prefixes: prefixes.map((each) => {
      return { [each.includes(':') ? 'ipv6Prefix' : 'ipv4Prefix']: each }
    }),
  })
  return compileNetwork(name, text, NOW, true).network
}

const NETWORKS = [
  list('gptbot', 2, ['192.0.2.0/25', '192.0.2.192/26', '2001:db8:1::/48', '10.9.0.0/16']),
  // It is too old to disprove a name.
  list('googlebot', 40, ['198.51.100.7/32', '2001:db8:2::/47']),
]
const ADDRESSES = [
  '192.0.2.0',
  '192.0.2.127',
  '192.0.2.128',
  '192.0.2.255',
  '192.0.3.0',
  '::ffff:192.0.2.1',
  '2001:db8:1::1',
  '2001:db8:2::1',
  '2001:db8:3:ffff::',
  '2001:db8:4::',
  '198.51.100.7',
  '10.9.1.1',
  '10.1.1.1',
  '127.0.0.1',
  '203.0.113.9',
]
const POLICY = `User-agent: *
Disallow: /private/

User-agent: GPTBot
Disallow: /drafts/
Allow: /

User-agent: Googlebot
Disallow: /old/

User-agent: bingbot
Disallow: /
`

/** Without rows for all known crawlers. */
const NAMED = 'User-agent: GPTBot\nDisallow: /drafts/\n'

type Failed = SiteProgram['config']['identify']['failed']

function siteWith(text: string, failed: Failed): SiteProgram {
  const site = siteOf(text)
  return { ...site, config: { ...site.config, identify: { ...site.config.identify, failed } } }
}

/** What a server and the judge say otherwise of plain targets, and what the server opens. */
function differences(server: string, site: SiteProgram, targets: readonly string[]) {
  const context = siteContextOf(site, registry, NETWORKS)
  const plan = doorPlan(context, registry, NOW)
  const { print, read } = SERVER_DOORS[server]!
  const { refuses } = read(print(plan, { id: '', prefix: '/etc/acap', about: ['a test'] }))
  const headers = ['GPTBot/1.2', 'Googlebot/2.1', 'Googlebot-News', 'bingbot/2.0', 'Mozilla/5.0']
  return headers.flatMap((userAgent) =>
    targets.flatMap((target) =>
      ADDRESSES.flatMap((from) => {
        const { kind, outcome } = judge(context, { target, userAgent, from, now: NOW })
        const isRobots = target.startsWith('/robots.txt')
        const isClosed = !isRobots && kind === 'crawler' && outcome !== 'permitted'
        const isRefused = refuses({ target, userAgent, address: from })
        const isWrong = isClosed ? !isRefused : isRefused && formOf(plan, target) === 'plain'
        return isWrong ? [`${userAgent} ${target} ${from}: ${isClosed ? 'leak' : 'strict'}`] : []
      }),
    ),
  )
}

const TARGETS = ['/', '/private/a', '/drafts/a', '/old/a', '/robots.txt', '/x;/private/']

const CHECKING = Object.keys(SERVER_DOORS).filter(
  (server) => SERVER_DOORS[server]!.checksAddresses !== false,
)

describe.each(CHECKING)('%s', (server) => {
  test.each(['anonymous', 'refuse', 'ignore'] as const)(
    '[I4] tells a proven name from one that failed, where a site says `%s`',
    (failed) => {
      expect(differences(server, siteWith(POLICY, failed), TARGETS)).toEqual([])
    },
  )
})

const MUTANTS = [
  ['nginx', /192\.0\.2\.0\/25 listed/, '192.0.2.0/24 listed'],
  ['nginx', /default other/, 'default listed'],
  ['nginx', /(came_\d \{\n\tdefault 0;\n\t)"listed"/, '$1"other"'],
  ['apache', /-R '192\.0\.2\.0\/25'/g, "-R '192.0.2.0/23'"],
  ['apache', /ACAP_FROM_0=other/g, 'ACAP_FROM_0=listed'],
  ['htaccess', /== 'other'/g, "== 'listed'"],
  ['haproxy', /192\.0\.2\.0\/25 listed/, '0.0.0.0/0 listed'],
  ['haproxy', /-0\.map,other/g, '-0.map,listed'],
  ['caddy', /not remote_ip [^\n]+/g, 'remote_ip 203.0.113.0/24'],
  ['caddy', /(not remote_ip .*)192\.0\.2\.0\/25/g, '$1192.0.2.0/24'],
] as const

describe('address lists in the files of servers', () => {
  test('[I4] in generated policies nothing that is closed at an address is open', () => {
    for (let seed = 1; seed <= runs(2, 400); seed++) {
      const requests = new DoorRequests(seed)
      const text = requests.policy(seed % 4 === 0)
      const site = siteWith(text, seed % 3 === 0 ? 'refuse' : 'anonymous')
      const targets = requests.targets(patternsIn(text), 3)
      const found = differences('haproxy', site, targets).filter((each) => each.endsWith('leak'))
      expect(found, text).toEqual([])
    }
  })

  test('a site that refuses names that failed refuses known crawlers that the policy does not name', () => {
    const site = siteWith('User-agent: other\nDisallow: /\n', 'refuse')
    expect(differences('nginx', site, ['/', '/robots.txt'])).toEqual([])
  })

  test.each(someOf(MUTANTS, 5))('[ACAP173] %s is not written with %s as %s', (server, from, to) => {
    const door = SERVER_DOORS[server]!
    let isAltered = false
    const altered = {
      ...door,
      print: (...args: Parameters<typeof door.print>) =>
        door.print(...args).map((file): PrintedFile => {
          isAltered ||= from.test(file.text)
          return { ...file, text: file.text.replace(from, to) }
        }),
    }
    const { files, findings } = exportSite(
      {
        reading: readText(NAMED),
        site: siteWith(NAMED, 'refuse'),
        registry,
        networks: NETWORKS,
        now: NOW,
      },
      altered,
      server,
      { id: '', prefix: '/etc/acap', about: () => ['a test'] },
    )
    expect(isAltered).toBe(true)
    expect([files.length, findings.map(({ code }) => code)]).toEqual([
      0,
      expect.arrayContaining(['ACAP173']),
    ])
  })

  test('ranges are the fewest prefixes', () => {
    const prefixes = ['192.0.2.0/25', '192.0.2.0/24', '192.0.3.1/32', '2001:db8::/64']
    const rows = addressRows([list('a', 0, prefixes)], false)
    expect(rows.map(([prefix]) => prefix)).toEqual(prefixes.slice(1))
    expect(addressText(0x20010db8000000000001000000000000n, 128)).toBe('2001:db8:0:0:1::')
    expect(addressText(1n, 128)).toBe('::1')
  })
})
