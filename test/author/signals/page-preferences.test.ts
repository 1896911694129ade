/** What a file and a page say about the uses of a page. docs/library.md has the table; each row is asked here. */
import { describe, expect, it, test } from 'vitest'
import { PAGE_USES, type PagePreferences } from '../../../src/author/signals/statements.ts'
import { type PreferencesQuestion, robots, robotsOf } from '../../../src/robots-full.ts'
import { textOf } from '../../support/house/markdown.ts'

const says = (all: PagePreferences) => PAGE_USES.map((use) => all[use].says)
const ask = (text: string, question: Partial<PreferencesQuestion> = {}) =>
  robots(text).preferences({ userAgent: 'AnyBot', target: '/a', ...question })

const SIGNAL_ROW = /^\| `([^`]+)` \| (.*?) \| (.*) \|$/
const rows = textOf('docs/library.md')
  .split('## What may be done with a page?')[1]!
  .split('\n## ')[0]!
  .split('\n')
  .flatMap((line) => {
    const [, signal, where, cells] = SIGNAL_ROW.exec(line) ?? []
    return signal === undefined ? [] : [[signal, where!, cells!.split('|')] as const]
  })

/** The ways in which a row's signal comes. */
function questionsOf(signal: string, where: string): readonly PagePreferences[] {
  const [, userAgent = 'AnyBot'] = /, to `(.*)`/.exec(where) ?? []
  const [, token = '*'] = /group of `(.*?)`/.exec(where) ?? []
  const [, name = '', value = ''] = /^([^:]*): *(.*)$/.exec(signal) ?? []
  const isPage = where.startsWith('page')
  const meta = isPage ? { name: 'robots', content: signal } : { name, content: value }
  const header = isPage ? { 'x-robots-tag': signal } : { [name]: value }
  const named = where === 'META' && name === '' ? { name: 'robots', content: signal } : meta
  return [
    ...(isPage || where.includes('META') ? [ask('', { userAgent, meta: [named] })] : []),
    ...(isPage || where.includes('header')
      ? [
          ask('', { userAgent, headers: header }),
          ask('', { userAgent, headers: new Headers(header) }),
        ]
      : []),
    ...(/^(?:robots\.txt|group)/.test(where)
      ? [ask(`User-agent: ${token}\n${signal}\n`, { userAgent })]
      : []),
    ...(where === 'record' ? [ask(`ACAP-crawler: *\n${signal}\n`, { userAgent })] : []),
  ]
}

describe('the table of docs/library.md', () => {
  it('has rows', () => expect(rows.length).toBeGreaterThan(30))

  test.each(rows)('%s: %s', (signal, where, cells) => {
    const answers = questionsOf(signal, where)
    expect(answers.length).toBeGreaterThan(0)
    for (const answer of answers)
      expect(says(answer)).toEqual(cells.map((cell) => cell.trim() || 'unspecified'))
  })
})

it('the strictest is first, each source once with its line', () => {
  const text = 'User-agent: *\nContent-Signal: search=yes\nContent-Usage: search=n\n'
  expect(ask(text, { meta: [{ name: 'robots', content: 'noindex' }] }).search).toEqual({
    says: 'no',
    by: [
      { vocabulary: 'robots-meta', text: 'noindex' },
      { vocabulary: 'content-usage', line: 3, text: 'Content-Usage: search=n' },
      { vocabulary: 'content-signal', line: 2, text: 'Content-Signal: search=yes' },
    ],
  })
})

describe('[C1] groups', () => {
  const text = `License: /all.xml

User-agent: *
Content-Signal: ai-train=no
Disallow:

User-agent: FooBot
Content-Signal: /a ai-train=yes
Content-Signal: /a/b ai-train=no
License: /foo.xml
Disallow: /closed
`
  const trained = (target: string, userAgent = 'FooBot/1.0') =>
    ask(text, { userAgent, target }).train.by.map(({ text: own, line }) => `${own}, line ${line}`)

  it("a crawler's own group replaces that of `*`, and its licence the file's", () => {
    expect(trained('/x')).toEqual(['License: /foo.xml, line 10'])
    expect(trained('/x', 'BarBot')).toEqual([
      'Content-Signal: ai-train=no, line 4',
      'License: /all.xml, line 1',
    ])
  })

  it('the longest path counts', () => {
    expect(trained('/a/b/c')[0]).toBe('Content-Signal: /a/b ai-train=no, line 9')
    expect(trained('/a/c')[1]).toBe('Content-Signal: /a ai-train=yes, line 8')
  })

  it('[L6] what may not be fetched may not be used', () => {
    expect(says(ask(text, { userAgent: 'FooBot', target: '/closed/1' }))).toEqual(
      Array(5).fill('no'),
    )
  })

  it('a policy token that is closed closes its one use', () => {
    const closed = 'User-agent: Google-Extended\nDisallow: /\n'
    const expected = ['unspecified', 'no', 'unspecified', 'unspecified', 'unspecified']
    expect(says(ask(closed, { userAgent: 'Google-Extended' }))).toEqual(expected)
  })
})

it('a plain robots.txt says nothing about the uses of what may be fetched', () => {
  expect(says(ask('User-agent: *\nDisallow: /private/\n'))).toEqual(Array(5).fill('unspecified'))
})

it('a fault in Content-Usage makes all of it unknown', () => {
  expect(ask('User-agent: *\nContent-Usage: train-ai=n, search=\n').train.says).toBe('unspecified')
})

it('a file that could not be read closes everything, without a line', () => {
  const by = [{ vocabulary: 'robots-exclusion', text: 'robots.txt could not be read' }]
  const { train } = robotsOf(503).preferences({ userAgent: 'AnyBot', target: '/' })
  expect(train).toEqual({ says: 'no', by })
})

it('what it gives is plain', () => {
  const answer = ask('User-agent: *\nContent-Signal: ai-train=no\n')
  expect(structuredClone(answer)).toEqual(answer)
})

it.each([
  [undefined, '`userAgent` must be a string'],
  [{ target: '/' }, '`userAgent` must be a string'],
  [{ userAgent: 'a', target: 'x' }, 'is no target'],
  [{ userAgent: 'a', target: '/', headers: 1 }, '`headers` must be'],
  [{ userAgent: 'a', target: '/', meta: {} }, '`meta` must be a list'],
])('refuses %j', (question, message) => {
  expect(() => robots('').preferences(question as PreferencesQuestion)).toThrow(message)
})
