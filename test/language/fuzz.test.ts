/**
 * Nothing that can be written makes reading, checking or rendering throw. `npm run test:long` tries a million texts.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  renderFindings,
  renderGithub,
  renderJson,
  renderSarif,
} from '../../src/language/findings/render.ts'
import { readSite, readText } from '../../src/language/site/read-site.ts'
import { print } from '../../src/language/text/print.ts'
import { policyTexts } from '../support/language/policy-texts.ts'
import { runs } from '../support/runs.ts'

const RUNS = runs(5_000, 1_000_000)

function readAndRender(input: string | Uint8Array): void {
  const { findings, trees, policy } = readText(input, 'fuzz', { now: 0 })
  const tree = trees.get('robots.txt')!
  for (const { line, column, length, message, help } of findings) {
    expect(`${message} ${help}`).not.toContain('``')
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
  it('on texts made of the pieces of the language, and on policies with cuts and additions', () => {
    fc.assert(fc.property(policyTexts, readAndRender), { numRuns: RUNS })
  })

  it('on bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), readAndRender), { numRuns: RUNS / 20 })
  })

  it('on a folder of such texts', () => {
    const encoder = new TextEncoder()
    const route = policyTexts.map(
      (field) => `[[route]]\nmatch = "/a*"\nfields = [${JSON.stringify(field)}]\n`,
    )
    fc.assert(
      fc.property(policyTexts, policyTexts, fc.oneof(policyTexts, route), (robots, other, toml) => {
        const named = `ACAP-crawler: a\nACAP-permissions-reference: /b.txt\n${robots}`
        const files = { 'robots.txt': named, 'b.txt': other, 'site.toml': toml }
        const bytes = Object.entries(files).map(
          ([path, content]) => [path, encoder.encode(content)] as const,
        )
        const { findings } = readSite('fuzz', new Map(bytes), { now: 0 })
        renderFindings(findings, new Map(Object.entries(files)))
      }),
      { numRuns: RUNS / 20 },
    )
  })
})
