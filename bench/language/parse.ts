/**
 * Parsing speed beside robots-parser, on the same conventional files of 1 KB, 50 KB and 500 KB.
 * Both start from the text. Ours keeps a lossless tree; the last column goes on to the checked
 * policy with all findings.
 */
import robotsParser from 'robots-parser'
import { readText } from '../../src/language/site/read-site.ts'
import { parse } from '../../src/language/text/tree.ts'
import { duration, interleave, table } from '../measure.ts'
import { conventionalFile } from './files.ts'

const SIZES = [1024, 50 * 1024, 500 * 1024]
/** So many characters are read in one round, for files of every size. */
const ROUND = 4 * 1024 * 1024

/** One row per size: what robots-parser takes, and by how much ours is faster. */
export function parsing(): string {
  const rows = SIZES.map((size) => {
    const text = conventionalFile(size)
    const repeats = Math.ceil(ROUND / text.length)
    const repeated = (read: () => unknown) => () => {
      for (let i = 0; i < repeats; i++) read()
    }
    const times = interleave(
      {
        peer: repeated(() => robotsParser('https://www.example.com/robots.txt', text)),
        tree: repeated(() => parse(text)),
        policy: repeated(() => readText(text)),
      },
      repeats,
    )
    const ratio = (name: string) =>
      `${duration(times[name]!)} (${(times.peer! / times[name]!).toFixed(1)}×)`
    return [`${Math.round(size / 1024)} KB`, duration(times.peer!), ratio('tree'), ratio('policy')]
  })
  return table(['file', 'robots-parser', 'our tree', 'our policy and findings'], rows)
}

if (import.meta.main) console.log(parsing())
