/**
 * The words that a Decision consists of (docs/semantics.md, D). The engine and all readers of
 * decisions share them.
 */

export type Effect = 'allow' | 'disallow'

export const OUTCOMES = ['permitted', 'prohibited', 'deferred'] as const
/** The result of a decision. */
export type Outcome = (typeof OUTCOMES)[number]
/** The greater, the stricter. */
export const STRICTNESS: Readonly<Record<Outcome, number>> = {
  permitted: 0,
  deferred: 1,
  prohibited: 2,
}

export const BASES = [
  'acap',
  'embedded',
  'conventional',
  'unspecified',
  'deferred',
  'take-down',
  'fallback',
  'robots-meta',
] as const
/** The kind of rule in docs/semantics.md that decided. */
export type Basis = (typeof BASES)[number]

/** How far a crawler's name is proven (I4). */
export const ASSURANCES = ['signed', 'network', 'claimed', 'failed'] as const
/** How far a name is proven (docs/semantics.md, I4). */
export type Assurance = (typeof ASSURANCES)[number]

/** The purposes of crawlers in the registry (I5), with the phrase after the word `crawler`. */
export const CATEGORY_WORDS = {
  search: 'for search',
  'ai-search': 'for AI search',
  training: 'for training',
  assistant: 'for answers',
  agent: 'that acts for a person',
  archive: 'for archives',
  preview: 'for previews',
  feed: 'for feeds',
  monitor: 'for monitoring',
  seo: 'for SEO',
  library: 'made of an HTTP library',
  other: 'for other purposes',
} as const
/** What a crawler is for (I5). */
export type Category = keyof typeof CATEGORY_WORDS
// Marked pure, so that the Worker's bundle drops it: the Worker never lists the categories.
export const CATEGORIES = /* @__PURE__ */ Object.keys(CATEGORY_WORDS) as readonly Category[]

export function isCategory(name: string): name is Category {
  return CATEGORIES.some((category) => category === name)
}

/** Which part of robots.txt a crawler reads (C3). */
export type Dialect = 'acap' | 'rep'
