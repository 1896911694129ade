/**
 * Two compiled sites → User-Agent headers that only one of them may read a name in, though both have the name: it is
 * written as one word in one, as several words in the other (C1).
 */
import type { SiteProgram, Trie } from '../bundle/program.ts'
import { AS_HEADER, AS_PRODUCT, AS_PRODUCT_OUTSIDE_BROWSERS } from '../grammar/name-token.ts'
import { patternsOf } from '../paths/trie-patterns.ts'

/** A name trie without names has node 0 alone, which stands for nothing. */
const rootOf = ({ childCount }: Trie) => (childCount.length > 1 ? 1 : 0)
const MARKS: readonly string[] = [AS_HEADER, AS_PRODUCT, AS_PRODUCT_OUTSIDE_BROWSERS]

/** The headers; `before` is a word that matches no name and stands in them before what counts anywhere. */
export function headersReadApart(old: SiteProgram, now: SiteProgram, before: string): readonly string[] {
  const [was, is] = [spellings(old), spellings(now)]
  const found = new Set<string>()
  for (const [name, some] of was) {
    const others = is.get(name) ?? some
    for (const each of [...some, ...others])
      if (!some.has(each) || !others.has(each)) found.add(headerWith(each, before))
  }
  return [...found]
}

/** What is looked for in headers, by name. */
function spellings({ names, nameTrie }: SiteProgram): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { pattern, entries } of patternsOf(nameTrie, rootOf(nameTrie))) {
    for (const entry of entries) {
      const { name } = names[entry]!
      found.set(name, (found.get(name) ?? new Set()).add(pattern))
    }
  }
  return found
}

function headerWith(spelling: string, before: string): string {
  return MARKS.includes(spelling[0]!) ? spelling.slice(1) : `${before} ${spelling}`
}
