/**
 * A list of crawlers that somebody publishes → those of its names by which clients of readers would become crawlers (I3, I5).
 */
import { compileRegistry } from '../../compile/registry.ts'
import { KnownNames, READER_CATEGORIES } from '../../engine/known-names.ts'
import { HeaderText } from '../../grammar/header-text.ts'
import type { NamedCrawler } from '../../registry/crawler-list.ts'
import { READER_HEADERS, READER_SOFTWARE } from '../../registry/reader-headers.ts'

const HEADERS = [...READER_HEADERS, ...Object.values(READER_SOFTWARE).flat()]

/** The names, in lower case. */
export function readersNames(crawlers: readonly NamedCrawler[]): ReadonlySet<string> {
  const own = new Set(crawlers.map(({ name }) => name))
  const taken = new Set<string>()
  // A header may hold several names, of which one is found at a time.
  for (let before = -1; before < taken.size; ) {
    before = taken.size
    const left = crawlers.filter(({ name }) => !taken.has(name))
    for (const { name, category } of namedIn(left))
      if (own.has(name) && !READER_CATEGORIES.has(category)) taken.add(name)
  }
  return taken
}

function namedIn(crawlers: readonly NamedCrawler[]): readonly NamedCrawler[] {
  const list = { name: '', source: '', date: '', licence: '', states: false, crawlers }
  const known = new KnownNames(compileRegistry([], [list]))
  const text = new HeaderText()
  return HEADERS.map((header) => known.find(text.read(header)))
    .filter((number) => number >= 0)
    .map((number) => known.at(number))
}
