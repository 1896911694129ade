/** The standard usages of ACAP 1.1 (ACAP Part 1, 2.5) as one table. Knows words only, no rules. */

/** A row of the table: the usage's name and the basic usage it derives from, if any (ACAP Part 1, 2.5.5.1). */
export interface UsageRow {
  readonly name: string
  readonly base: 'present' | null
  readonly kind: 'basic' | 'general' | 'derived'
  readonly phrase: string
}

export const USAGE_TABLE = [
  { name: 'crawl', base: null, kind: 'basic', phrase: 'fetch …' },
  { name: 'follow', base: null, kind: 'basic', phrase: 'follow the links of …' },
  { name: 'index', base: null, kind: 'basic', phrase: 'list … in a search' },
  { name: 'preserve', base: null, kind: 'basic', phrase: 'keep copies of …' },
  { name: 'present', base: null, kind: 'basic', phrase: 'show anything made from …' },
  { name: 'present-original', base: 'present', kind: 'derived', phrase: 'show … itself, as in a frame' },
  { name: 'present-currentcopy', base: 'present', kind: 'derived', phrase: 'show its latest copy of …' },
  { name: 'present-oldcopy', base: 'present', kind: 'derived', phrase: 'show an older copy of …' },
  { name: 'present-snippet', base: 'present', kind: 'derived', phrase: 'show extracts of …' },
  { name: 'present-thumbnail', base: 'present', kind: 'derived', phrase: 'show small pictures of …' },
  { name: 'present-oldsnippet', base: 'present', kind: 'derived', phrase: 'show extracts of an older copy of …' },
  {
    name: 'present-oldthumbnail',
    base: 'present',
    kind: 'derived',
    phrase: 'show small pictures of an older copy of …',
  },
  { name: 'present-link', base: 'present', kind: 'derived', phrase: 'show links to …' },
  { name: 'other', base: null, kind: 'general', phrase: 'use … in any way that has no name of its own' },
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
  return USAGE_TABLE[usageIndex(usage)]?.base ?? null
}

/** What people call each usage: `…` stands for the page. */
export const USAGE_PHRASES = Object.fromEntries(USAGE_TABLE.map(({ name, phrase }) => [name, phrase])) as Readonly<
  Record<Usage, string>
>
