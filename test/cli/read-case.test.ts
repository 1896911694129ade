import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/cli/exit-codes.ts'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'
import { readCase } from '../../src/cli/read-case.ts'

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
    expect(facts.meta).toMatchObject([{ source: 'meta', name: 'robots', effect: 'disallow', usage: 'follow' }])
    expect(facts.elements).toEqual([{ effect: 'disallow', usage: 'index' }])
  })

  it.each([
    ['no case at all', null, '`case`'],
    ['no User-Agent', { target: '/' }, '`case.userAgent`'],
    ['a target that is no path', { userAgent: '', target: 'a' }, '`case.target`'],
    ['a usage that ACAP does not know', { userAgent: '', target: '/', usage: 'scrape' }, '`case.usage`'],
    ['a time that is none', { userAgent: '', target: '/', now: 'noon' }, '`case.now`'],
  ])('with %s is refused, by name', (_, value, member) => {
    expect(() => readCase(value)).toThrow(UsageError)
    expect(() => readCase(value)).toThrow(member)
  })

  it.each(readdirSync(CASES).filter((name) => name.endsWith('.json')))('is understood in all of %s', (name) => {
    const groups = JSON.parse(readFileSync(join(CASES, name), 'utf8')) as { readonly cases: readonly unknown[] }[]
    for (const { cases } of groups) for (const each of cases) expect(() => readCase(each)).not.toThrow()
  })
})
