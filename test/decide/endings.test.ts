import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Engine } from '../../src/decide/engine.ts'
import { strictestRuling } from '../../src/decide/judge.ts'
import { termsOf } from '../../src/decide/page-terms.ts'
import { placementOf } from '../../src/decide/placement.ts'
import { termsOfSpellings } from '../../src/decide/spelled-terms.ts'
import { spellings } from '../../src/decide/spellings.ts'
import { programOf } from '../support/bundle.ts'
import { runs } from '../support/runs.ts'

const HOME = 'https://www.test'

function outcomes(robots: string, targets: readonly string[], toml = ''): Record<string, string> {
  const engine = new Engine(
    programOf('site', { 'robots.txt': robots, 'site.toml': `hosts = ["www.test"]\n${toml}` }),
    null,
  )
  return Object.fromEntries(targets.map((target) => [target, outcome(engine, target)]))
}

function outcome(engine: Engine, target: string): string {
  const facts = { userAgent: 'AnyBot/1.0', target, uri: HOME + target, now: 0 }
  return strictestRuling(engine, facts, spellings(target, engine.site.config)).outcome
}

const all = (targets: readonly string[], outcome: string) =>
  Object.fromEntries(targets.map((each) => [each, outcome]))

const ENDINGS = [
  '?',
  '??',
  '?&',
  '?=',
  '/',
  '//',
  '/?',
  '/.',
  '/./',
  '%2f',
  ';',
  ';a=b',
  '/;a',
  '/x/..',
  '/x/../?',
  '/%2e',
]

describe('[P6] neither `?` nor `/` at the end opens a pattern', () => {
  const rules = {
    'an anchored rule': ['User-agent: *\nDisallow: /*.pdf$\n', '/a/doc.pdf'],
    'an anchored ACAP field': ['ACAP-crawler: *\nACAP-disallow-crawl: /*.pdf$\n', '/a/doc.pdf'],
    'an exact path of 1996': [
      'User-agent: *\nRobot-version: 2.0\nDisallow: /doc.pdf\n',
      '/doc.pdf',
    ],
    'a glob of 1996': ['User-agent: *\nRobot-version: 2.0\nDisallow: /[a-d]oc.pd?\n', '/doc.pdf'],
    'a take-down': ['ACAP-crawler: *\nACAP-request-take-down: /gone.html\n', '/gone.html'],
    'a rule beside a broader permission': [
      'User-agent: *\nAllow: /\nDisallow: /doc.pdf$\n',
      '/doc.pdf',
    ],
  } as const

  test.each(Object.entries(rules))('%s', (_, [robots, path]) => {
    const targets = ENDINGS.map((ending) => path + ending)
    expect(outcomes(robots, [path, ...targets])).toEqual(all([path, ...targets], 'prohibited'))
    expect(outcomes(robots, ['/open', '/open/', '/open?', '/'])).toEqual(
      all(['/open', '/open/', '/open?', '/'], 'permitted'),
    )
  })

  test('a rule with a query is not opened by a slash before it', () => {
    expect(
      outcomes('User-agent: *\nDisallow: /find?q=\n', ['/find?q=1', '/find/?q=1', '/find//?q=1']),
    ).toEqual(all(['/find?q=1', '/find/?q=1', '/find//?q=1'], 'prohibited'))
  })

  test('what is permitted for the longer path alone stays permitted', () => {
    const only = 'User-agent: *\nDisallow: /\nAllow: /news/\n'
    expect(outcomes(only, ['/news/', '/news/?', '/news/a/', '/news'])).toEqual({
      '/news/': 'permitted',
      '/news/?': 'permitted',
      '/news/a/': 'permitted',
      '/news': 'prohibited',
    })
    const narrower = 'ACAP-crawler: *\nACAP-disallow-crawl: /news$\nACAP-allow-crawl: /news/\n'
    expect(outcomes(narrower, ['/news/', '/news'])).toEqual({
      '/news/': 'permitted',
      '/news': 'prohibited',
    })
  })

  test('an anchored permission opens no longer path', () => {
    const home = 'User-agent: *\nDisallow: /\nAllow: /$\nAllow: /a$\n'
    expect(outcomes(home, ['/', '/?', '/a', '/a/', '/a?'])).toEqual({
      '/': 'permitted',
      '/?': 'prohibited',
      '/a': 'permitted',
      '/a/': 'prohibited',
      '/a?': 'prohibited',
    })
  })

  test('nor a route, its mode and its tags', () => {
    const site = programOf('site', {
      'robots.txt': 'User-agent: *\nDisallow: /b/\n',
      'site.toml':
        'hosts = ["www.test"]\nmode = "observe"\n[[route]]\nmatch = "/a.html$"\nmode = "enforce"\nfields = ["disallow-crawl", "disallow-index"]\n[[route]]\nmatch = "/off/"\nmode = "off"\n',
    })
    const engine = new Engine(site, null)
    for (const ending of ENDINGS) {
      const target = `/a.html${ending}`
      const placement = placementOf(engine, { method: 'GET', target, routedAs: null })
      expect(placement, target).toMatchObject({ kind: 'rules', mode: 'enforce' })
      expect(outcome(engine, target), target).toBe('prohibited')
      const { tags } = termsOfSpellings(termsOf(engine), spellings(target, site.config))
      expect(
        tags.map(({ content }) => content),
        target,
      ).toContain('ACAP disallow-index')
    }
    expect(placementOf(engine, { method: 'GET', target: '/off/', routedAs: null }).kind).toBe('off')
  })

  test('[T1] a take-down counts for any query where the site says so', () => {
    const robots =
      'ACAP-crawler: *\nACAP-request-take-down: /gone.html\nACAP-request-take-down: /q?a=1\n'
    const targets = [
      '/gone.html?a=b',
      '/gone.html?',
      '/gone.html/?a',
      '/GONE.html?x',
      '//gone.html;y?z',
    ]
    expect(outcomes(robots, ['/gone.html?a=b'])).toEqual(all(['/gone.html?a=b'], 'permitted'))
    const any = '[paths]\ntake-down-query = "any"\n'
    expect(outcomes(robots, targets, any)).toEqual(all(targets, 'prohibited'))
    expect(outcomes(robots, ['/gone.htmls?a', '/gone', '/q', '/q?a=2', '/q?a=1&b'], any)).toEqual(
      all(['/gone.htmls?a', '/gone', '/q', '/q?a=2', '/q?a=1&b'], 'permitted'),
    )
  })

  test('an anchored pattern that prohibits a path prohibits it with every ending', () => {
    const segment = fc.constantFrom('a', 'b', 'news', '*', 'x.html', '*.pdf')
    const pattern = fc
      .array(segment, { minLength: 1, maxLength: 3 })
      .map((parts) => `/${parts.join('/')}$`)
    // A permission of the longer path itself may be narrower, and keeps its say: here is none.
    const permission = fc.constantFrom('', '/', '/*')
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 4 }),
        permission,
        pattern,
        fc.constantFrom(...ENDINGS),
        fc.boolean(),
        (list, open, aim, ending, acap) => {
          const [name, allow, disallow] = acap
            ? ['ACAP-crawler', 'ACAP-allow-crawl', 'ACAP-disallow-crawl']
            : ['User-agent', 'Allow', 'Disallow']
          const permitting = open === '' ? '' : `${allow}: ${open}\n`
          const robots = `${name}: *\n${permitting}${list.map((each) => `${disallow}: ${each}\n`).join('')}`
          const path = aim.replaceAll('*', 'b').replace('$', '')
          const found = outcomes(robots, [path, path + ending])
          if (found[path] === 'prohibited')
            expect(found[path + ending], `${robots}${path}${ending}`).toBe('prohibited')
        },
      ),
      { numRuns: runs(400, 20_000) },
    )
  })
})
