/**
 * What prohibitions become in other vocabularies → a table in Markdown.
 */
import { CONTENT_SIGNAL, CONTENT_USAGE, type Mapping, RSL, TDMREP } from '../../src/convert/mappings.ts'
import { markdownTable } from './toml-reference.ts'

/** The vocabularies with what a word looks like in each. */
const VOCABULARIES: readonly (readonly [string, readonly Mapping[], (word: string) => string])[] = [
  ['content-usage', CONTENT_USAGE, (word) => `${word}=n`],
  ['content-signal', CONTENT_SIGNAL, (word) => `${word}=no`],
  ['tdmrep', [TDMREP], (word) => `"${word}": 1`],
  ['rsl', [RSL], (word) => `<prohibits type="usage">${word}</prohibits>`],
]

/** A row for each prohibition. */
export function mappingTable(): string {
  const rows = VOCABULARIES.flatMap(([name, mappings, write]) =>
    mappings.map(({ usage, word, reason }) => [`\`${name}\``, `\`disallow-${usage}\``, `\`${write(word)}\``, reason]),
  )
  return markdownTable(['`--to`', 'a field', 'becomes', 'because'], rows)
}
