/**
 * What people say that a crawler does with a page → the usages of ACAP and the categories of crawlers that decide about it.
 * ACAP has no usage for training and none for answers: each is a usage by the crawlers that are there for it.
 */
import type { Category } from './decision-words.ts'
import { USAGE_PHRASES, type Usage } from './usages.ts'

/** One use in people's words. */
export interface PeoplesUse {
  /** One word. */
  readonly name: string
  /** The heading of what is said about it. */
  readonly title: string
  /** The usage that decides; every usage needs the crawl, too (L6). */
  readonly usage: Usage
  /** The crawlers that do it; null for all. */
  readonly category: Category | null
  /** What it is: `…` stands for the pages. */
  readonly phrase: string
}

export const PEOPLES_USES: readonly PeoplesUse[] = [
  { name: 'fetch', title: 'Fetching', usage: 'crawl', category: null, phrase: USAGE_PHRASES.crawl },
  { name: 'search', title: 'Search', usage: 'index', category: null, phrase: USAGE_PHRASES.index },
  { name: 'train', title: 'Training', usage: 'other', category: 'training', phrase: 'train on …' },
  { name: 'answer', title: 'Answers', usage: 'present', category: 'assistant', phrase: 'answer from …' },
  { name: 'copy', title: 'Copies', usage: 'preserve', category: null, phrase: USAGE_PHRASES.preserve },
  {
    name: 'extract',
    title: 'Extracts',
    usage: 'present-snippet',
    category: null,
    phrase: USAGE_PHRASES['present-snippet'],
  },
]
