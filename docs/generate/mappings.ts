/**
 * What prohibitions become in other vocabularies → a table in Markdown.
 */
import type { Mapping } from '../../src/author/convert/conversion.ts'
import { CONTENT_SIGNAL } from '../../src/author/convert/vocabularies/content-signal.ts'
import { CONTENT_USAGE } from '../../src/author/convert/vocabularies/content-usage.ts'
import { RSL } from '../../src/author/convert/vocabularies/rsl.ts'
import { TDMREP } from '../../src/author/convert/vocabularies/tdmrep.ts'
import { markdownTable } from './toml-reference.ts'

/** The vocabularies with what a word looks like in each. */
const VOCABULARIES: readonly (readonly [string, readonly Mapping[], (word: string) => string])[] = [
  ['content-usage', CONTENT_USAGE.mappings, (word) => `${word}=n`],
  ['content-signal', CONTENT_SIGNAL.mappings, (word) => `${word}=no`],
  ['tdmrep', [TDMREP.mapping], (word) => `"${word}": 1`],
  ['rsl', [RSL.mapping], (word) => `<prohibits type="usage">${word}</prohibits>`],
]

/** A row for each prohibition. */
export function mappingTable(): string {
  const rows = VOCABULARIES.flatMap(([name, mappings, write]) =>
    mappings.map(({ usage, word, reason }) => [
      `\`${name}\``,
      `\`disallow-${usage}\``,
      `\`${write(word)}\``,
      reason,
    ]),
  )
  return markdownTable(['`--to`', 'a field', 'becomes', 'because'], rows)
}
