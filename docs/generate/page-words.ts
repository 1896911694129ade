/**
 * Fields of ACAP → the conventional words that the edge writes beside them, as a table in Markdown. The engine gives the
 * words.
 */
import { engineOf } from '../../src/decide/decide.ts'
import { termsOf } from '../../src/decide/page-terms.ts'
import { siteOf } from '../../test/support/site-of.ts'
import { markdownTable } from './toml-reference.ts'

const FIELDS: readonly string[] = [
  'ACAP-disallow-index: /',
  'ACAP-allow-index: / time-limit=until-2027-06-25',
  'ACAP-disallow-follow: /',
  'ACAP-disallow-preserve: /',
  'ACAP-disallow-present-snippet: /',
  'ACAP-allow-present-snippet: / max-length=200-chars',
  'ACAP-allow-present-snippet: / max-length=40-words',
  'ACAP-disallow-present-thumbnail: /',
  'ACAP-allow-present: / prohibited-modification=translation',
]

/** Each field with its word. */
export function pageWordTable(): string {
  return markdownTable(
    ['field', 'word'],
    FIELDS.map((field) => [`\`${field}\``, wordOf(field)]),
  )
}

function wordOf(field: string): string {
  const [word] = wordsOf(field, false)
  if (word !== undefined) return `\`${word}\``
  return `\`${wordsOf(field, true)[0]}\`, where the site asks for it`
}

function wordsOf(field: string, noarchive: boolean): readonly string[] {
  const site = siteOf(`ACAP-crawler: *\n${field}\n`)
  const config = { ...site.config, embed: { ...site.config.embed, noarchive } }
  return termsOf(engineOf({ ...site, config })).about('/').words
}
