/**
 * The catalogue: one code per kind, and words as the house has them.
 */
import { describe, expect, it } from 'vitest'
import { CATALOG, catalogCodes, explainCode } from '../../src/language/findings/catalog.ts'
import { sourceFiles } from '../support/source-files.ts'

const rows = Object.entries(CATALOG)

describe('the catalogue', () => {
  it('has each code once, of one form', () => {
    const codes = catalogCodes().map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !/^ACAP\d{3}$/.test(code))).toEqual([])
  })

  it('has for each kind a code, a severity and an explanation, in the order of the codes', () => {
    const members = rows.map(([, kind]) => Object.keys(kind).join())
    expect(new Set(members)).toEqual(new Set(['code,severity,explain']))
    expect(rows.filter(([, { severity }]) => !['error', 'warning', 'note'].includes(severity))).toEqual([])
    expect(rows.map(([name]) => name)).toEqual(catalogCodes().map(({ name }) => name))
  })

  it('has words for each kind', () => {
    const files = sourceFiles('src/language/findings/messages').map(({ text }) => text)
    const named = files.flatMap((text) => [...text.matchAll(/^ {2}'?([a-z0-9.-]+)'?: \(/gm)].map(([, name]) => name!))
    expect(named.sort()).toEqual(rows.map(([name]) => name).sort())
  })

  it('explains every code in whole sentences', () => {
    const poor = rows.filter(([, { explain }]) => explain.length < 40 || !/[.)]$/.test(explain)).map(([name]) => name)
    expect(poor).toEqual([])
  })

  it('never says illegal, and never invalid', () => {
    expect(
      rows.filter(([, { explain }]) => /\b(?:il|in)(?:legal|valid)\b/i.test(explain)).map(([name]) => name),
    ).toEqual([])
  })

  it('is asked by code in any letter case', () => {
    expect(explainCode('acap029')).toMatchObject({ code: 'ACAP029', severity: 'error' })
    expect(explainCode('ACAP999')).toBeNull()
  })
})
