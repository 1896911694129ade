/**
 * Tables of documents that people write, held to the tables in the code that they explain.
 */
import { expect, test } from 'vitest'
import { engineOf } from '../../src/engine/decide.ts'
import { USAGES } from '../../src/vocabulary/usages.ts'
import { partsOf, textOf } from '../support/markdown.ts'
import { siteOf } from '../support/site-of.ts'

/** A column of the document's first table under a heading: the text in backticks, where there is one. */
function column(document: string, heading: string, name: string): readonly string[] {
  const table = partsOf(textOf(document)).find((part) => part.kind === 'table' && part.heading === heading)
  return table?.kind === 'table' ? table.rows.map((row) => /`(.*?)`|$/.exec(row.get(name)!)?.[1] ?? row.get(name)!) : []
}

test('docs/language.md explains every usage', () => {
  expect(column('docs/language.md', 'Usages', 'usage')).toEqual(USAGES)
})

const INTEROP = 'docs/interop.md'
const fields = column(INTEROP, 'In META and X-Robots-Tag', 'field')
const words = column(INTEROP, 'In META and X-Robots-Tag', 'word')

test.each(fields.map((field, i) => [field, words[i]!]))('docs/interop.md: %s says %s', (field, word) => {
  const site = siteOf(`ACAP-crawler: *\n${field}\n`)
  const config = { ...site.config, embed: { ...site.config.embed, noarchive: true } }
  expect(engineOf({ ...site, config }).terms.about('/').words).toEqual([word])
})
