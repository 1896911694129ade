/**
 * The words that a test bans → a table in Markdown.
 */
import { BANNED_WORDS } from '../../test/support/house/banned-words.ts'
import { markdownTable } from './toml-reference.ts'

/** Each word with what to write in its place. */
export function bannedWordTable(): string {
  return markdownTable(
    ['not', 'but'],
    BANNED_WORDS.map(({ not, but }) => [not, but]),
  )
}
