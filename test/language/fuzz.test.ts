/**
 * Nothing that can be written makes reading, checking or rendering throw. `ACAP_LONG=1` tries a million texts.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FIELD_TABLE } from '../../src/language/fields.ts'
import { print } from '../../src/language/print.ts'
import { readSite, readText } from '../../src/language/read-site.ts'
import { renderFindings } from '../../src/language/render.ts'
import { renderGithub } from '../../src/language/render-github.ts'
import { renderJson } from '../../src/language/render-json.ts'
import { renderSarif } from '../../src/language/render-sarif.ts'
import { QUALIFIER_TABLE } from '../../src/vocabulary/qualifier-table.ts'
import { USAGES } from '../../src/vocabulary/usages.ts'
import { readExhibits } from '../support/conformance.ts'

const RUNS = process.env.ACAP_LONG === '1' ? 1_000_000 : 20_000
const policies = readExhibits('conformance').flatMap(({ exhibits }) => exhibits.map(({ policy }) => policy))

/** Pieces of the language, so that chance makes something that means something. */
const pieces = [
  ...FIELD_TABLE.map(({ name }) => name),
  ...USAGES,
  ...QUALIFIER_TABLE.map(({ type }) => type),
  ...[
    '(a)',
    'a',
    '*',
    '/',
    '/a*',
    '$',
    '%',
    '%2',
    '%41',
    '#',
    '=',
    ':',
    ',',
    ';',
    '"',
    '@',
    '?1',
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
  ],
  ...[
    'the-acap:resource-set:',
    'the-acap:extract:id:',
    'the-acap:',
    'http://',
    'until-2026-01-01',
    '3-days',
    '1.1',
    '2.0',
  ],
  ...[
    '\ufeff',
    '\ufffd',
    '\u2013',
    '\u0130',
    '\u212a',
    '\ud800',
    '💩',
    '\0',
    '\x1b',
    'toString',
    '__proto__',
    'constructor',
  ],
]
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''))

/** A policy of the conformance cases with some of it cut out, doubled or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...policies),
    fc.array(fc.tuple(fc.nat(), fc.nat(12), fc.constantFrom('', ...pieces)), { maxLength: 6 }),
  )
  .map(([policy, cuts]) =>
    cuts.reduce((all, [at, length, piece]) => {
      const from = all.length === 0 ? 0 : at % all.length
      return all.slice(0, from) + piece + all.slice(from + length)
    }, policy),
  )

function readAndRender(input: string | Uint8Array): void {
  const { findings, trees, policy } = readText(input, 'fuzz', { now: 0 })
  const tree = trees.get('robots.txt')!
  for (const { line, column, length } of findings) {
    const at = tree.lines[line - 1]
    expect(at === undefined ? column + length : column - 1 + length).toBeLessThanOrEqual(
      at === undefined ? 1 : at.end - at.start,
    )
  }
  renderFindings(findings, new Map([['robots.txt', tree.source.text]]), { colour: true })
  renderSarif(findings, '0')
  renderGithub(findings)
  renderJson(findings)
  print(tree)
  JSON.stringify(policy)
}

describe('never throws', () => {
  it('on texts made of the pieces of the language', () => {
    fc.assert(fc.property(text, readAndRender), { numRuns: RUNS / 2 })
  })

  it('on conformance policies with cuts and additions', () => {
    fc.assert(fc.property(mutated, readAndRender), { numRuns: RUNS / 2 })
  })

  it('on bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), readAndRender), { numRuns: RUNS / 20 })
  })

  it('on a folder of such texts', () => {
    const encoder = new TextEncoder()
    const route = text.map((field) => `[[route]]\nmatch = "/a*"\nfields = [${JSON.stringify(field)}]\n`)
    fc.assert(
      fc.property(text, text, fc.oneof(text, route), (robots, other, toml) => {
        const named = `ACAP-crawler: a\nACAP-permissions-reference: /b.txt\n${robots}`
        const files = { 'robots.txt': named, 'b.txt': other, 'site.toml': toml }
        const bytes = Object.entries(files).map(([path, content]) => [path, encoder.encode(content)] as const)
        const { findings } = readSite('fuzz', new Map(bytes), { now: 0 })
        renderFindings(findings, new Map(Object.entries(files)))
      }),
      { numRuns: RUNS / 20 },
    )
  })
})
