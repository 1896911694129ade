import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../src/cli/package-root.ts'
import { acap, folderWith } from '../support/acap.ts'

const POLICY = `User-agent: *
Disallow: /conventional/

ACAP-crawler: SearchBot1
ACAP-disallow-crawl: /private/
ACAP-allow-present-snippet: / max-length=20-words
`
const question = (target: string, more: object = {}) =>
  JSON.stringify({ policy: POLICY, case: { userAgent: 'SearchBot1/1.0', target, ...more } })

const batch = (...lines: readonly string[]) => {
  const { code, out } = acap(['decide', '--batch'], { input: lines.map((line) => `${line}\n`).join('') })
  return {
    code,
    answers: out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

describe('acap decide', () => {
  const decide = (...args: readonly string[]) => {
    const cwd = folderWith({ 'robots.txt': POLICY })
    return acap(['decide', 'robots.txt', ...args], { cwd })
  }

  it('answers one question in words, and a prohibition is no failure', () => {
    const { code, out } = decide('/private/a', '--as', 'SearchBot1/1.0')
    expect(out).toContain('crawl prohibited (acap)\n  robots.txt:5  ACAP-disallow-crawl: /private/\n')
    expect(code).toBe(0)
  })

  it('answers as JSON (docs/semantics.md, D)', () => {
    const { out } = decide('/a', '--as', 'SearchBot1', '--usage', 'present-snippet', '--json')
    expect(JSON.parse(out)).toMatchObject({
      usage: 'present-snippet',
      outcome: 'permitted',
      crawler: { name: 'searchbot1', assurance: 'claimed' },
      restrictions: [{ type: 'max-length', count: 20, unit: 'words' }],
      fields: [{ source: 'robots.txt', line: 6 }],
    })
  })

  it.each([
    ['no User-Agent', ['/a'], 'who asks is missing'],
    ['no target', ['--as', 'x'], 'TARGET'],
    ['a target that is no path', ['a', '--as', 'x'], '`case.target`'],
    ['a usage nobody knows', ['/a', '--as', 'x', '--usage', 'scrape'], '`case.usage`'],
  ])('refuses %s as wrong use', (_, args, message) => {
    const { code, err } = decide(...args)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  it('says which file is not there', () => {
    const { code, err } = acap(['decide', 'nowhere.txt', '/', '--as', 'x'])
    expect(err).toBe('acap: `nowhere.txt` does not exist\n')
    expect(code).toBe(2)
  })
})

describe('acap decide --batch', () => {
  it('answers line by line, in order', () => {
    const { code, answers } = batch(question('/private/'), question('/'), question('/conventional/'))
    expect(answers.map(({ outcome, basis }) => `${outcome} ${basis}`)).toEqual([
      'prohibited acap',
      'permitted unspecified',
      'prohibited conventional',
    ])
    expect(code).toBe(0)
  })

  it('answers what it cannot understand with an error in its place, and ends with 2', () => {
    const { code, answers } = batch(
      '{',
      '{"policy": 1, "case": {}}',
      '{"policy": ""}',
      question('no-path'),
      question('/'),
    )
    expect(answers.map(({ error }) => error)).toEqual([
      expect.stringContaining('no JSON'),
      expect.stringContaining('`policy`'),
      expect.stringContaining('`case`'),
      expect.stringContaining('`case.target`'),
      undefined,
    ])
    expect(code).toBe(2)
  })

  it('answers the conformance cases as they expect', () => {
    const groups = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'test/conformance/guide.json'), 'utf8')) as {
      readonly policy: string
      readonly cases: readonly { readonly expect?: string }[]
    }[]
    const cases = groups.flatMap(({ policy, cases: list }) => list.map((each) => ({ policy, case: each })))
    const { code, answers } = batch(...cases.map((each) => JSON.stringify(each)))
    expect(answers.map(({ outcome }) => outcome)).toEqual(cases.map((each) => each.case.expect))
    expect(code).toBe(0)
  })

  it('[A2] asks for an application where the case names none', () => {
    const policy = 'User-agent: *\nApp-Directives: one;a=1, two;a=2\n'
    const line = (more: object) => JSON.stringify({ policy, case: { userAgent: 'x', target: '/', ...more } })
    const input = `${line({})}\n${line({ application: 'two' })}\n`
    const { out } = acap(['decide', '--batch', '--app', 'one'], { input })
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((each) => JSON.parse(each).directives),
    ).toEqual([{ a: 1 }, { a: 2 }])
  })

  it('answers more lines than it could hold open, each policy compiled once', () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => question(i % 2 ? `/private/${i}` : `/${i}`))
    const { answers } = batch(...lines)
    expect(answers).toHaveLength(20_000)
    expect(answers.every(({ outcome }, i) => outcome === (i % 2 ? 'prohibited' : 'permitted'))).toBe(true)
  })
})
