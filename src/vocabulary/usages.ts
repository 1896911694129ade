/** The standard usages of ACAP 1.1 (ACAP Part 1, 2.5) as one table. Knows words only, no rules. */

/** A row of the table. A `derived` usage derives from `present` (ACAP Part 1, 2.5.5.1). */
export interface UsageRow {
  readonly name: string
  readonly kind: 'basic' | 'general' | 'derived'
  readonly phrase: string
}

export const USAGE_TABLE = [
  { name: 'crawl', kind: 'basic', phrase: 'fetch …' },
  { name: 'follow', kind: 'basic', phrase: 'follow the links of …' },
  { name: 'index', kind: 'basic', phrase: 'list … in a search' },
  { name: 'preserve', kind: 'basic', phrase: 'keep copies of …' },
  { name: 'present', kind: 'basic', phrase: 'show anything made from …' },
  { name: 'present-original', kind: 'derived', phrase: 'show … itself, as in a frame' },
  { name: 'present-currentcopy', kind: 'derived', phrase: 'show its latest copy of …' },
  { name: 'present-oldcopy', kind: 'derived', phrase: 'show an older copy of …' },
  { name: 'present-snippet', kind: 'derived', phrase: 'show extracts of …' },
  { name: 'present-thumbnail', kind: 'derived', phrase: 'show small pictures of …' },
  { name: 'present-oldsnippet', kind: 'derived', phrase: 'show extracts of an older copy of …' },
  { name: 'present-oldthumbnail', kind: 'derived', phrase: 'show small pictures of an older copy of …' },
  { name: 'present-link', kind: 'derived', phrase: 'show links to …' },
  { name: 'other', kind: 'general', phrase: 'use … in any way that has no name of its own' },
] as const satisfies readonly UsageRow[]

export type Usage = (typeof USAGE_TABLE)[number]['name']

/** All usages in table order; a usage's index here is its number in the compiled form. */
export const USAGES: readonly Usage[] = USAGE_TABLE.map((row) => row.name)

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
  return USAGE_TABLE[usageIndex(usage)]?.kind === 'derived' ? 'present' : null
}

/** What people call each usage: `…` stands for the page. */
export const USAGE_PHRASES = Object.fromEntries(USAGE_TABLE.map(({ name, phrase }) => [name, phrase])) as Readonly<
  Record<Usage, string>
>
