/**
 * A site and a crawler → the rules that concern the crawler, by pattern and by the place at which they compete. What they
 * decide is not known here.
 */
import { type SiteProgram, SLOTS, TAKE_DOWN_SLOT } from '../bundle/program.ts'
import { usageIndex } from '../vocabulary/usages.ts'
import type { Side } from './crawlers.ts'
import { patternsOf } from './paths/trie-patterns.ts'

/** The number of the crawl among usages; conventional rules are about it. */
export const CRAWL = usageIndex('crawl')

/** The rules of one pattern at one place. */
export interface PlacedRules {
  /** A group, or a usage on a level, perhaps for purposes. */
  readonly place: string
  /** The usage that they are about; or TAKE_DOWN_SLOT. */
  readonly slot: number
  /** A glob (X1) is in no trie. */
  readonly kind: 'field' | 'conventional' | 'glob'
  readonly pattern: string
  readonly rules: readonly number[]
}

/** Whether a field may mean another usage to it (F1). */
export function fallsBack({ agent: { profile } }: Side): boolean {
  return (profile?.interprets ?? 'all') !== 'all'
}

/** The rules of a crawler's chains of names. */
export function* rulesFor({ site, leads }: Side): Iterable<PlacedRules> {
  for (const [i, { levels, groups }] of leads.entries()) {
    for (const [at, { classes }] of levels.entries()) {
      for (const id of classes) yield* classRules(site, id, `${i} ${at}`)
    }
    const group = { place: `${i} groups`, slot: CRAWL }
    for (const { root, globs } of groups) {
      for (const each of rulesAt(site, root)) yield { ...group, kind: 'conventional', ...each }
      for (const { rule, glob } of globs) yield { ...group, kind: 'glob', pattern: glob, rules: [rule] }
    }
  }
}

/** The rules of a record class. */
function* classRules({ trie, roots, bound }: SiteProgram, id: number, level: string): Iterable<PlacedRules> {
  const at = (root: number, slot: number, place: string) =>
    rulesAt({ trie }, root).map((each): PlacedRules => ({ place, slot, kind: 'field', ...each }))
  for (let slot = 0; slot <= TAKE_DOWN_SLOT; slot++) yield* at(roots[id * SLOTS + slot]!, slot, `${level} ${slot}`)
  for (const { purposes, roots } of bound[id]!) {
    for (const [slot, root] of roots.entries()) yield* at(root, slot, `${level} ${slot} for ${purposes.join(' ')}`)
  }
}

function rulesAt({ trie }: Pick<SiteProgram, 'trie'>, root: number) {
  return patternsOf(trie, root).map(({ pattern, entries }) => ({ pattern, rules: entries }))
}
