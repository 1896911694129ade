/**
 * The catalogue: one code per kind, and words as the house has them.
 */
import { describe, expect, it } from 'vitest'
import { CATALOG, explainCode, type FindingName } from '../../src/language/findings/diagnostic.ts'
import { MESSAGES } from '../../src/language/findings/messages.ts'
import { type Node, type SourceFile, sourceFiles, walk } from '../support/source-files.ts'

const rows = Object.entries(CATALOG)

/** How many values templates need. */
function placesIn(...templates: unknown[]): number {
  const numbers = [...JSON.stringify(templates).matchAll(/\{(\d)\}/g)].map(([, number]) =>
    Number(number),
  )
  return Math.max(-1, ...numbers) + 1
}

/** The findings that a file reports with values that can be counted. */
function valuesOfFindings({
  path,
  body,
}: SourceFile): { name: FindingName; count: number; path: string }[] {
  const found: { name: FindingName; count: number; path: string }[] = []
  const look = (node: Node) => {
    if (node.type !== 'CallExpression') return
    const [, name, ...rest] = node.arguments as Node[]
    if (typeof name?.value !== 'string' || !Object.hasOwn(CATALOG, name.value)) return
    const isFinding = (node.callee as Node).name === 'finding' || path.includes('/checks/')
    const values = isFinding ? (rest[0]?.elements as Node[] | undefined) : rest
    if (values === undefined || values.some(({ type }) => type === 'SpreadElement')) return
    found.push({ name: name.value as FindingName, count: values.length, path })
  }
  for (const statement of body) walk(statement, look)
  return found
}

describe('the catalogue', () => {
  it('has each code once, of one form', () => {
    const codes = rows.map(([, { code }]) => code)
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes.filter((code) => !/^ACAP\d{3}$/.test(code))).toEqual([])
  })

  it('has for each kind a code, a severity and an explanation, in the order of the codes', () => {
    expect(
      rows.filter(([, { severity }]) => !['error', 'warning', 'note'].includes(severity)),
    ).toEqual([])
    const codes = rows.map(([, { code }]) => code)
    expect(codes).toEqual(codes.toSorted())
  })

  it('has words for each kind: a template, or a function', () => {
    const withTemplate = rows.filter(
      ([, kind]) => kind.message !== undefined && kind.help !== undefined,
    )
    const named = [...Object.keys(MESSAGES), ...withTemplate.map(([name]) => name)]
    expect(named.sort()).toEqual(rows.map(([name]) => name).sort())
  })

  it('gets a value for each place of a template', () => {
    const calls = ['language', 'author']
      .flatMap((room) => sourceFiles(`src/${room}`))
      .flatMap(valuesOfFindings)
    const short = calls.filter(
      ({ name, count }) => count < placesIn(CATALOG[name]?.message, CATALOG[name]?.help),
    )
    expect(short).toEqual([])
    expect(calls.length).toBeGreaterThan(100)
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
