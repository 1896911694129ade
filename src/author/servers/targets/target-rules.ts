/**
 * Builds a list of rules for a name that decides the crawl like the engine: the longest match, an
 * Allow before a Disallow of the same length (C1). Conventional groups are such lists. If records,
 * routes and take-downs apply, too, each of their patterns gets the engine's decision for it.
 */
import { cached } from '../../../base/cached.ts'
import { ruleWeight } from '../../../decide/precedence.ts'
import { patternsOf } from '../../../program/compile/trie-builder.ts'
import { RULE_DISALLOW, type SiteProgram, TAKE_DOWN_SLOT } from '../../../program/program.ts'
import { patternSymbols } from '../../../words/path-form.ts'
import type { Side } from '../../compare/compared-crawlers.ts'
import { crawlerPaths } from '../../compare/paths/crawler-paths.ts'
import { CRAWL, rulesFor } from '../../compare/paths/side-patterns.ts'
import { commonOfPair, inside } from '../../convert/common-patterns.ts'
import type { CrawlOracle, ProvenName } from './crawl-oracle.ts'
import { decidingRule, type TargetRule } from './deciding-rule.ts'

/** Closes everything. */
export const CLOSED: TargetRule = { pattern: '/', weight: 2, effect: 'disallow', folds: false }
const MOST_PAIRS = 20_000
const MOST_ROUNDS = 3
/** Beside the patterns of a policy. */
const MOST_RULES = 60
const MOST_STATES = 5000

export function targetRules(oracle: CrawlOracle, named: ProvenName): readonly TargetRule[] {
  const side = oracle.sideOf(named)
  const { site, leads } = side
  const groups = leads.flatMap((lead) => lead.groups)
  // Hours are closed (X2), and globs are no patterns (X1).
  const isClosed =
    oracle.isRefused(named) ||
    groups.some(({ globs, allowsOnly, settings }) => {
      return globs.length > 0 || allowsOnly || settings.visits.length > 0
    })
  if (isClosed) return [CLOSED]
  const placed = [...rulesFor(side)]
  const isPlain = placed.every(({ kind }) => kind === 'conventional') && leads.length === 1
  const hasRoutes = site.routes.some(({ fields }) => fields.some(({ usage }) => usage === 'crawl'))
  return isPlain && !hasRoutes
    ? conventionalRules(site, placed)
    : checkedRules(side, placed, (target) => oracle.isClosed(named, target))
}

type PlacedRule = ReturnType<typeof rulesFor> extends Iterable<infer T> ? T : never

function conventionalRules(
  site: SiteProgram,
  placed: readonly PlacedRule[],
): readonly TargetRule[] {
  const { length, flags } = site.rules
  const folds = site.config.folds.includes('case')
  return placed.map(({ pattern, rules }) => {
    const weights = rules.map((rule) => {
      return ruleWeight(length[rule]!, (flags[rule]! & RULE_DISALLOW) === 0)
    })
    const weight = Math.max(...weights)
    return { pattern, weight, effect: weight % 2 === 1 ? 'allow' : 'disallow', folds }
  })
}

/**
 * One list cannot express all records, because several fields may have to agree (L3). If the list
 * would open a closed path, it is replaced: every prohibition closes, and no permission counts.
 */
function checkedRules(
  side: Side,
  placed: readonly PlacedRule[],
  isClosed: (target: string) => boolean,
): readonly TargetRule[] {
  const rules = decidedRules(side.site, placed, isClosed)
  const exact = rules.map(({ pattern }) => pattern)
  for (const path of crawlerPaths([side], {
    about: 'crawl',
    only: null,
    exact,
    states: MOST_STATES,
  })) {
    if (decidingRule(rules, path)?.effect !== 'disallow' && isClosed(path))
      return prohibitions(side.site, placed, rules)
  }
  return rules
}

function prohibitions(
  { rules: { flags, restrictions }, restrictions: sets, config }: SiteProgram,
  placed: readonly PlacedRule[],
  decided: readonly TargetRule[],
): readonly TargetRule[] {
  const prohibits = (rule: number) =>
    (flags[rule]! & RULE_DISALLOW) !== 0 || sets[restrictions[rule]!]!.items.length > 0
  const folds = config.folds.includes('case')
  const own = placed
    .filter(({ slot, rules }) => slot === TAKE_DOWN_SLOT || rules.some(prohibits))
    .filter(({ slot }) => slot === CRAWL || slot === TAKE_DOWN_SLOT)
    .map(({ pattern, kind }): TargetRule => {
      const weight = ruleWeight(patternSymbols(pattern).length, false)
      return { pattern, weight, effect: 'disallow', folds: folds || kind === 'field' }
    })
  return [...decided.filter(({ effect }) => effect === 'disallow'), ...own]
}

/**
 * One rule for each pattern, with the engine's decision inside it. Where patterns overlap and the
 * list decides otherwise, rules are added.
 */
function decidedRules(
  site: SiteProgram,
  placed: readonly PlacedRule[],
  isClosed: (target: string) => boolean,
): readonly TargetRule[] {
  const rules = new Map<string, TargetRule>()
  const add = (written: string, folds: boolean) => {
    const pattern = withUpperTriples(written)
    cached(rules, pattern, () => {
      const effect = isClosed(inside(pattern)) ? 'disallow' : 'allow'
      const weight = ruleWeight(patternSymbols(pattern).length, effect === 'allow')
      return { pattern, weight, effect, folds }
    })
  }
  const folds = site.config.folds.includes('case')
  for (const { kind, slot, pattern } of placed) {
    if (slot === CRAWL || slot === TAKE_DOWN_SLOT) add(pattern, folds || kind === 'field')
  }
  for (const { pattern } of patternsOf(site.trie, site.routeRoot)) add(pattern, true)
  add('/', true)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const list = [...rules.values()]
    const missing = meetings(list).filter((pattern) => {
      const target = inside(pattern)
      return (decidingRule(list, target)?.effect === 'disallow') !== isClosed(target)
    })
    // Too many rules make the file unreadable. Then the check replaces them by all prohibitions.
    if (missing.length === 0 || list.length + missing.length > MOST_RULES) break
    for (const pattern of missing) add(pattern, true)
  }
  return [...rules.values()]
}

/** Folded patterns have triples in lower case, and P2 knows none. */
function withUpperTriples(pattern: string): string {
  return pattern.replace(/%[0-9a-f]{2}/gi, (triple) => triple.toUpperCase())
}

/** What an Allow and a Disallow have in common. */
function meetings(rules: readonly TargetRule[]): readonly string[] {
  const [open, closed] = ['allow', 'disallow'].map((effect) =>
    rules.filter((rule) => rule.effect === effect).map(({ pattern }) => pattern),
  )
  if (open!.length * closed!.length > MOST_PAIRS) return []
  const common = open!.flatMap((a) => closed!.flatMap((b) => commonOfPair(a, b, 'folded')))
  const known = new Set(rules.map(({ pattern }) => pattern))
  return [...new Set(common)].filter((pattern) => !known.has(pattern))
}
