/**
 * The gate's limits of time → a table in Markdown.
 */
import { TIME_LIMITS } from '../../src/doors/gate/limits.ts'
import { markdownTable } from './toml-reference.ts'

/** What may last how long, and how it ends. */
export function timeLimitTable(): string {
  const rows = TIME_LIMITS.map(({ what, seconds, end }) => [what, `${seconds} s`, end])
  return markdownTable(['what', 'limit', 'how it ends'], rows)
}
