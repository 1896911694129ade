/**
 * The catalogue: one code per kind, and words as the house has them.
 */
import { describe, expect, it } from 'vitest'
import { CATALOG, explainCode, finding } from '../../src/language/findings/diagnostic.ts'

const rows = Object.entries(CATALOG)

describe('the catalogue', () => {
  it('has each code once, of one form', () => {
    const codes = rows.map(([, { code }]) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !/^ACAP\d{3}$/.test(code))).toEqual([])
  })

  it('takes for each kind what its words need, and nothing else', () => {
    const at = { source: 'robots.txt', line: 1, column: 1, length: 1 }
    expect(finding(at, 'too-large', [7]).message).toContain('7 bytes over')
    // @ts-expect-error a number of octets is needed
    finding(at, 'too-large', [])
    // @ts-expect-error a name is not a number
    finding(at, 'too-large', ['seven'])
  })

  it('explains every code in whole sentences', () => {
    const poor = rows
      .filter(([, { explain }]) => explain.length < 40 || !/[.)]$/.test(explain))
      .map(([name]) => name)
    expect(poor).toEqual([])
  })

  it('never says illegal, and never invalid', () => {
    expect(
      rows
        .filter(([, { explain }]) => /\b(?:il|in)(?:legal|valid)\b/i.test(explain))
        .map(([name]) => name),
    ).toEqual([])
  })

  it('is asked by code in any letter case', () => {
    expect(explainCode('acap029')).toMatchObject({ code: 'ACAP029', severity: 'error' })
    expect(explainCode('ACAP999')).toBeNull()
  })
})
