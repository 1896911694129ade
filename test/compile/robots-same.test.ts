/**
 * Crawlers that read what is served decide as those do that read what the author wrote.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SiteProgram } from '../../src/bundle/program.ts'
import { loadSite } from '../../src/cli/load-site.ts'
import { compile } from '../../src/compile/compile.ts'
import { compareServed } from '../../src/compile/robots/compare.ts'
import { generateRobots } from '../../src/compile/robots.ts'
import { decide } from '../../src/engine/decide.ts'
import { readSite } from '../../src/language/read-site.ts'
import { type GeneratedPolicy, NAMES, pattern, policies } from '../support/generate-policies.ts'
import { cross, questions } from '../support/generate-questions.ts'

const encoder = new TextEncoder()
const NOW = Date.parse('2026-01-15T12:00:00Z')
const SINGLE_NAMES = NAMES.filter((name) => /^\w+$/.test(name))

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

describe('what is served', () => {
  it('decides as the policy does, whatever the policy', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(policies, questions, (policy, asked) => {
        const meant = programOf(policy.files)
        const served = programOf(servedFiles(policy.files))
        for (const { dialect: _, ...facts } of cross(policy, asked)) {
          const [a, b] = [decide(meant, facts), decide(served, facts)]
          const told = (each: typeof a) => [each.outcome, each.basis, each.restrictions, each.retryAfter, each.comments]
          expect(told(b)).toEqual(told(a))
        }
      }),
      { numRuns: process.env.ACAP_LONG ? 50_000 : 1000 },
    )
  })

  it('is the same when it is generated from itself', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(policies, ({ files }) => {
        const once = servedFiles(files)
        expect(servedFiles(once)).toEqual(once)
      }),
      { numRuns: process.env.ACAP_LONG ? 20_000 : 1000 },
    )
  })
})

/** Where the decisions on a site and on what is served for it differ. */
function differences(files: Readonly<Record<string, string>>) {
  const reading = readingOf(files)
  return compareServed(reading, generateRobots(reading), decide, NOW)
}

describe('the comparison of both', () => {
  const text = (...lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
  const route = (match: string, ...fields: readonly string[]) =>
    text('[[route]]', `match = ${JSON.stringify(match)}`, `fields = ${JSON.stringify(fields)}`)

  it('finds nothing in the example newspaper', () => {
    const { files } = loadSite('policies/example-news')
    const reading = readSite('example-news', files, { now: 0 })
    expect(compareServed(reading, generateRobots(reading), decide, NOW)).toEqual([])
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
    expect(compareServed(reading, generated, decide, NOW)).toEqual([])
  })

  it('finds every difference that a crawler could meet', { timeout: 120_000 }, () => {
    const routes = fc.record({ match: pattern, who: fc.constantFrom('', '', 'ab: ', 'b: ', 'news ') })
    fc.assert(
      fc.property(policies, routes, questions, (policy, { match, who }, asked) => {
        const files = { ...policy.files, 'site.toml': route(match, `${who}disallow-crawl`) }
        const reading = readingOf(files)
        const generated = generateRobots(reading)
        fc.pre(reading.policy.version.reading !== 'none')
        fc.pre(compareServed(reading, generated, decide, NOW).length === 0)
        const meant = compile(generated.policy, generated)
        const served = programOf({ ...policy.files, 'robots.txt': generated.files[0]!.text })
        // A route's name is in the edge's pool of names only: a header of several names is another's to a reader (I2).
        const aimed = cross({ ...policy, patterns: [...policy.patterns, match] }, { ...asked, agents: SINGLE_NAMES })
        for (const { userAgent, target, now, purposes = [] } of aimed) {
          const crawl = { userAgent, target, now, purposes }
          expect(decide(served, crawl).outcome).toBe(decide(meant, crawl).outcome)
        }
      }),
      { numRuns: process.env.ACAP_LONG ? 10_000 : 300 },
    )
  })
})
