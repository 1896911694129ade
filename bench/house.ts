/**
 * The table of how large the house is: what is measured, its value now, and the value that sets off
 * an alarm. A row is a function in bench/house/ that is named here. `npm run house` builds first
 * what it reads.
 */
import { buildCalls } from './house/build-calls.ts'
import { type Row, requestPath } from './house/request-path.ts'
import { source } from './house/source.ts'
import { tokens } from './house/tokens.ts'
import { handWrittenWords } from './house/words.ts'
import { table } from './measure.ts'

/** What measures the rows, in their order. */
const MEASURES: readonly (() => readonly Row[] | Promise<readonly Row[]>)[] = [
  tokens,
  source,
  requestPath,
  async () => [await buildCalls()],
  words,
]

function words(): readonly Row[] {
  const all = handWrittenWords().reduce((sum, [, count]) => sum + count, 0)
  return [['words of docs/ written by hand', String(all), 'no limit']]
}

const rows: Row[] = []
for (const measure of MEASURES) rows.push(...(await measure()))
console.log(table(['', 'now', 'alarm above'], rows))
