import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decorationsOf, type Mark, segmentsOf } from '../../src/explorer/highlight.ts'

const look = (line: string, file = 'robots.txt', marks: readonly Mark[] = []) =>
  segmentsOf(line, file, marks).map(
    ({ text, paint, severity }) => `${paint}${severity === null ? '' : `!${severity}`} ${text}`,
  )

describe('a line of a robots.txt', () => {
  it('is name, value and comment, in the dialect of the field', () => {
    expect(look('Disallow: /a # why')).toEqual([
      'name Disallow',
      'plain : ',
      'value /a',
      'plain  ',
      'comment # why',
    ])
    expect(look('ACAP-crawler: *')).toEqual(['acap ACAP-crawler', 'plain : ', 'value *'])
  })

  it('shows what is not a field', () => {
    expect(look('Grant: /a')).toEqual(['unknown Grant', 'plain : ', 'value /a'])
    expect(look('hello')).toEqual(['unknown hello'])
    expect(look('')).toEqual([])
  })
})

describe('a line of TOML', () => {
  it('is key, text and comment', () => {
    const parts = ['name mode', 'plain  = ', 'value "en#force"', 'plain  ', 'comment # x']
    expect(look('mode = "en#force" # x', 'site.toml')).toEqual(parts)
    expect(look('[[route]]', 'site.toml')).toEqual(['name [[route]]'])
  })
})

describe('a finding', () => {
  it('is marked where it is, the worst of several on top', () => {
    const marks: readonly Mark[] = [
      { column: 11, length: 2, severity: 'note' },
      { column: 12, length: 1, severity: 'error' },
    ]
    const parts = ['name Disallow', 'plain : ', 'value!note /', 'value!error a']
    expect(look('Disallow: /a', 'robots.txt', marks)).toEqual(parts)
  })

  it('without a length is marked on the character it stands at', () => {
    expect(look('ab', 'robots.txt', [{ column: 3, length: 0, severity: 'error' }])).toEqual([
      'unknown a',
      'unknown!error b',
    ])
  })
})

it('segments joined are the line, for any text', () => {
  const mark = fc.record({
    column: fc.integer({ min: 1, max: 40 }),
    length: fc.nat(40),
    severity: fc.constantFrom<Mark['severity']>('error', 'warning', 'note'),
  })
  const line = fc.stringMatching(/^[a-zA-Z:#"'=[\] \té-]{0,30}$/)
  fc.assert(
    fc.property(
      line,
      fc.constantFrom('robots.txt', 'site.toml'),
      fc.array(mark),
      (text, file, marks) => {
        const joined = segmentsOf(text, file, marks).map((each) => each.text)
        expect(joined.join('')).toBe(text)
      },
    ),
  )
})

it('decorations are those of the open file', () => {
  const at = (source: string, line: number, severity: Mark['severity']) => {
    return {
      source,
      line,
      column: 1,
      length: 1,
      severity,
      code: 'ACAP000',
      message: '',
      help: null,
      related: [],
      fix: [],
    }
  }
  const findings = [
    at('robots.txt', 2, 'note'),
    at('robots.txt', 2, 'warning'),
    at('site.toml', 1, 'error'),
  ]
  const fields = [
    { file: 'robots.txt', line: 7, text: '' },
    { file: 'site.toml', line: 3, text: '' },
  ]
  const { marks, deciding, withErrors } = decorationsOf('robots.txt', findings, fields)
  expect([...marks].map(([line, list]) => [line, list.length])).toEqual([[2, 2]])
  expect([...deciding]).toEqual([7])
  expect([...withErrors]).toEqual(['site.toml'])
})
