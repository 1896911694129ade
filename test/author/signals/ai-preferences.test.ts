/**
 * The examples of AI Preferences, each with its section: draft-ietf-aipref-vocab-08 and draft-ietf-aipref-attach-05.
 */
import { describe, expect, it, test } from 'vitest'
import { readText } from '../../../src/language/site/read-site.ts'
import { robots } from '../../../src/robots-full.ts'
import { RETIRED_LABELS, readAiPreferences } from '../../../src/words/ai-preferences.ts'

const read = (value: string) => Object.fromEntries(readAiPreferences(value))

test.each([
  ['6', 'train-ai=y, search=n', { 'train-ai': 'y', search: 'n' }],
  ['6.5.1', 'train-ai=y, train-ai, search=n, search="n"', {}],
  ['6.5.2', 'train-ai;allow=n, train-ai=y', { 'train-ai': 'y' }],
  ['6.5.2', 'train-ai;has;parameters="?";', {}],
  ['6.5.2', 'train-ai;has;parameters="?"', {}],
  // Rules without an example.
  ['6.1', 'Train-AI=n, search=n', {}],
  ['6.4', 'unknown=n, ai-use=n;more=1', { 'ai-use': 'n' }],
  ['6.5', 'train-ai=no, ai-use=?1, search=(y)', {}],
  ['6.5.1', 'train-ai=n, train-ai=y', { 'train-ai': 'y' }],
  ['6.5.1', 'train-ai=n,', {}],
  ['6.5.1', '', {}],
])('vocab %s: %s', (_, value, expected) => expect(read(value)).toEqual(expected))

describe('labels of older drafts', () => {
  it.each(Object.entries(RETIRED_LABELS))(
    '%s disallows what took its place',
    (label, categories) => {
      expect(read(`${label}=n`)).toEqual(Object.fromEntries(categories.map((each) => [each, 'n'])))
      expect(read(`${label}=y`)).toEqual({})
    },
  )

  it('today’s labels count before them', () => {
    expect(read('bots=n, search=y')).toEqual({ 'train-ai': 'n', 'ai-use': 'n', search: 'y' })
    expect(read('bots=n, search=?0')).toEqual({ 'train-ai': 'n', 'ai-use': 'n' })
  })

  it('each has a finding that renews it', () => {
    const { findings } = readText(
      'User-agent: *\nContent-Usage: /a/ bots=n, search=y, train-genai=n\nAllow: /\n',
    )
    const renewed = findings.filter(({ code }) => code === 'ACAP154')
    expect(renewed.map(({ column, help, fix }) => [column, help, fix[0]?.text])).toEqual([
      [20, 'write `train-ai=n, ai-use=n`', 'train-ai=n, ai-use=n'],
      [38, 'remove it: the line says it already', undefined],
    ])
  })
})

const trained = (text: string, target: string, userAgent = 'AnyBot') => {
  const { says, by } = robots(text).preferences({ userAgent, target }).train
  return [
    says,
    ...by.filter(({ vocabulary }) => vocabulary === 'content-usage').map(({ line }) => line),
  ]
}

describe('attach 3.4, figure 2 and table 1', () => {
  const text = `User-Agent: *
Allow: /
Disallow: /never/
Content-Usage: train-ai=n
Content-Usage: /ai-ok/ train-ai=y

User-Agent: ExampleBot
Allow: /
Content-Usage: train-ai=y
`
  test.each([
    ['/test', 'AnyBot', ['no', 4]],
    // The preference is not applicable; what may not be fetched may not be used (L6).
    ['/never/test', 'AnyBot', ['no']],
    ['/ai-ok/test', 'AnyBot', ['yes', 5]],
    ['/test', 'ExampleBot', ['yes', 9]],
    ['/never/test', 'ExampleBot', ['yes', 9]],
  ])('%s for %s', (target, userAgent, expected) =>
    expect(trained(text, target, userAgent)).toEqual(expected),
  )
})

it('attach 1.2: robots.txt', () => {
  expect(trained('User-Agent: *\nAllow: /\nContent-Usage: train-ai=n\n', '/')).toEqual(['no', 3])
})

it('attach 1.2 and 2: the header of an answer, and that of a request', () => {
  const headers = { 'Content-Usage': 'train-ai=n' }
  const question = { userAgent: 'AnyBot', target: '/', headers }
  expect(robots('').preferences(question).train.says).toBe('no')
})

it('RFC 9651 4.2: lines of one header are one dictionary', () => {
  const headers = { 'content-usage': ['train-ai=n', 'train-ai=y'] }
  const question = { userAgent: 'AnyBot', target: '/', headers }
  expect(robots('').preferences(question).train.says).toBe('yes')
})

describe('attach 3.1', () => {
  it('identical paths combine by vocab 7.1, in any order', () => {
    for (const [first, last] of [
      ['y', 'n'],
      ['n', 'y'],
    ])
      expect(
        trained(
          `User-agent: *\nContent-Usage: /a train-ai=${first}\nContent-Usage: /a train-ai=${last}\n`,
          '/a',
        )[0],
      ).toBe('no')
  })

  it('counts the octets of encoded paths', () => {
    const text = 'User-agent: *\nContent-Usage: /%C3%A9* train-ai=n\nContent-Usage: /é train-ai=y\n'
    expect(trained(text, '/%C3%A9x')[0]).toBe('no')
  })

  it('a value that begins otherwise has no path', () => {
    expect(trained('User-agent: *\nContent-Usage: */a train-ai=n\n', '/a')).toEqual(['unspecified'])
  })
})
