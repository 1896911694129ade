/** The words of a Decision (docs/semantics.md, D), shared by the engine that makes one and everybody who reads one. */

export type Effect = 'allow' | 'disallow'

export const OUTCOMES = ['permitted', 'prohibited', 'deferred'] as const
/** What a decision comes to. */
export type Outcome = (typeof OUTCOMES)[number]
/** The greater, the less is permitted. */
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
/** Which rule of docs/semantics.md decided. */
export type Basis = (typeof BASES)[number]

/** How far a crawler's name is proven (I4). */
export const ASSURANCES = ['signed', 'network', 'claimed', 'failed'] as const
/** How far a name is proven (docs/semantics.md, I4). */
export type Assurance = (typeof ASSURANCES)[number]

/** What a crawler is for, from the registry (I5), and what that is behind the word `crawler`. */
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
// Marked pure: the Worker lists no categories, and would carry their words.
export const CATEGORIES = /* @__PURE__ */ Object.keys(CATEGORY_WORDS) as readonly Category[]

export function isCategory(name: string): name is Category {
  return CATEGORIES.some((category) => category === name)
}

/** Which view of a robots.txt a crawler has (C3). */
export type Dialect = 'acap' | 'rep'
