import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'
import { acap, folderWith } from '../support/cli/acap.ts'

const POLICY = `User-agent: *
Disallow: /conventional/

ACAP-crawler: SearchBot1
ACAP-disallow-crawl: /private/
ACAP-allow-present-snippet: / max-length=20-words
`
const question = (target: string, more: object = {}) =>
  JSON.stringify({ policy: POLICY, case: { userAgent: 'SearchBot1/1.0', target, ...more } })

interface Group {
  readonly policy: string
  readonly cases: readonly { readonly expect?: string }[]
}

const batch = (...lines: readonly string[]) => {
  const { code, out } = acap(['decide', '--batch'], {
    input: lines.map((line) => `${line}\n`).join(''),
  })
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

  it('answers one question in words, and a prohibition is not a failure', () => {
    const { code, out } = decide('/private/a', '--as', 'SearchBot1/1.0')
    expect(out).toContain(
      'crawl prohibited (acap)\n  robots.txt:5  ACAP-disallow-crawl: /private/\n',
    )
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
    ['no User-Agent', ['/a'], 'missing --as'],
    ['no target', ['--as', 'x'], 'TARGET'],
    [
      'a target that is not a path',
      ['a', '--as', 'x'],
      '`target` is `"a"`: it should be a path, beginning with `/`',
    ],
    [
      'a usage nobody knows',
      ['/a', '--as', 'x', '--usage', 'indx'],
      '`usage` is `"indx"`: did you mean `index`?',
    ],
    ['a time that is none', ['/a', '--as', 'x', '--at', 'soon'], '`soon` is not a time'],
  ])('refuses %s as wrong use', (_, args, message) => {
    const { code, err } = decide(...args)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  it('names the file that was given, and reads a time without a zone as UTC', () => {
    const hours = 'User-agent: *\nVisit-time: 0100-0200\n'
    const cwd = folderWith({ 'mine.txt': POLICY, 'hours.txt': hours })
    const env = { TZ: 'Asia/Tokyo' }
    const { out } = acap(['decide', 'mine.txt', '/private/a', '--as', 'SearchBot1'], { cwd })
    expect(out).toContain('  mine.txt:5  ACAP-disallow-crawl: /private/\n')
    expect(out).toContain(', line 5 of mine.txt\n')
    const at = (time: string) =>
      acap(['decide', 'hours.txt', '/a', '--as', 'x', '--at', time], { cwd, env }).out
    expect(at('2026-01-15T01:30:00')).toContain('crawl permitted')
    expect(at('2026-01-15T10:30:00')).toContain('crawl deferred')
  })

  it('says which file is not there', () => {
    const { code, err } = acap(['decide', 'nowhere.txt', '/', '--as', 'x'])
    expect(err).toBe('acap: `nowhere.txt` does not exist\n')
    expect(code).toBe(2)
  })
})

describe('acap decide --batch', () => {
  it('answers line by line, in order', () => {
    const { code, answers } = batch(
      question('/private/'),
      question('/'),
      question('/conventional/'),
    )
    expect(answers.map(({ outcome, basis }) => `${outcome} ${basis}`)).toEqual([
      'prohibited acap',
      'permitted unspecified',
      'prohibited conventional',
    ])
    expect(code).toBe(0)
  })

  it('answers what it cannot understand with an error in its place, by its line, and ends with 2', () => {
    const lines = [
      ['{', 'line 1: this is not JSON: '],
      ['[]', 'line 2: this is not an object: '],
      ['{"policy": 1, "case": {}}', 'line 3: `policy` is not text'],
      ['{"case": {}}', 'line 4: `policy` is missing'],
      ['{"policy": ""}', 'line 5: `case` is missing'],
      ['{"policy": "", "target": "/"}', 'line 6: `target` stands beside `case`: it belongs in it'],
      [
        question('no-path'),
        'line 7: `case.target` is `"no-path"`: it should be a path, beginning with `/`',
      ],
    ] as const
    const beside =
      '{"policy": "", "case": {"userAgent": "x", "target": "/"}, "toString": "a note of the author"}'
    expect(batch(beside).code).toBe(0)
    const { code, answers } = batch(...lines.map(([line]) => line), question('/'))
    expect(answers.slice(0, -1).map(({ error }) => error)).toEqual(
      lines.map(([, error]) =>
        expect.stringMatching(new RegExp(`^${error.replace(/[`/"]/g, '\\$&')}`)),
      ),
    )
    expect(answers.at(-1)).toMatchObject({ outcome: 'permitted' })
    expect(code).toBe(2)
    const { err } = acap(['decide', '--batch'], { input: `${question('/')}\n{\n[\n` })
    expect(err).toBe('acap: 2 of 3 lines were not understood, first line 2\n')
  })

  it('passes over blank lines, which still count', () => {
    const { code, answers } = batch('', question('/'), '  \r', question('x'), '')
    expect(answers).toMatchObject([
      { outcome: 'permitted' },
      { error: expect.stringMatching(/^line 4: /) },
    ])
    expect(code).toBe(2)
    expect(acap(['decide', '--batch'], { input: '\n' })).toEqual({ code: 0, out: '', err: '' })
  })

  it('leaves what is asked to the lines', () => {
    expect(acap(['decide', '--batch', '--as', 'x'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--as'),
    })
    expect(acap(['decide', '--batch', '--purpose', 'x']).err).toContain(
      '--purpose is for one question',
    )
  })

  it.each(['conformance', 'conformance-ours'])(
    'answers every case of test/%s as it expects',
    (folder) => {
      const path = join(PACKAGE_ROOT, 'test', folder)
      const groups = readdirSync(path)
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => JSON.parse(readFileSync(join(path, name), 'utf8')) as Group[])
      // A case has a policy, and no site.toml.
      const cases = groups
        .filter((group) => !('site' in group))
        .flatMap(({ policy, cases: list }) => list.map((each) => ({ policy, case: each })))
      const described = cases.map((each) => ({
        ...each,
        case: { ...each.case, name: 'x', why: 'y', note: 'z' },
      }))
      const { code, answers } = batch(...described.map((each) => JSON.stringify(each)))
      expect(answers.map(({ error }) => error).filter((error) => error !== undefined)).toEqual([])
      expect(answers.map(({ outcome }, i) => cases[i]!.case.expect && outcome)).toEqual(
        cases.map((each) => each.case.expect),
      )
      expect(code).toBe(0)
    },
  )

  it('[A2] asks for an application where the case names none', () => {
    const policy = 'User-agent: *\nApp-Directives: one;a=1, two;a=2\n'
    const line = (more: object) =>
      JSON.stringify({ policy, case: { userAgent: 'x', target: '/', ...more } })
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
    const lines = Array.from({ length: 20_000 }, (_, i) =>
      question(i % 2 ? `/private/${i}` : `/${i}`),
    )
    const { answers } = batch(...lines)
    expect(answers).toHaveLength(20_000)
    expect(
      answers.every(({ outcome }, i) => outcome === (i % 2 ? 'prohibited' : 'permitted')),
    ).toBe(true)
  })
})
