/**
 * Every function of the library, and every method of what it gives, with one argument at a time that is wrong: it answers, or
 * throws a TypeError of its own. What the language itself throws ("Cannot read properties of undefined") is none.
 */
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import * as analysis from '../src/analysis.ts'
import * as node from '../src/node.ts'
import * as policy from '../src/policy.ts'
import * as registry from '../src/registry.ts'
import * as robots from '../src/robots.ts'
import * as full from '../src/robots-full.ts'
import { checkInput, NOINDEX_PAGE, SOME_LIST } from './support/library-values.ts'

const TEXT = 'User-agent: *\nDisallow: /private/\n'
const tree = policy.parse(TEXT)
const line = tree.lines[1]!
const reading = policy.readText(TEXT)
const site = policy.compileAsWritten(reading.policy, reading.trees)
const NETWORKS: registry.IdentifyOptions['networks'] = { GPTBot: ['192.0.2.0/24'] }
const client = { address: '192.0.2.1', networks: NETWORKS }
const list = SOME_LIST
const own = [{ name: 'own', date: '2026-01-01', crawlers: [{ name: 'ownbot' }] }]
const question = { target: '/a', userAgent: 'AnyBot' }
const request = {
  ...question,
  ...{ usage: 'index', purposes: ['ads'], from: '192.0.2.1', method: 'GET', now: 0 },
}
const fetchQuestion = { userAgent: 'AnyBot', url: '/a', now: 0, dialect: 'rep' }
const texts = { license: '<rsl/>', tdmrep: '[]' }
const facts = {
  ...question,
  ...{ now: 0, usage: 'index', joined: ['/b'], uri: 'https://a.test/a', purposes: ['ads'] },
  ...{
    interprets: 'all',
    dialect: 'acap',
    application: 'a',
    assurance: 'claimed',
    unlisted: false,
  },
}
const { changes } = analysis.compareSites(site, site, 0)
const registryOf = policy.compileRegistry(list)
const bundle = { sites: [site], registry: registryOf, networks: [] }
const bytes = await policy.encode(bundle)
const page = NOINDEX_PAGE
const input = checkInput(reading)
const served = { served: false, files: [{ path: 'robots.txt', text: TEXT }], servedLine: () => 1 }
const tally = new analysis.Tally(site)
const rep = robots.robots(TEXT)
const whole = full.robots(TEXT)

/** Right arguments, by the name of each function. */
const CALLS: Readonly<Record<string, readonly [call: unknown, ...args: readonly unknown[]]>> = {
  addGroup: [
    policy.addGroup,
    tree,
    { userAgent: 'a', allow: ['/a'], disallow: ['/'], crawlDelay: 5 },
  ],
  addRecord: [policy.addRecord, tree, { crawler: 'a', fields: ['disallow-crawl: /'] }],
  applyFixes: [policy.applyFixes, tree, reading.findings],
  check: [policy.check, input],
  compile: [policy.compile, reading.policy, served],
  compileAsWritten: [policy.compileAsWritten, reading.policy, reading.trees],
  compileNetwork: [policy.compileNetwork, 'google', '192.0.2.0/24', 0, true],
  compileRegistry: [policy.compileRegistry, list, own],
  convert: [policy.convert, reading, 'acap', { now: 0, originals: false, crawlers: [] }],
  decide: [policy.decide, site, facts],
  decode: [policy.decode, bytes],
  encode: [policy.encode, bundle],
  explainCode: [policy.explainCode, 'ACAP001'],
  fieldName: [policy.fieldName, tree, line],
  fieldText: [policy.fieldText, tree, line],
  fieldValue: [policy.fieldValue, tree, line],
  format: [policy.format, tree],
  generateRobots: [policy.generateRobots, reading, { crawlers: [] }],
  insertAfter: [policy.insertAfter, tree, line, 'Allow: /'],
  insertBefore: [policy.insertBefore, tree, line, 'Allow: /'],
  parse: [policy.parse, TEXT, 'robots.txt'],
  print: [policy.print, tree],
  readCases: [policy.readCases, '', 'cases.toml'],
  readClassToken: [policy.readClassToken, 'the-acap:disallow-index'],
  readMeta: [policy.readMeta, page.meta],
  readRobotsTerms: [policy.readRobotsTerms, page],
  readSite: [policy.readSite, 'a', new Map([['robots.txt', TEXT]]), { now: 0 }],
  readText: [policy.readText, TEXT, 'a', { now: 0 }],
  recognise: [policy.recognise, site, 'AnyBot', registryOf],
  remove: [policy.remove, tree, line],
  renameCrawler: [policy.renameCrawler, tree, '*', 'a'],
  renderFindings: [policy.renderFindings, reading.findings, new Map(), { colour: false }],
  renderGithub: [policy.renderGithub, reading.findings, ''],
  renderJson: [policy.renderJson, reading.findings],
  renderSarif: [policy.renderSarif, reading.findings, '1.0.0', ''],
  robotsText: [policy.robotsText, { rules: { disallow: '/' }, sitemaps: [], sitemap: [] }],
  setValue: [policy.setValue, tree, line, '/b/'],
  spellings: [policy.spellings, '/a', { folds: [], distinct: [] }],
  compareSites: [analysis.compareSites, site, site, 0],
  explainRequest: [analysis.explainRequest, site, request, { folder: '.', files: new Map() }],
  groupChanges: [analysis.groupChanges, changes],
  readLogLine: [analysis.readLogLine, ''],
  runCases: [analysis.runCases, site, [], { now: 0, crawlers: null, networks: [] }],
  simulateRequest: [analysis.simulateRequest, site, request, { crawlers: null, networks: [] }],
  Tally: [
    (sites: never, options: never) => new analysis.Tally(sites, options),
    site,
    { crawlers: null, networks: [], now: 0 },
  ],
  'Tally.add': [tally.add.bind(tally), ''],
  identify: [registry.identify, 'GPTBot', client],
  knownCrawlers: [registry.knownCrawlers],
  knownCrawlersWith: [registry.knownCrawlersWith, own],
  'robots of robots': [robots.robots, TEXT, { base: 'https://a.test', limit: 9 }],
  'robotsOf of robots': [robots.robotsOf, 404, TEXT, { base: 'https://a.test', limit: 9 }],
  'mayFetch of robots': [rep.mayFetch.bind(rep), fetchQuestion],
  'crawlDelay of robots': [rep.crawlDelay.bind(rep), 'AnyBot', 0],
  readLicense: [full.readLicense, '<rsl/>'],
  'robots of full': [full.robots, TEXT, { base: 'https://a.test', limit: 9 }],
  'robotsOf of full': [full.robotsOf, 404, TEXT, { base: 'https://a.test', limit: 9 }],
  'mayFetch of full': [whole.mayFetch.bind(whole), fetchQuestion],
  'crawlDelay of full': [whole.crawlDelay.bind(whole), 'AnyBot', 0],
  'decide of full': [whole.decide.bind(whole), { ...facts, ...page, elements: [] }],
  'preferences of full': [
    whole.preferences.bind(whole),
    { ...question, ...page, now: 0, ...texts },
  ],
  edge: [node.edge, bytes, { trust: [] }],
  fileBundle: [node.fileBundle, 'a'],
  folderStore: [node.folderStore, 'a'],
  nodeMiddleware: [node.nodeMiddleware, bytes, { trust: [], rewriter: true }],
  urlBundle: [node.urlBundle, 'https://a.test'],
  urlStore: [node.urlStore, 'https://a.test'],
}

/** What other functions make: nobody writes their members. */
const MADE = new Set<unknown>([
  tree,
  line,
  reading,
  reading.policy,
  site,
  registryOf,
  bundle,
  input,
])

/** They take what others made, such as a `GeneratedRobots` or the `config` of a site, which has more members. */
const TAKES_MORE = new Set(['compile', 'spellings'])

const WRONG = [undefined, null, 7, -1.5, Number.NaN, true, 'x', '\ud800', {}, [], [null], [7], 7n]
const OF_LANGUAGE =
  /of (?:undefined|'?null)|is not a function|not iterable|Cannot |Invalid|BigInt|prototype/

test('every function of every entry is called', () => {
  const names = Object.keys(CALLS).map((name) => name.split(' ')[0])
  const functions = [policy, analysis, registry, robots, full, node].flatMap((entry) =>
    Object.entries(entry).filter(([, value]) => typeof value === 'function'),
  )
  expect(functions.map(([name]) => name).filter((name) => !names.includes(name))).toEqual([])
})

test.each(Object.entries(CALLS))('%s takes no unknown member', async (name, [call, ...right]) => {
  const faults: string[] = []
  for (const [at, argument] of right.entries()) {
    if (!isWritten(argument) || TAKES_MORE.has(name)) continue
    const misspelt = right.with(at, { ...argument, hedaers: 1 })
    try {
      await (call as (...given: readonly unknown[]) => unknown)(...misspelt)
      faults.push(`${name}: argument ${at + 1} may have \`hedaers\``)
    } catch (fault) {
      expect((fault as Error).message).toMatch(/unknown member `hedaers`: one of /)
    }
  }
  expect(faults).toEqual([])
})

test.each([
  ['a list of pairs', [['X-Robots-Tag', 'noindex']]],
  ['a Map', new Map([['X-Robots-Tag', 'noindex']])],
  ['numbers', { 'X-Robots-Tag': 7 }],
])('headers that are %s are no headers', (_, headers) => {
  const asked = { ...question, headers: headers as never }
  for (const ask of [whole.preferences.bind(whole), whole.decide.bind(whole)])
    expect(() => ask(asked)).toThrow(
      '`headers` must be a `Headers`, or an object of names and values',
    )
})

test.each(Object.entries(CALLS))('%s', async (_, [call, ...right]) => {
  const faults: string[] = []
  for (const args of wrongArguments(right)) {
    try {
      await (call as (...given: readonly unknown[]) => unknown)(...args)
    } catch (fault) {
      const { name, message } = fault as Error
      if (name !== 'TypeError' || OF_LANGUAGE.test(message))
        faults.push(`${args.map(shown).join(', ')}: ${name}: ${message}`)
    }
  }
  await (call as (...given: readonly unknown[]) => unknown)(...right)
  expect(faults).toEqual([])
})

/** The right arguments with one that is wrong, or that has one wrong member. */
function* wrongArguments(right: readonly unknown[]): Generator<readonly unknown[]> {
  for (const [at, argument] of right.entries()) {
    for (const value of WRONG) yield right.with(at, value)
    if (!isWritten(argument)) continue
    for (const member of Object.keys(argument))
      for (const value of WRONG) yield right.with(at, { ...argument, [member]: value })
  }
}

/** An object whose members a caller writes. */
function isWritten(argument: unknown): argument is object {
  const isObject = typeof argument === 'object' && argument !== null && !MADE.has(argument)
  return isObject && Object.getPrototypeOf(argument) === Object.prototype
}

function shown(value: unknown): string {
  return inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY }).slice(0, 60)
}
