/**
 * Maps what people say that crawlers do to the usages and categories that decide. Training is a
 * crawl by a category.
 */
import type { Category } from './decision-words.ts'
import { USAGE_PHRASES, type Usage } from './usages.ts'

export interface PeoplesUse {
  readonly name: string
  readonly title: string
  /** The deciding usage. Every usage needs permission to crawl, too (L6). */
  readonly usage: Usage
  /** The crawlers that do it; null for all. */
  readonly category: Category | null
  /** The phrase for it; `…` is replaced by the pages. */
  readonly phrase: string
}

const { crawl, index, preserve, 'present-snippet': extract, other } = USAGE_PHRASES

export const PEOPLES_USES: readonly PeoplesUse[] = [
  { name: 'fetch', title: 'Fetching', usage: 'crawl', category: null, phrase: crawl },
  { name: 'search', title: 'Search', usage: 'index', category: null, phrase: index },
  {
    name: 'train',
    title: 'Training',
    usage: 'crawl',
    category: 'training',
    phrase: 'fetch … for training',
  },
  {
    name: 'answer',
    title: 'Answers',
    usage: 'crawl',
    category: 'assistant',
    phrase: 'fetch … for answers',
  },
  { name: 'copy', title: 'Copies', usage: 'preserve', category: null, phrase: preserve },
  { name: 'extract', title: 'Extracts', usage: 'present-snippet', category: null, phrase: extract },
]

/** All other usages (L4). A summary includes it only if a policy has such a field. */
export const OTHER_USES: PeoplesUse = {
  name: 'other',
  title: 'Other uses',
  usage: 'other',
  category: null,
  phrase: other,
}
