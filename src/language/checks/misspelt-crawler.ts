/**
 * A crawler name that is almost a well-known one, such as `Googelbot`: its rules bind no crawler.
 */

import nearNames from '../../crawlers/lists/near-names.json' with { type: 'json' }
import { WELL_KNOWN_CRAWLERS } from '../../crawlers/policy-tokens.ts'
import { foldCase } from '../../words/path-form.ts'
import { nearest } from '../findings/suggest.ts'
import { type Check, type Context, linesWith } from './context.ts'

const NAME = /^[\w.-]+(?: [\w.-]+)*/
/** Shorter names resemble each other by chance. */
const SHORTEST = 6
/** Names of this length may have two wrong letters. */
const LONG = 9
/** Real crawler names, which may resemble a well-known one by chance. */
const KNOWN: ReadonlySet<string> = new Set([...WELL_KNOWN_CRAWLERS.map(foldCase), ...nearNames])

export function misspeltCrawler(name: string): string | null {
  const folded = foldCase(name)
  if (name.length < SHORTEST || KNOWN.has(folded)) return null
  return nearest(name, WELL_KNOWN_CRAWLERS, limitFor(name))
}

function limitFor(name: string): number {
  return name.length < LONG ? 1 : 2
}

export const misspeltCrawlerName: Check = (context, report) => {
  for (const { value, at } of linesWith(context, 'crawler', 'token')) {
    // Ignores a version or remark after the name.
    const [name = ''] = NAME.exec(value) ?? []
    const meant = misspeltCrawler(name)
    if (meant !== null) report(at, 'misspelt-crawler', [name, meant, 'rules'])
  }
  const named = namesIn(context)
  const profiles = new Set(context.profiles.map(({ name }) => foldCase(name)))
  const others = [...named].flatMap(([folded, name]) => (profiles.has(folded) ? [] : [name]))
  for (const { name, at } of context.profiles) {
    const meant = named.has(foldCase(name))
      ? null
      : (nearName(name, others) ?? misspeltCrawler(name))
    if (meant !== null) report(at, 'misspelt-crawler', [name, meant, 'profile'])
  }
}

function namesIn(context: Context): ReadonlyMap<string, string> {
  const lines = linesWith(context, 'crawler', 'token').map(({ value }) => value)
  const inRoutes = context.routes.flatMap(({ policy }) => policy.fields.map(({ name }) => name))
  return new Map([...inRoutes, ...lines].map((name) => [foldCase(name), name]))
}

/** The known name that is almost the same. Names that differ only in digits are siblings. */
function nearName(name: string, names: readonly string[]): string | null {
  const near = name.length < SHORTEST ? null : nearest(name, names, limitFor(name))
  return near === null || lettersOf(near) === lettersOf(name) ? null : near
}

function lettersOf(name: string): string {
  return foldCase(name).replace(/[0-9]/g, '')
}
