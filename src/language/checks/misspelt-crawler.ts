/**
 * A crawler name that is almost that of a well-known crawler: `Googelbot`. No crawler sends it, so the rules bind none.
 */
import { foldCase } from '../../grammar/path-form.ts'
import { WELL_KNOWN_CRAWLERS } from '../../vocabulary/well-known-crawlers.ts'
import { finding } from '../findings/diagnostic.ts'
import { nearest } from '../findings/suggest.ts'
import { fieldValue, valueSpan } from '../text/tree.ts'
import { type Check, linesWith } from './context.ts'

/** Words of letters, digits and the marks that names have. */
const NAME = /^[\w.-]+(?: [\w.-]+)*/
/** Short names are near each other by chance. */
const SHORTEST = 6
/** From this length on two letters may be wrong, below it one. */
const LONG = 9
const KNOWN: ReadonlySet<string> = new Set(WELL_KNOWN_CRAWLERS.map(foldCase))

/** Crawlers that exist, and whose names are near that of a well-known one by chance. */
const OTHERS: ReadonlySet<string> = new Set([
  'adagiobot',
  'aipbot',
  'aisearchbot',
  'amazonadbot',
  'crcbot',
  'jooblebot',
  'moodlebot',
  'msrbot',
  'pingbot',
  'roverbot',
])

/** The well-known crawler that a name is a misspelling of, or null. */
export function misspeltCrawler(name: string): string | null {
  const folded = foldCase(name)
  if (name.length < SHORTEST || KNOWN.has(folded) || OTHERS.has(folded)) return null
  return nearest(name, WELL_KNOWN_CRAWLERS, name.length < LONG ? 1 : 2)
}

export const misspeltCrawlerName: Check = function* (context) {
  for (const { tree, line } of linesWith(context, 'crawler', 'token')) {
    // A version or a remark behind the name says nothing about it.
    const [name = ''] = NAME.exec(fieldValue(tree, line)) ?? []
    const meant = misspeltCrawler(name)
    if (meant !== null) yield finding(valueSpan(tree, line), 'misspelt-crawler', [name, meant])
  }
}
