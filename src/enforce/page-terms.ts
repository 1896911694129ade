/**
 * The spellings of a target → the page's terms (E6): those of every spelling, because an origin may serve the page for each.
 */
import type { Engine } from '../engine/engine.ts'
import { type PageTerms, termsOf } from '../engine/page-terms.ts'
import { VERSION_CONTENT } from '../grammar/write-meta.ts'
import { shorterTargets, withShorter } from './spellings.ts'

export function pageTerms(engine: Engine, spellings: readonly string[]): PageTerms {
  const terms = termsOf(engine)
  const [only] = spellings
  // Nearly every target has one spelling and nothing shorter.
  if (spellings.length === 1 && shorterTargets(only!).length === 0) return terms.about(only!)
  const all = spellings.flatMap(withShorter).map(({ target, joined }) => terms.about(target, joined))
  return all.reduce((terms, other) => (isSame(terms, other) ? terms : together(terms, other)))
}

function isSame(a: PageTerms, b: PageTerms): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** The terms of two targets, each once. Tags that contradict one another prohibit (ACAP Part 2, 2.2.8). */
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
