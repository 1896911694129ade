/**
 * A site and a crawler → the areas that its rules are about, and addresses that show what they say: alone, and where they
 * cross. What is answered there is not known here.
 */
import { TAKE_DOWN_SLOT } from '../../bundle/program.ts'
import type { Side } from '../../compare/crawlers.ts'
import { crawlerPaths, samplePaths } from '../../compare/paths/crawler-paths.ts'
import { reachPaths } from '../../compare/paths/reach-paths.ts'
import { SidePatterns } from '../../compare/paths/side-patterns.ts'
import { patternsOf } from '../../compare/paths/trie-patterns.ts'
import { fallsBack, rulesFor } from '../../compare/side-rules.ts'
import { type Usage, usageIndex } from '../../vocabulary/usages.ts'
import type { Area, AreaPattern } from './area.ts'

/** How far the patterns of a crawler are walked, how many there may be, and how far those of two are walked. */
const MOST = { states: 5000, steps: Number.POSITIVE_INFINITY }
const MOST_PATTERNS = 250
const OF_A_PAIR = { states: 500, steps: Number.POSITIVE_INFINITY }

/** The areas of the rules that may decide a usage for a crawler, each once. */
export function areasFor(side: Side, usage: Usage): readonly Area[] {
  const { site } = side
  // L2, L4: these decide other usages, too.
  const slots = new Set([usageIndex(usage), TAKE_DOWN_SLOT])
  if (usage.startsWith('present')) slots.add(usageIndex('present'))
  if (usage !== 'crawl') slots.add(usageIndex('other'))
  const isAbout = (slot: number) => slots.has(slot) || fallsBack(side)
  const patterns = [...rulesFor(side)]
    .filter(({ slot, kind }) => isAbout(slot) && kind !== 'glob')
    .map(({ pattern, kind }): AreaPattern => {
      return { pattern, folds: kind === 'field' || site.config.folds.includes('case') }
    })
  const routes = patternsOf(site.trie, site.routeRoot).map(({ pattern }): AreaPattern => ({ pattern, folds: true }))
  const distinct = new Map([...patterns, ...routes].map((each) => [`${each.folds} ${each.pattern}`, each]))
  return [...distinct.values()].map((each) => [each])
}

/**
 * Addresses on which the crawler's rules show; those of robots.txt, which nobody is refused, are left out. Null for too many
 * patterns to try, and for globs of the 1996 standard (X1), which are no areas.
 */
export function triedPaths(side: Side): readonly string[] | null {
  const patterns = new Set([...rulesFor(side)].map(({ pattern }) => pattern))
  const hasGlobs = side.leads.some(({ groups }) => groups.some(({ globs }) => globs.length > 0))
  if (patterns.size > MOST_PATTERNS || hasGlobs) return null
  const concern = { ...MOST, about: 'all', exact: [], namesRules: false, only: null } as const
  const routes = patternsOf(side.site.trie, side.site.routeRoot).map(({ pattern }) => pattern)
  const paths = ['/', ...crawlerPaths([side], concern), ...samplePaths([...patterns, ...routes])]
  return [...new Set(paths)].filter((path) => !/^\/robots\.txt(?:\?|$)/.test(path))
}

/** Addresses that show two areas: in either, and in both. */
export function crossing(a: Area, b: Area): readonly string[] {
  const both = new SidePatterns(null, false)
  for (const { pattern, folds } of [...a, ...b]) both.pin(pattern, folds)
  return [...reachPaths(both.automaton, OF_A_PAIR)]
}
