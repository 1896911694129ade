/**
 * Compiled policies → expressions over a User-Agent header: one that each header matches which some site recognises as a
 * crawler's (I3), and one that finds its name. The first may match readers, too: acap looks again. Both are for RE2.
 */
import type { Bundle } from '../../bundle/program.ts'
import { READER_CATEGORIES } from '../../engine/names.ts'
import { ODD_NAME } from '../../grammar/name-token.ts'
import { anyOf, patternsIn } from '../output/crawler-map.ts'

const NAME_START = '(?:^|[^a-z0-9_-])'
const NAME_END = '(?:[^a-z0-9_]|$)'
/** What the header of each bot has that no list knows: see engine/declared-bot.ts. */
const DECLARED = ['(?:bot|crawler|spider|scraper)', 'compatible *;[^()]*(?://|@|[+]|www[.])']
const DECLARED_NAME = '[a-z0-9_-]*(?:bot|crawler|spider|scraper)[a-z0-9_-]*'

/** Letter case counts in neither. `name` has the name in its only group. */
interface CrawlerExpressions {
  readonly isCrawler: string
  readonly name: string
}

/** The expressions of a deployment. */
export function crawlerExpressions({ sites, registry }: Pick<Bundle, 'sites' | 'registry'>): CrawlerExpressions {
  const takesLibraries = sites.some(({ config }) => config.identify.libraries === 'crawler')
  const takesDeclared = sites.some(({ config }) => config.identify.selfDeclared === 'crawler')
  const isTaken = (entry: number) => {
    const { category } = registry.crawlers[entry]!
    return category === 'library' ? takesLibraries : !READER_CATEGORIES.has(category)
  }
  const known = patternsIn(registry.trie).filter(({ entries }) => entries.some(isTaken))
  const own = sites.flatMap(({ nameTrie }) => patternsIn(nameTrie))
  const written = [...known, ...own].map(({ pattern }) => pattern.replace(MARK, ''))
  const odd = sites.flatMap(({ names }) => names.map(({ name }) => name)).filter((name) => ODD_NAME.test(name))
  const names = [...alternatives(written), ...odd.map(anyOdd)]
  const declared = takesDeclared ? DECLARED : []
  const addresses = alternatives(registry.addresses ?? [])
  return {
    isCrawler: [
      ...(takesLibraries ? ['^$'] : []),
      `${NAME_START}(?:${names.join('|')})${NAME_END}`,
      ...addresses,
      ...declared,
    ].join('|'),
    name: `${NAME_START}(${[...names, DECLARED_NAME].join('|')})${NAME_END}`,
  }
}

/** Where a name may stand: the filter takes it anywhere. */
const MARK = /^[\x01-\x1f]/

function alternatives(texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : [anyOf([...new Set(texts)].sort())]
}

/** A name beyond ASCII: engines see its octets or its characters. */
function anyOdd(name: string): string {
  return [...name].map((letter) => (/[a-z0-9]/.test(letter) ? letter : '.{1,4}')).join('')
}
