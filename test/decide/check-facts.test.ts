import { describe, expect, test } from 'vitest'
import { decide, engineOf } from '../../src/decide/decide.ts'
import type { EngineFacts } from '../../src/decide/decision.ts'
import { explain } from '../../src/decide/explain.ts'
import { judge, siteContextOf } from '../../src/decide/judge.ts'
import { compileRegistry } from '../../src/program/compile/compile-registry.ts'
import { siteOf } from '../support/site-of.ts'

const SITE = siteOf(
  'User-agent: *\nDisallow: /private/\n\nACAP-crawler: *\nACAP-disallow-preserve: /\n',
)
const CONTEXT = siteContextOf(SITE, compileRegistry([]), [])

const ENTRY_POINTS: Readonly<Record<string, (facts: EngineFacts) => string>> = {
  decide: (facts) => decide(SITE, facts).outcome,
  explain: (facts) => explain(engineOf(SITE), facts).decision.outcome,
  judge: (facts) => judge(CONTEXT, facts).ruling.outcome,
}
const ASKED = { userAgent: 'AnyBot/1.0', target: '/private/a', now: 0 } as const

describe.each(Object.entries(ENTRY_POINTS))('%s', (_name, ask) => {
  test.each(['/private/a', 'https://a.test/private/a', 'http://a.test/private/a?b#c'])(
    'takes %s',
    (target) => {
      expect(ask({ ...ASKED, target })).toBe('prohibited')
    },
  )

  test.each(['private/a', '', 'ftp://a.test/', '*'])('refuses the target `%s`', (target) => {
    expect(() => ask({ ...ASKED, target })).toThrow(
      new TypeError(
        `\`${target}\` is no target: give a path that begins with \`/\`, or an http or https URL`,
      ),
    )
  })

  test.each(['Preserve', 'preserved', 'train', 'toString'])('refuses the usage `%s`', (usage) => {
    expect(() => ask({ ...ASKED, target: '/a', usage: usage as never })).toThrow(
      `unknown usage \`${usage}\`: one of crawl, follow, `,
    )
  })

  test.each([
    ['dialect', 'REP'],
    ['purposes', 'search'],
    ['meta', [{ name: 'robots', content: 'noindex' }]],
    ['elements', ['the-acap:disallow-index']],
    ['assurance', 'verified'],
    ['interprets', 'none'],
    ['interprets', { usages: ['train'], qualifiers: [] }],
    ['joined', '/a'],
    ['uri', 5],
    ['application', null],
    ['agent', 'GPTBot'],
  ])('names a `%s` that is wrong: %j', (member, value) => {
    expect(() => ask({ ...ASKED, target: '/a', [member]: value })).toThrow(`\`${member}\` must be `)
  })

  test.each(['userAgent', 'target', 'now'])('names a `%s` that is missing or wrong', (member) => {
    for (const value of [undefined, null, {}]) {
      expect(() => ask({ ...ASKED, [member]: value })).toThrow(`\`${member}\` must be `)
    }
  })
})

test('the page of a URL is at its own host, the page of a path at the site', () => {
  const uri = (target: string) => judge(CONTEXT, { ...ASKED, target }).ruling.facts.uri
  expect([uri('https://b.test?q#f'), uri('https://b.test/a#f'), uri('/a')]).toEqual([
    'https://b.test/?q',
    'https://b.test/a',
    `${CONTEXT.home}/a`,
  ])
})
