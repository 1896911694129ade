/** The standard usages of ACAP 1.1 (ACAP Part 1, 2.5). */

/**
 * What may be done with a page (ACAP Part 1, 2.4), in table order; a usage's index here is its
 * number in the compiled form. One `present-…` derives from `present` (ACAP Part 1, 2.5.5.1).
 */
export const USAGES = [
  'crawl',
  'follow',
  'index',
  'preserve',
  'present',
  'present-original',
  'present-currentcopy',
  'present-oldcopy',
  'present-snippet',
  'present-thumbnail',
  'present-oldsnippet',
  'present-oldthumbnail',
  'present-link',
  'other',
] as const

/** What may be done with a page (ACAP Part 1, 2.4). */
export type Usage = (typeof USAGES)[number]

export const CRAWL_PHRASE = 'fetch …'

/** How people name each usage; `…` is replaced by the page. The Worker needs the crawl's alone. */
export const USAGE_PHRASES: Readonly<Record<Usage, string>> = {
  crawl: CRAWL_PHRASE,
  follow: 'follow the links of …',
  index: 'list … in a search',
  preserve: 'keep copies of …',
  present: 'show anything made from …',
  'present-original': 'show … itself, as in a frame',
  'present-currentcopy': 'show its latest copy of …',
  'present-oldcopy': 'show an older copy of …',
  'present-snippet': 'show extracts of …',
  'present-thumbnail': 'show small pictures of …',
  'present-oldsnippet': 'show extracts of an older copy of …',
  'present-oldthumbnail': 'show small pictures of an older copy of …',
  'present-link': 'show links to …',
  other: 'use … in any way that has no name of its own',
}

const INDEX = new Map<string, number>(USAGES.map((name, index) => [name, index]))

/** The number of a usage, or -1 where `name` (lower case) is not a standard usage. */
export function usageIndex(name: string): number {
  return INDEX.get(name) ?? -1
}

export function isUsage(name: string): name is Usage {
  return INDEX.has(name)
}

/** The usage a `present-…` derives from; null for the others (L2). */
export function baseUsage(usage: Usage): Usage | null {
  return usage.startsWith('present-') ? 'present' : null
}
