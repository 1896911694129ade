/**
 * [R9] A misspelling by which crawlers lose a prohibition, or the name of a crawler, is an error.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readText } from '../../src/language/site/read-site.ts'
import { USAGES } from '../../src/words/usages.ts'

const codeOf = (line: string) =>
  readText(`${line}\n`).findings.map(({ code, severity }) => `${severity} ${code}`)
const LOST = 'error ACAP104'

describe('a lost prohibition or name is an error', () => {
  it.each([
    'Disalllow: /a',
    'Dsallow: /a',
    'Dislow: /a',
    'Disallowed: /a',
    'DISALOWW: /a',
    'Useragnt: bot',
    'User-agents: bot',
    'Usr-agent: bot',
    'ACAP-crwler: bot',
    'ACAP-dissalow-crawl: /a',
    'ACAP-disalow-present-snippet: /a',
    'ACAP-disalow-crwl: /a',
    'ACAP-disalow-(news): /a',
    '\u200bDisallow: /a',
    'Disallow /a /b',
    'Dsallow /a /b',
  ])('%s', (line) => {
    expect(codeOf(line)).toContain(LOST)
  })

  it('after any two edits of the name', () => {
    const names = [
      'Disallow',
      'User-agent',
      'ACAP-crawler',
      ...USAGES.map((usage) => `ACAP-disallow-${usage}`),
    ]
    const letters = fc.constantFrom(...'abcdelorswxyz')
    const edit = fc.tuple(fc.constantFrom('insert', 'drop', 'change', 'swap'), fc.nat(20), letters)
    const placeIn = (name: string, [, place]: [string, number, string]) => place % (name.length - 1)
    const apply = (name: string, [kind, place, letter]: [string, number, string]) => {
      const at = placeIn(name, [kind, place, letter])
      const [before, after] = [name.slice(0, at), name.slice(at)]
      if (kind === 'insert') return before + letter + after
      if (kind === 'drop') return before + after.slice(1)
      return kind === 'change'
        ? before + letter + after.slice(1)
        : before + after[1] + after[0] + after.slice(2)
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(edit, { minLength: 1, maxLength: 2 }),
        (name, edits) => {
          // Two edits of the same letters may be more than two: a letter between two that are swapped.
          const [one, other] = edits
          const edited = apply(name, one!)
          fc.pre(other === undefined || Math.abs(placeIn(name, one!) - placeIn(edited, other)) > 2)
          const written = other === undefined ? edited : apply(edited, other)
          const { findings, trees } = readText(`${written}: /a\n`)
          // What is still a known field is not lost; what R9 understands is reported as a misspelling.
          if (trees.get('robots.txt')!.lines[0]!.kind === 'field') return
          expect(findings.map(({ code }) => code)).toContain('ACAP104')
        },
      ),
    )
  })
})

describe('anything else that is unknown stays a warning', () => {
  it.each([
    'Alow: /a',
    'Allowed: /a',
    'Noindex: /a',
    'Clean-param: a',
    'ACAP-alow-crawl: /a',
    'Sitemaps: https://a.example/',
    'Disallow',
    'Robots are welcome',
  ])('%s', (line) => {
    expect(codeOf(line).filter((each) => each.startsWith('error'))).toEqual([])
  })
})

describe('[P4] a whole URL where a path belongs', () => {
  it('is a warning in a conventional rule', () => {
    expect(codeOf('User-agent: *\nDisallow: https://a.example/x')).toEqual(['warning ACAP105'])
  })

  it('is an error in an ACAP field', () => {
    expect(codeOf('ACAP-crawler: *\nACAP-disallow-crawl: https://a.example/x')).toEqual([
      'error ACAP038',
    ])
  })
})
