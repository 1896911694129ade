/**
 * The words of a Decision (docs/semantics.md, D), shared by the engine that makes one and everybody who reads one.
 */

export type Effect = 'allow' | 'disallow'

export const OUTCOMES = ['permitted', 'prohibited', 'deferred'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const BASES = ['acap', 'embedded', 'conventional', 'unspecified', 'deferred', 'take-down', 'fallback'] as const
export type Basis = (typeof BASES)[number]

/** How far a crawler's name is proven (I4). */
export const ASSURANCES = ['signed', 'network', 'claimed', 'failed'] as const
export type Assurance = (typeof ASSURANCES)[number]

/** What a crawler is for, from the registry (I5). */
export const CATEGORIES = [
  'search',
  'training',
  'assistant',
  'agent',
  'archive',
  'preview',
  'feed',
  'monitor',
  'seo',
  'library',
  'other',
] as const
export type Category = (typeof CATEGORIES)[number]

/** What crawlers of a category are there for, behind the word `crawler`. */
export const CATEGORY_WORDS: Readonly<Record<Category, string>> = {
  search: 'for search',
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
}

export function isCategory(name: string): name is Category {
  return CATEGORIES.some((category) => category === name)
}

/** Which view of a robots.txt a crawler has (C3). */
export type Dialect = 'acap' | 'rep'
