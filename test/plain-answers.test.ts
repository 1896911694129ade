/** What the library gives is what its types show: own, enumerable members, and nothing else. */
import { expect, test } from 'vitest'
import { ENTRY_FILES, publicDeclaration, publicExports } from '../docs/generate/public-api.ts'
import * as analysis from '../src/analysis.ts'
import { type BundleStore, fileBundle } from '../src/node.ts'
import * as policy from '../src/policy.ts'
import { identify, knownCrawlers, SHIPPED_LISTS } from '../src/registry.ts'
import * as small from '../src/robots.ts'
import { readLicense, robots } from '../src/robots-full.ts'
import { shapeFaults } from './support/house/declared-shape.ts'
import { checkInput, NOINDEX_PAGE, SOME_LIST } from './support/library-values.ts'

const TEXT = `User-agent: *
Dissalow: /private/
Crawl-delay: 5
Content-Signal: search=yes, ai-train=no

ACAP-crawler: *
ACAP-allow-present-snippet: /news/ max-length=40-words
ACAP-disallow-present: /news/
App-Directives: /; search=?0
Sitemap: https://www.example.com/s.xml
`
const SITE = `hosts = ["www.example.com"]

[[routes]]
match = "/embargo/"
until = 2027-01-01T00:00:00Z
published = false
`
const reading = policy.readText(TEXT)
const files = new Map(Object.entries({ 'robots.txt': TEXT, 'site.toml': SITE }))
const whole = policy.readSite('example', files, { now: 0 })
const { crawlers } = knownCrawlers()
const registry = policy.compileRegistry(SOME_LIST)
const input = checkInput(reading)
const generated = policy.generateRobots(whole, { crawlers })
const site = policy.compileAsWritten(reading.policy, reading.trees)
const other = policy.compileAsWritten(policy.readText('').policy, policy.readText('').trees)
const asked = { userAgent: 'AnyBot/1.0', target: '/news/1.html' }
const file = robots(TEXT)
const page = NOINDEX_PAGE
const CASES = policy.readCases(
  '[[case]]\nas = "GPTBot"\nurl = "/private/1"\nexpect = "permitted"\n',
)
const options = { crawlers: knownCrawlers() }
const LINE =
  '192.0.2.1 - - [01/Mar/2026:10:00:00 +0000] "GET /private/1 HTTP/1.1" 200 5 "-" "GPTBot/1"'
const tally = new analysis.Tally(site, options)
for (const line of [LINE, LINE, 'not a line']) tally.add(line)
const compared = analysis.compareSites(site, other, 0)
const tree = policy.parse(TEXT)
const bundle = await policy.encode({ sites: [site], registry, networks: [] })
const store: BundleStore = fileBundle('policies.bin')

/** Entry, type and values. */
const GIVEN: readonly (readonly [entry: string, type: string, ...values: readonly unknown[]])[] = [
  [
    'acap-edge/policy',
    'Decision',
    policy.decide(site, { ...asked, now: 0 }),
    policy.decide(site, { ...asked, now: 0, usage: 'present-snippet' }),
    policy.decide(site, { ...asked, now: 0, application: 'search' }),
    file.decide({ ...asked, usage: 'index', ...page }),
    robots('').decide(asked),
    analysis.simulateRequest(site, asked, options).decision,
    analysis.explainRequest(site, asked, options).decision,
  ],
  ['acap-edge/policy', 'RecognisedClient', policy.recognise(site, 'GPTBot/1.0', options.crawlers)],
  ['acap-edge/policy', 'Tree', tree, policy.setValue(tree, tree.lines[1]!, '/b/')],
  ['acap-edge/policy', 'SiteReading', reading, whole],
  ['acap-edge/policy', 'Checked', policy.check(input)],
  ['acap-edge/policy', 'Finding', ...reading.findings],
  ['acap-edge/policy', 'FindingExplanation', policy.explainCode('ACAP005')],
  ['acap-edge/policy', 'GeneratedRobots', generated],
  ['acap-edge/policy', 'SiteProgram', site, policy.compile(generated.policy, generated)],
  ['acap-edge/policy', 'Registry', registry],
  ['acap-edge/policy', 'Decoded', policy.decode(bundle), policy.decode(new Uint8Array())],
  ['acap-edge/policy', 'CasesReading', CASES, policy.readCases('[[case]]\n')],
  [
    'acap-edge/policy',
    'MetaReading',
    policy.readMeta([{ name: 'robots', content: 'ACAP disallow-index' }]),
  ],
  ['acap-edge/policy', 'ElementField', policy.readClassToken('the-acap:disallow-index')],
  ['acap-edge/policy', 'RobotsTerm', ...policy.readRobotsTerms(page)],
  [
    'acap-edge/policy',
    'NetworkReading',
    policy.compileNetwork('a', '{"prefixes":[{"ipv4Prefix":"192.0.2.0/24"}]}', 0),
  ],
  [
    'acap-edge/policy',
    'Conversion',
    ...(['acap', 'conventional', 'robots-meta', 'content-signal', 'tdmrep', 'rsl'] as const).map(
      (to) => policy.convert(reading, to, { crawlers }),
    ),
  ],
  ['acap-edge/robots', 'Robots', small.robots(TEXT), small.robotsOf(503)],
  ['acap-edge/robots/full', 'FullRobots', file],
  ['acap-edge/robots/full', 'PagePreferences', file.preferences({ ...asked, ...page })],
  [
    'acap-edge/robots/full',
    'LicensedContent',
    ...readLicense(
      '<rsl><content url="/a/"><license><permits type="usage">search</permits></license></content></rsl>',
    )!,
  ],
  ['acap-edge/registry', 'ClientIdentity', identify('GPTBot/1.0'), identify('')],
  ['acap-edge/analysis', 'SimulatedRequest', analysis.simulateRequest(site, asked, options)],
  ['acap-edge/analysis', 'ExplainedRequest', analysis.explainRequest(site, asked, options)],
  ['acap-edge/analysis', 'CaseOutcome', ...analysis.runCases(site, CASES.cases, options)],
  ['acap-edge/analysis', 'Comparison', compared],
  ['acap-edge/analysis', 'ChangeGroup', ...analysis.groupChanges(compared.changes)],
  ['acap-edge/analysis', 'LogEntry', analysis.readLogLine(LINE)],
  ['acap-edge/analysis', 'ReplayReport', tally.report()],
  ['acap-edge/node', 'BundleStore', store],
]

const rows = GIVEN.map(([entry, type, ...values]) => ({ entry, type, values }))

test.each(rows)('$type of $entry', ({ entry, type, values }) => {
  expect(values.length).toBeGreaterThan(0)
  const declared = publicDeclaration(entry, type)!
  expect(values.flatMap((value) => shapeFaults(declared, value, type))).toEqual([])
  for (const value of values) {
    expect({ ...(value as object) }).toEqual(value)
    if (someWithin(value, isFunction)) continue
    expect(structuredClone(value)).toEqual(value)
    if (!someWithin(value, isOdd)) expect(JSON.parse(JSON.stringify(value))).toEqual(value)
  }
})

test('what every function gives is looked at', () => {
  const looked = new Set(GIVEN.map(([, type]) => type))
  const given = Object.keys(ENTRY_FILES).flatMap(returned)
  const lacking = given.filter((type) => !looked.has(type))
  expect([...new Set(lacking)].sort()).toEqual([
    'App',
    'FetchHandler',
    'NodeEdge',
    'NodeMiddleware',
    'RequestTerms',
    'WorkersEdge',
  ])
})

test('what is shared is frozen', () => {
  expect([SHIPPED_LISTS, ...SHIPPED_LISTS].every(Object.isFrozen)).toBe(true)
  expect([options.crawlers, ...crawlers].every(Object.isFrozen)).toBe(true)
  expect(Object.isFrozen(policy.recognise(site, 'GPTBot/1.0', options.crawlers))).toBe(true)
})

/** The types that the functions of an entry give, those of the language apart. */
function returned(entry: string): readonly string[] {
  const functions = publicExports(entry).filter(({ kind }) => kind === 'function')
  return functions.flatMap(({ signature }) => {
    const [, type = ''] = /\): (?:Promise<|readonly )?(\w+)[^:]*$/.exec(signature) ?? []
    return publicDeclaration(entry, type) === undefined ? [] : [type]
  })
}

function someWithin(value: unknown, isOne: (each: unknown) => boolean): boolean {
  if (isOne(value)) return true
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((each) => someWithin(each, isOne))
}

const isFunction = (value: unknown) => typeof value === 'function'
/** What JSON has no form for. */
const isOdd = (value: unknown) =>
  value instanceof Map ||
  value instanceof Set ||
  ArrayBuffer.isView(value) ||
  value === undefined ||
  Number.isNaN(value)

test('a member too many, one too few and one that is hidden are found', () => {
  const declared = publicDeclaration('acap-edge/registry', 'ClientIdentity')!
  const { name, ...client } = identify('GPTBot/1.0')
  const hidden = Object.defineProperty({ ...client, name, more: 1 }, 'kind', { enumerable: false })
  expect(shapeFaults(declared, { ...client, name: 7 }, 'client')).toEqual([
    'client.name is no TSStringKeyword',
  ])
  expect(shapeFaults(declared, client, 'client')).toEqual(['client.name is missing'])
  expect(shapeFaults(declared, hidden, 'client')).toEqual([
    'client.kind is not enumerable',
    'client.more is not in the type',
    'client.kind is missing',
  ])
})
