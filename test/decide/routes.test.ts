import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Engine } from '../../src/decide/engine.ts'
import { strictestRuling } from '../../src/decide/judge.ts'
import { termsOf } from '../../src/decide/page-terms.ts'
import { type Placement, placementOf } from '../../src/decide/placement.ts'
import { termsOfSpellings } from '../../src/decide/spelled-terms.ts'
import { spellings } from '../../src/decide/spellings.ts'
import type { SiteProgram } from '../../src/program/program.ts'
import type { Mode } from '../../src/words/site-config.ts'
import { programOf } from '../support/bundle.ts'
import { spellingsOf } from '../support/e2e/spellings.ts'

const HOME = 'https://www.test'

function engineFor(toml: string, robots = 'User-agent: *\nDisallow: /private/\n'): Engine {
  const site: SiteProgram = programOf('site', {
    'robots.txt': robots,
    'site.toml': `hosts = ["www.test"]\n${toml}`,
  })
  return new Engine(site, null)
}

const route = (match: string, rest: string) => `[[route]]\nmatch = "${match}"\n${rest}\n`
const placement = (engine: Engine, target: string, routedAs: string | null = null) =>
  placementOf(engine, { method: 'GET', target, routedAs })

/** What the edge does with a crawler's request. */
function enforced(engine: Engine, target: string): 'served' | 'refused' | 'logged' {
  const found: Placement = placement(engine, target)
  if (found.kind !== 'rules') return 'served'
  const facts = { userAgent: 'AnyBot/1.0', target, uri: HOME + target, now: 0 }
  const { outcome } = strictestRuling(engine, facts, found.spellings)
  return outcome === 'permitted' ? 'served' : found.mode === 'enforce' ? 'refused' : 'logged'
}

describe('[P6] every spelling is judged with its own route', () => {
  const modes = fc.constantFrom<Mode>('enforce', 'observe', 'off')

  test('a route that is off opens nothing else', () => {
    const engine = engineFor(route('/beta/', 'mode = "off"'))
    expect(enforced(engine, '/beta/x.html')).toBe('served')
    for (const odd of [
      '/beta/..%2fprivate/x.html',
      '/beta/..%5cprivate/',
      '/beta;x/..;/private/',
      '/beta//..%2f/private/',
    ]) {
      expect([odd, enforced(engine, odd)]).toEqual([odd, 'refused'])
    }
  })

  test('a route that enforces is reached by every spelling where the site observes', () => {
    const engine = engineFor(`mode = "observe"\n${route('/private/', 'mode = "enforce"')}`)
    for (const odd of [
      '//private/x.html',
      '/%2fprivate/x',
      '/x/..%2fprivate/x',
      '/;a/private/',
      '/private;x/a',
    ]) {
      expect([odd, enforced(engine, odd)]).toEqual([odd, 'refused'])
    }
    expect(enforced(engine, '/open/')).toBe('served')
  })

  test('a site that is off is off by every spelling, except in the routes that are not', () => {
    const engine = engineFor(`mode = "off"\n${route('/private/', 'mode = "enforce"')}`)
    expect(placement(engine, '//open/..%2f').kind).toBe('off')
    expect(enforced(engine, '//private/x')).toBe('refused')
  })

  test('the strictest mode of a route and of another that a spelling leads to', () => {
    const strictness: readonly Mode[] = ['off', 'observe', 'enforce']
    fc.assert(
      fc.property(modes, modes, modes, (site, first, second) => {
        const engine = engineFor(
          `mode = "${site}"\n${route('/one/', `mode = "${first}"`)}${route('/private/', `mode = "${second}"`)}`,
        )
        for (const odd of [
          '/one/..%2fprivate/x',
          '/one/..;/private/x',
          '/one/%5c..%5c../private/x',
        ]) {
          const found = placement(engine, odd)
          const mode = found.kind === 'rules' ? found.mode : 'off'
          const least = Math.max(strictness.indexOf(first), strictness.indexOf(second))
          expect(
            strictness.indexOf(mode),
            `${odd} ${site} ${first} ${second}`,
          ).toBeGreaterThanOrEqual(least)
        }
      }),
    )
  })

  test('no spelling of a path is milder than the path, in any modes', () => {
    const severity = ['served', 'logged', 'refused'] as const
    const paths = ['/private/a/b.html', '/one/private/a.html', '/two/x.html']
    fc.assert(
      fc.property(
        modes,
        modes,
        modes,
        fc.constantFrom(...paths),
        fc.nat(1e6),
        (site, one, two, path, seed) => {
          const toml = `mode = "${site}"\nexempt = ["/free/*"]\n${route('/one/', `mode = "${one}"`)}${route('/two/', `mode = "${two}"\nfields = ["disallow-crawl"]`)}`
          const engine = engineFor(
            toml,
            'User-agent: *\nDisallow: /private/\nDisallow: /one/private/\n',
          )
          const plain = severity.indexOf(enforced(engine, path))
          const all = spellingsOf(path, 150, false).filter(
            (each) => each.startsWith('/') && leadsTo(path, each),
          )
          const odd = all[seed % all.length]!
          expect(severity.indexOf(enforced(engine, odd)), odd).toBeGreaterThanOrEqual(plain)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('what the app behind the middleware routes by is judged beside the resolved target', () => {
    const engine = engineFor(route('/private/', 'mode = "enforce"'))
    expect(placement(engine, '/open/', '/private/x/../../open/')).toMatchObject({
      spellings: ['/open/', '/private/x/../../open/'],
    })
    expect(placement(engine, '/.well-known/x', '/private/../.well-known/x').kind).toBe('rules')
  })

  test('pages carry the tags of all spellings, those of a route too', () => {
    const robots = 'ACAP-crawler: *\nACAP-disallow-index: /a/\nACAP-disallow-follow: /b/\n'
    const engine = engineFor(route('/b/', 'fields = ["disallow-preserve"]'), robots)
    const { tags } = termsOfSpellings(termsOf(engine), spellings('/a/..%2fb/x', engine.site.config))
    expect(tags.map(({ content }) => content).sort()).toEqual([
      'ACAP disallow-follow',
      'ACAP disallow-index',
      'ACAP disallow-preserve',
    ])
  })

  test('an exempt path is exempt only if every spelling is, a served file only as it is written', () => {
    const engine = engineFor('exempt = ["/free/*", "/health"]')
    expect(placement(engine, '/free/x').kind).toBe('exempt')
    expect(placement(engine, '/free/..%2fprivate/x').kind).toBe('rules')
    expect(placement(engine, '/robots.txt').kind).toBe('file')
    expect(enforced(engine, '/robots.txt%2f..%2fprivate/x')).toBe('refused')
    expect(enforced(engine, '/.well-known/..%2fprivate/x')).toBe('refused')
  })
})

describe('[P8] a target that is too long to be judged', () => {
  const long = (length: number) => `/${'a'.repeat(length - 1)}`

  test('by its own bytes in the form of P2', () => {
    const engine = engineFor('')
    expect(placement(engine, long(8192)).kind).toBe('rules')
    expect(placement(engine, long(8193))).toMatchObject({ kind: 'too-long', mode: 'enforce' })
    expect(placement(engine, `/${'ü'.repeat(1365)}`).kind).toBe('rules')
    expect(placement(engine, `/${'ü'.repeat(1366)}`).kind).toBe('too-long')
    expect(placement(engine, `/a?${'b'.repeat(8190)}`).kind).toBe('too-long')
    expect(placement(engine, `/${'%61'.repeat(8191)}`).kind).toBe('rules')
    expect(placement(engine, `/${'%61'.repeat(8192)}`).kind).toBe('too-long')
    expect(placement(engine, '/open/', long(8193)).kind).toBe('too-long')
  })

  test('by those of its spellings together', () => {
    const engine = engineFor('')
    expect(placement(engine, `/a;b${long(5000)}`).kind).toBe('rules')
    expect(placement(engine, `/a;p%2F..%2F//x;q/./y%5Cz;r%28${long(5000)}`).kind).toBe('too-long')
  })

  test('refuses nobody where the site only observes', () => {
    expect(placement(engineFor('mode = "observe"'), long(9000))).toMatchObject({ mode: 'observe' })
    const route = '[[route]]\nmatch = "/a/"\nmode = "enforce"\n'
    expect(placement(engineFor(`mode = "observe"\n${route}`), long(9000))).toMatchObject({
      mode: 'enforce',
    })
  })
})

/** Whether an origin that knows every step finds the path behind the spelling. */
function leadsTo(path: string, spelling: string): boolean {
  if (!URL.canParse(HOME + spelling)) return false
  const { pathname } = new URL(HOME + spelling)
  const once = pathname
    .replace(/%2f|%5c|\\/gi, '/')
    .replace(/;[^/]*/g, '')
    .replace(/\/{2,}/g, '/')
  return decoded(new URL(HOME + once).pathname) === path
}

function decoded(path: string): string {
  return URL.canParse(HOME + path)
    ? path.replace(/%([2-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : path
}
