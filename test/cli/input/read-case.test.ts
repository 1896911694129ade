import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../src/base/faults.ts'
import { PACKAGE_ROOT } from '../../../src/base/files/package-root.ts'
import { readCase } from '../../../src/cli/input/read-case.ts'

const CASES = join(PACKAGE_ROOT, 'test', 'conformance')

describe('a case', () => {
  it('has the defaults that the conformance cases state', () => {
    expect(readCase({ userAgent: 'Bot/1.0', target: '/a?b' })).toEqual({
      userAgent: 'Bot/1.0',
      target: '/a?b',
      now: Date.parse('2026-01-15T12:00:00Z'),
      uri: 'https://www.example.com/a?b',
    })
  })

  it('has its META tags and class tokens read as typed data', () => {
    const facts = readCase({
      userAgent: '',
      target: '/',
      meta: [
        { name: 'robots', content: 'nofollow' },
        { name: 'robots', content: 'ACAP disallow-follow' },
      ],
      elements: ['abstract', 'the-acap:disallow-index'],
    })
    expect(facts.meta).toMatchObject([
      { source: 'meta', name: 'robots', effect: 'disallow', usage: 'follow' },
    ])
    expect(facts.elements).toEqual([{ effect: 'disallow', usage: 'index' }])
  })

  const ASKED = { userAgent: '', target: '/' }

  it.each([
    [null, '`case` is `null`: it should be an object'],
    [{ target: '/' }, '`case.userAgent` is missing'],
    [{ ...ASKED, userAgent: 7 }, '`case.userAgent` is `7`: it should be a text in quotes'],
    [{ ...ASKED, target: 'a' }, '`case.target` is `"a"`: it should be a path, beginning with `/`'],
    [{ ...ASKED, usage: 'scrape' }, '`case.usage` is `"scrape"`: it should be `crawl`, `follow`, '],
    [{ ...ASKED, usage: 'presnt' }, '`case.usage` is `"presnt"`: did you mean `present`?'],
    [
      { ...ASKED, now: 'noon' },
      '`case.now` is `"noon"`: it should be a time that exists, as 2026-01-15T12:00:00Z',
    ],
    [{ ...ASKED, now: 'January 5' }, '`case.now` is `"January 5"`'],
    [{ ...ASKED, constructor: 1 }, '`case.constructor` is not known: known are userAgent, '],
    [{ ...ASKED, purposes: 'news' }, '`case.purposes` is `"news"`: it should be a list'],
    [{ ...ASKED, meta: [{ name: 'x' }] }, '`case.meta[0].content` is missing'],
    [
      { ...ASKED, meta: [{ name: 'x', content: '', contnt: '' }] },
      '`case.meta[0].contnt` is not known: did you mean `content`?',
    ],
    [
      { ...ASKED, interprets: 'none' },
      '`case.interprets` is `"none"`: it should be `all` or `crawl-only`, or an object',
    ],
    [
      { ...ASKED, now: '2026-02-30T12:00:00Z' },
      '`case.now` is `"2026-02-30T12:00:00Z"`: it should be a time that exists, as',
    ],
    [{ ...ASKED, now: '2026-02-30' }, '`case.now` is `"2026-02-30"`'],
    [{ ...ASKED, purposes: ['a'.repeat(99), 7] }, '`case.purposes[1]` is `7`'],
    [{ ...ASKED, at: '2026-01-01' }, '`case.at` is not known: did you mean `now`?'],
    [{ ...ASKED, url: '/' }, '`case.url` is not known: did you mean `target`?'],
    [{ ...ASKED, path: '/' }, '`case.path` is not known: did you mean `target`?'],
    [{ ...ASKED, usag: 'index' }, '`case.usag` is not known: did you mean `usage`?'],
    [
      { ...ASKED, frobnicate: 1 },
      '`case.frobnicate` is not known: known are userAgent, target, usage, ',
    ],
  ])('%j is refused in plain words', (value, words) => {
    expect(() => readCase(value)).toThrow(UsageError)
    expect(() => readCase(value)).toThrow(words)
  })

  it('tells the time that it means', () => {
    const now = (text: string) => readCase({ ...ASKED, now: text }).now
    expect(now('2026-01-15T12:00:00+02:00')).toBe(Date.parse('2026-01-15T10:00:00Z'))
    expect(now('2026-01-15t12:00:00.5z')).toBe(Date.parse('2026-01-15T12:00:00.5Z'))
    expect(now('2028-02-29T12:00')).toBe(Date.parse('2028-02-29T12:00:00Z'))
    expect(now('2026-01-15')).toBe(Date.parse('2026-01-15T00:00:00Z'))
  })

  it.each(readdirSync(CASES).filter((name) => name.endsWith('.json')))(
    'is understood in all of %s',
    (name) => {
      const groups = JSON.parse(readFileSync(join(CASES, name), 'utf8')) as {
        readonly cases: readonly unknown[]
      }[]
      for (const { cases } of groups)
        for (const each of cases) expect(() => readCase(each)).not.toThrow()
    },
  )
})
