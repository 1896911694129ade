/** Joins the terms of a page under all spellings of its path (E6, P6). */
import { VERSION_CONTENT } from '../words/write-meta.ts'
import type { PageTerms, PageTermsMaker } from './page-terms.ts'
import { shorterTargets, withShorter } from './spellings.ts'

/** The terms of a page under all its spellings (E6). */
export function termsOfSpellings(terms: PageTermsMaker, spellings: readonly string[]): PageTerms {
  const [only] = spellings
  // The common case: one spelling and no shorter target.
  if (spellings.length === 1 && shorterTargets(only!).length === 0) return terms.about(only!)
  const all = spellings
    .flatMap(withShorter)
    .map(({ target, joined }) => terms.about(target, joined))
  return all.reduce((terms, other) => (isSame(terms, other) ? terms : together(terms, other)))
}

function isSame(a: PageTerms, b: PageTerms): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** Merges the terms of two targets. Contradicting tags prohibit (ACAP Part 2, 2.2.8). */
function together(a: PageTerms, b: PageTerms): PageTerms {
  const tags = distinct([...a.tags, ...b.tags])
  const isVersion = ({ content }: PageTerms['tags'][number]) => content === VERSION_CONTENT
  return {
    tags: [...tags.filter(isVersion), ...tags.filter((tag) => !isVersion(tag))],
    words: distinct([...a.words, ...b.words]),
    framed: a.framed || b.framed,
    references: distinct([...a.references, ...b.references]),
    elements: distinct([...a.elements, ...b.elements]),
  }
}

function distinct<Item>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}
