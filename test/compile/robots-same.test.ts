/**
 * Crawlers that read what is served decide as those do that read what the author wrote.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SiteProgram } from '../../src/bundle/program.ts'
import { loadSite } from '../../src/cli/load-site.ts'
import { compile } from '../../src/compile/compile.ts'
import { compareServed } from '../../src/compile/robots/compare.ts'
import { viewsOf } from '../../src/compile/robots/views.ts'
import { type GeneratedRobots, generateRobots } from '../../src/compile/robots.ts'
import { decide, recognise } from '../../src/engine/decide.ts'
import type { Decision } from '../../src/engine/decision.ts'
import type { Facts } from '../../src/engine/facts.ts'
import { targetForm } from '../../src/grammar/path-form.ts'
import { covers } from '../../src/language/pattern-relations.ts'
import { readSite, type SiteReading } from '../../src/language/read-site.ts'
import { type GeneratedPolicy, NAMES, pattern, policies } from '../support/generate-policies.ts'
import { cross, type Questions, questions } from '../support/generate-questions.ts'

const encoder = new TextEncoder()
const NOW = Date.parse('2026-01-15T12:00:00Z')
const JUDGE = { decide, recognise }

function readingOf(files: Readonly<Record<string, string>>) {
  return readSite('test', new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)])), {
    now: 0,
  })
}

function programOf(files: Readonly<Record<string, string>>): SiteProgram {
  const texts = Object.entries(files).map(([path, text]) => ({ path, text }))
  return compile(readingOf(files).policy, { served: false, files: texts, servedLine: () => undefined })
}

/** The files of a site, with the robots.txt that is served for it. */
function servedFiles(files: GeneratedPolicy['files']) {
  return { ...files, 'robots.txt': generateRobots(readingOf(files)).files[0]!.text }
}

/** Routes about the crawl. */
const routes = fc.array(
  fc.record({
    match: pattern,
    fields: fc.array(
      fc
        .tuple(fc.constantFrom('', '', ...NAMES.map((name) => `${name}: `)), fc.constantFrom('', '', '', 'news '))
        .map(([who, why]) => `${who}${why}disallow-crawl`),
      { maxLength: 2 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
)

function siteOf(all: readonly { readonly match: string; readonly fields: readonly string[] }[]): string {
  return all.map(({ match, fields }) => route(match, ...fields)).join('')
}

function route(match: string, ...fields: readonly string[]): string {
  return ['[[route]]', `match = ${JSON.stringify(match)}`, `fields = ${JSON.stringify(fields)}`, ''].join('\n')
}

describe('what is served', () => {
  it('decides as the policy does, whatever the policy', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(policies, questions, (policy, asked) => {
        const meant = programOf(policy.files)
        const served = programOf(servedFiles(policy.files))
        for (const { dialect: _, ...facts } of cross(policy, asked)) {
          const told = (each: Decision) => [each.outcome, each.basis, each.restrictions, each.retryAfter, each.comments]
          expectAlike(facts, told(decide(meant, facts)), told(decide(served, facts)))
        }
      }),
      { numRuns: process.env.ACAP_LONG ? 50_000 : 1000 },
    )
  })

  it('is the same when it is generated from itself', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(policies, fc.option(routes, { nil: [] }), ({ files }, each) => {
        const once = servedFiles({ ...files, 'site.toml': siteOf(each) })
        expect(servedFiles(once)).toEqual(once)
      }),
      { numRuns: process.env.ACAP_LONG ? 20_000 : 1000 },
    )
  })
})

/** Where the decisions on a site and on what is served for it differ. */
function differences(files: Readonly<Record<string, string>>) {
  const reading = readingOf(files)
  return compareServed(reading, generateRobots(reading), JUDGE, NOW)
}

describe('the comparison of both', () => {
  const text = (...lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

  it('finds nothing in the example newspaper', () => {
    const { files } = loadSite('policies/example-news')
    const reading = readSite('example-news', files, { now: 0 })
    expect(compareServed(reading, generateRobots(reading), JUDGE, NOW)).toEqual([])
  })

  it('finds a route that opens what a route around it closes', () => {
    const robots = text('User-agent: *', 'Disallow: /x')
    const site = text(route('/a/', 'disallow-crawl'), route('/a/b/', 'disallow-index'))
    expect(differences({ 'robots.txt': robots, 'site.toml': site })).toMatchObject([
      {
        code: 'ACAP099',
        severity: 'error',
        source: 'site.toml',
        line: 1,
        message: 'crawl of `/a/b/` is permitted to `unnamed-crawler`, and prohibited by the robots.txt that is served',
      },
    ])
  })

  it('finds a longer Allow in the group that a named crawler falls back to', () => {
    const robots = text('User-agent: *', 'Disallow: /x', 'Allow: /a/b/')
    expect(differences({ 'robots.txt': robots, 'site.toml': route('/a/', 'BotA: disallow-crawl') })).toMatchObject([
      { source: 'robots.txt', line: 3, message: expect.stringContaining('is prohibited to `bota`, and permitted') },
    ])
  })

  it('[X1] finds a route where a group permits by Allow only', () => {
    const robots = text('User-agent: *', 'Robot-version: 2.0', 'Allow: /*')
    expect(differences({ 'robots.txt': robots, 'site.toml': route('/a/', 'disallow-crawl') })).toMatchObject([
      { source: 'robots.txt', line: 3 },
    ])
  })

  it('[C3] holds for a crawler that knows no ACAP, to which the route is published', () => {
    const robots = text('User-agent: *', 'Disallow: /x', 'ACAP-crawler: *', 'ACAP-allow-crawl: /', 'Disallow: /y')
    const site = text('[crawlers.old]', 'dialect = "rep"', route('/a/', 'disallow-crawl'))
    const reading = readingOf({ 'robots.txt': robots, 'site.toml': site })
    const generated = generateRobots(reading)
    const program = compile(generated.policy, generated)
    const asked = (target: string) => decide(program, { userAgent: 'old', target, now: NOW })
    expect(asked('/a/')).toMatchObject({ outcome: 'prohibited', basis: 'conventional' })
    expect(asked('/a/').fields).toEqual([{ source: 'robots.txt', servedLine: 4, text: 'Disallow: /a/' }])
    expect(asked('/y').outcome).toBe('permitted')
    expect(compareServed(reading, generated, JUDGE, NOW)).toEqual([])
  })

  /** What is found where a text is served that was not generated. */
  const faults = (files: Readonly<Record<string, string>>, served: string) => {
    const reading = readingOf(files)
    const generated = { ...generateRobots(reading), files: [{ path: 'robots.txt', text: served }] }
    return compareServed(reading, generated, JUDGE, NOW).map(({ message }) => message)
  }
  const ACAP = text('ACAP-crawler: *', 'ACAP-disallow-crawl: /a?b')

  it('[X1] finds a route that is published as a prefix where globs are read', () => {
    const robots = text('User-agent: *', 'Robot-version: 2.0', 'Disallow: /x')
    const bota = text('User-agent: bota', 'Robot-version: 2.0', 'Disallow: /x', 'Disallow: /a?b')
    const site = route('/a?b', 'BotA: disallow-crawl')
    expect(faults({ 'robots.txt': robots, 'site.toml': site }, `${robots}${bota}${ACAP.replace('*', 'bota')}`)).toEqual(
      [
        expect.stringMatching(/^crawl of `\/a\wb` is permitted to `bota`, and prohibited/),
        expect.stringMatching(/^crawl of `\/a\?b\w` is prohibited to `bota`, and permitted/),
      ],
    )
  })

  it('[X1] finds a route that is published for the whole target where prefixes are read', () => {
    const robots = text('User-agent: a', 'Robot-version: 2.0', 'User-agent: b', 'Disallow: /x')
    const served = `${robots}Disallow: /\nUser-agent: *\nDisallow: /$\n${ACAP.replace('/a?b', '/$')}`
    expect(faults({ 'robots.txt': robots, 'site.toml': route('/$', 'disallow-crawl') }, served)).toEqual([
      expect.stringMatching(/^crawl of `\/\w` is permitted to `b`, and prohibited/),
    ])
  })

  it('[P2] finds a stray % that would be read as part of a triple', () => {
    const served = text('User-agent: *', 'Disallow: /%aa', 'ACAP-crawler: *', 'ACAP-disallow-crawl: /%aa')
    expect(faults({ 'robots.txt': '', 'site.toml': route('/%%61a', 'disallow-crawl') }, served)).toContainEqual(
      expect.stringMatching(/^crawl of `\/%%61a` is prohibited to `unnamed-crawler`, and permitted/),
    )
  })

  it('[P3] finds an ACAP field that is lost behind a conventional rule that says the same', () => {
    const served = text('User-agent: *', 'Disallow: /a')
    expect(faults({ 'robots.txt': '', 'site.toml': route('/a', 'disallow-crawl') }, served)).toEqual([
      expect.stringContaining('crawl of `/A` is prohibited'),
    ])
  })

  it('[C3] finds a conventional rule that is lost behind an ACAP field that says the same', () => {
    const served = text('User-agent: *', 'Disallow:', 'ACAP-crawler: *', 'ACAP-disallow-crawl: /a')
    expect(faults({ 'robots.txt': '', 'site.toml': route('/a', 'disallow-crawl') }, served)).toEqual([
      expect.stringContaining('crawl of `/a` is prohibited'),
    ])
  })

  it('[I2] finds a name that is no longer told from others', () => {
    const robots = text('User-agent: *', 'Disallow: /', 'User-agent: a', 'Disallow: /x', 'ACAP-crawler: b')
    expect(faults({ 'robots.txt': robots }, robots.replace('ACAP', '# ACAP'))).toEqual([
      expect.stringMatching(/^crawl of `\/` is prohibited to `b a`, and permitted/),
    ])
  })

  it('[X2] finds visiting hours that are lost, at whatever hour', () => {
    const robots = text('User-agent: *', 'Visit-time: 0000-2358', 'Disallow: /x')
    expect(faults({ 'robots.txt': robots }, text('User-agent: *', 'Disallow: /x'))).toEqual([
      expect.stringContaining('crawl of `/` is deferred to `unnamed-crawler`, and permitted'),
    ])
  })

  it('[A2] finds directives that are lost', () => {
    const robots = text('User-agent: *', 'App-Directives: /a app;x', 'Disallow: /x')
    expect(faults({ 'robots.txt': robots }, text('User-agent: *', 'Disallow: /x'))).toHaveLength(1)
  })

  it('finds nothing where there is no route', { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(policies, ({ files }) => {
        expect(differences(files)).toEqual([])
      }),
      { numRuns: process.env.ACAP_LONG ? 5_000 : 200 },
    )
  })

  it('finds every difference that a route makes', { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(policies, routes, questions, (policy, each, asked) => {
        const files = { ...policy.files, 'site.toml': siteOf(each) }
        const reading = readingOf(files)
        fc.pre(reading.policy.version.reading !== 'none')
        const generated = generateRobots(reading)
        fc.pre(compareServed(reading, generated, JUDGE, NOW).length === 0)
        expectSame(reading, generated, [...policy.patterns, ...each.map(({ match }) => match)], asked)
      }),
      { numRuns: process.env.ACAP_LONG ? 10_000 : 300 },
    )
  })

  it('finds every difference that a line out of place makes', { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(policies, fc.option(routes, { nil: [] }), slips, questions, (policy, each, slip, asked) => {
        const reading = readingOf({ ...policy.files, 'site.toml': siteOf(each) })
        fc.pre(reading.policy.version.reading !== 'none')
        const generated = withSlip(generateRobots(reading), slip)
        fc.pre(compareServed(reading, generated, JUDGE, NOW).length === 0)
        expectSame(reading, generated, [...policy.patterns, ...each.map(({ match }) => match), slip.value], asked)
      }),
      { numRuns: process.env.ACAP_LONG ? 10_000 : 300 },
    )
  })
})

/** A fault in what is generated: a line that is lost, moved, or says something else. */
const slips = fc.record({
  line: fc.nat({ max: 60 }),
  to: fc.nat({ max: 60 }),
  kind: fc.constantFrom('lost', 'moved', 'turned', 'other value' as const),
  value: fc.oneof({ weight: 3, arbitrary: pattern }, { weight: 1, arbitrary: fc.constantFrom(...NAMES, '*') }),
})
type Slip = typeof slips extends fc.Arbitrary<infer T> ? T : never

function withSlip(generated: GeneratedRobots, { line, to, kind, value }: Slip): GeneratedRobots {
  const lines = generated.files[0]!.text.split('\n').slice(0, -1)
  const at = line % Math.max(1, lines.length)
  const [text = ''] = lines.splice(at, 1)
  if (kind === 'moved') lines.splice(to % (lines.length + 1), 0, text)
  if (kind === 'other value') lines.splice(at, 0, text.replace(/:.*/, `: ${value}`))
  if (kind === 'turned') lines.splice(at, 0, turned(text))
  const served = lines.map((each) => `${each}\n`).join('')
  return { ...generated, files: [{ path: 'robots.txt', text: served }, ...generated.files.slice(1)] }
}

function turned(text: string): string {
  if (/^(ACAP-)?disallow/i.test(text)) return text.replace(/disallow/i, 'Allow')
  return text.replace(/allow/i, 'Disallow')
}

/** Both views of a site answer alike, whichever name asks. */
function expectSame(reading: SiteReading, generated: GeneratedRobots, patterns: readonly string[], asked: Questions) {
  const questionsOf = () => cross({ files: {}, patterns }, { ...asked, agents: NAMES })
  for (const { readers, meant, served, closed } of viewsOf(reading, generated, NOW)) {
    for (const { userAgent, target, now, purposes = [], ...question } of questionsOf()) {
      const usage = readers === 'acap' ? question.usage! : 'crawl'
      const facts: Facts = { userAgent, target, now, usage, purposes, dialect: 'acap' }
      const [a, b] = [decide(meant, facts), decide(served, facts)]
      // P3: a conventional rule closes a path in its own letter case alone.
      const isFolded = readers === 'conventional' && a.fields.some(({ source }) => source === 'route')
      if (isFolded && !closed.some((each) => covers(each, `${targetForm(target)}$`))) continue
      const told = (each: Decision) => [each.outcome, each.restrictions, each.retryAfter]
      expectAlike({ readers, ...facts }, told(a), told(b))
    }
  }
}

/** `expect` takes longer than the engine, so it is kept for what differs. */
function expectAlike(facts: object, meant: unknown, served: unknown) {
  if (JSON.stringify(meant) !== JSON.stringify(served)) expect({ facts, said: served }).toEqual({ facts, said: meant })
}
