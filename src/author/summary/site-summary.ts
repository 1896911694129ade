/** Computes by the engine who may do what and where on a site, for each use in people's words. */

import { PUBLISHED_TOKENS } from '../../crawlers/policy-tokens.ts'
import { recognise, rulingFor } from '../../decide/decide.ts'
import { restrictionsBy } from '../../decide/decision-of.ts'
import { homeOf } from '../../decide/read-place.ts'
import { groupBy } from '../../language/checks/levels.ts'
import { patternsOf } from '../../program/compile/trie-builder.ts'
import {
  programAt,
  type Registry,
  type SiteProgram,
  TAKE_DOWN_SLOT,
} from '../../program/program.ts'
import type { Category } from '../../words/decision-words.ts'
import { foldCase } from '../../words/path-form.ts'
import { type Usage, usageIndex } from '../../words/usages.ts'
import { OTHER_USES, PEOPLES_USES, type PeoplesUse } from '../../words/uses.ts'
import { type ComparedCrawler, crawlerKinds, type Side } from '../compare/compared-crawlers.ts'
import { rowsOfWords } from '../compare/compared-headers.ts'
import { crawlerPaths, samplePaths } from '../compare/paths/crawler-paths.ts'
import { fallsBack, rulesFor } from '../compare/paths/side-patterns.ts'
import { groupSettings } from '../compare/settings-changes.ts'
import {
  type AreaAnswer,
  type AreaPattern,
  areaAnswers,
  narrowestAt,
  type Tried,
  type UseAnswer,
} from './areas.ts'

export interface UseStatement {
  readonly use: PeoplesUse
  /** Names in lower case; `*` for every other crawler. */
  readonly crawlers: readonly string[]
  /** The whole site first. Empty where they may fetch nothing, and so do nothing else. */
  readonly areas: readonly AreaAnswer[]
  /** Whether too many places overlap to tell all of them. */
  readonly isPartial: boolean
}

/** The hours and rates of some crawlers. */
interface Pace {
  readonly crawlers: readonly string[]
  readonly settings: readonly string[]
}

export interface SiteSummary {
  readonly statements: readonly UseStatement[]
  readonly paces: readonly Pace[]
  /** Every crawler that has a name, with what it is for; null where nobody says. */
  readonly categories: ReadonlyMap<string, Category | null>
  /** The names that the policy has. */
  readonly named: ReadonlySet<string>
}

const MOST_STATES = 5000
const MOST_PATTERNS = 250

/** Sums up a site at an instant. */
export function summariseSite(given: SiteProgram, registry: Registry, at: number): SiteSummary {
  const site = programAt(given, at)
  const categories = categoriesOf(site, registry)
  const kinds = crawlerKinds(site, ['*', ...categories.keys()])
  const told = kinds.map((kind) => crawlsOf(site, kind, at))
  const statements = [...PEOPLES_USES, OTHER_USES].flatMap((use) => {
    const own = told.flatMap((each): readonly UseStatement[] => {
      const crawlers = each.kind.names.filter(
        (name) => use.category === null || categories.get(name) === use.category,
      )
      return crawlers.length === 0 ? [] : [{ ...statement(use, each), use, crawlers }]
    })
    return joined(own, ({ areas, isPartial }) => [
      areas.map(({ area, value }) => [area, value.key]),
      isPartial,
    ])
  })
  const all = kinds.map(({ names, sides: [side] }) => ({
    crawlers: names,
    settings: groupSettings(side).pace,
  }))
  const paced = all.filter(({ settings }) => settings.length > 0)
  const paces = joined(paced, ({ settings }) => settings)
  const named = new Set(site.names.map(({ name }) => name))
  return { statements, paces, categories, named }
}

/**
 * The category of each crawler or policy token that the policy or the registry names; null if
 * unknown.
 */
function categoriesOf(site: SiteProgram, registry: Registry): ReadonlyMap<string, Category | null> {
  const known = registry.crawlers.map(({ name }) => name)
  const rows = rowsOfWords(site, site)
  // The first word alone of a known name with several words is not a crawler.
  const isOfRow = (name: string) => known.includes(rows.get(name) ?? '')
  const own = site.names.map(({ name }) => name).filter((name) => !isOfRow(name))
  const crawlers = [...own, ...known].flatMap((name): readonly [string, Category | null][] => {
    const { kind, category } = recognise(
      site,
      site.names.find((each) => each.name === name)?.header ?? name,
      registry,
    )
    return kind === 'crawler' ? [[name, category]] : []
  })
  return new Map([
    ...crawlers,
    ...PUBLISHED_TOKENS.map(({ token, category }) => [foldCase(token), category] as const),
  ])
}

/**
 * The crawl decisions for a crawler on all addresses that are tried. `isPartial`: there are too
 * many patterns, so only `/` is tried.
 */
function crawlsOf(site: SiteProgram, kind: ComparedCrawler, at: number) {
  const ask = (usage: Usage, target: string) => answer(site, kind, usage, target, at)
  const paths = triedPaths(kind.sides[0])
  const crawls = (paths ?? ['/']).map((target): Tried => ({ target, value: ask('crawl', target) }))
  return { kind, ask, crawls, isPartial: paths === null }
}

/** What may not be fetched may not be used either (L6): the other statements are about the rest. */
function statement(
  { usage }: PeoplesUse,
  { kind, ask, crawls, isPartial }: ReturnType<typeof crawlsOf>,
) {
  const isAbout = usage === 'crawl' || patternsAbout(kind.sides[0], usage).length > 0
  if (isPartial && !isAbout) return { areas: [], isPartial: false }
  if (isPartial) return { areas: [{ area: [], value: crawls[0]!.value }], isPartial }
  const isCrawl = usage === 'crawl'
  const fetched = isCrawl ? crawls : crawls.filter(({ value }) => value.isPermitted)
  const tried = isCrawl
    ? fetched
    : fetched.map(({ target }) => ({ target, value: ask(usage, target) }))
  if (tried.length === 0) return { areas: [], isPartial }
  const { areas, isWhole } = areaAnswers(patternsAbout(kind.sides[0], usage), tried, (target) =>
    isCrawl || ask('crawl', target).isPermitted ? ask(usage, target) : null,
  )
  return { areas: withFields(areas, tried), isPartial: !isWhole }
}

/**
 * Adds the fields that decide in each area. If the area overlaps others everywhere, its example
 * address is used.
 */
function withFields(areas: readonly AreaAnswer[], tried: readonly Tried[]): readonly AreaAnswer[] {
  const alone = tried.map((each) => ({ ...each, at: narrowestAt(areas, each.target) }))
  return areas.map((each) => {
    const own = alone.filter(
      ({ at, value }) => at.length === 1 && at[0] === each && value.key === each.value.key,
    )
    const decided = own.length === 0 ? each.value.fields : own.flatMap(({ value }) => value.fields)
    const fields = new Map(decided.map((one) => [JSON.stringify(one.field), one]))
    return { ...each, value: { ...each.value, fields: [...fields.values()] } }
  })
}

function answer(
  site: SiteProgram,
  kind: ComparedCrawler,
  usage: Usage,
  target: string,
  now: number,
): UseAnswer {
  const { userAgent, sides } = kind
  const facts = {
    userAgent,
    agent: sides[0].agent,
    target,
    usage,
    now,
    uri: homeOf(site.config) + target,
  }
  const ruling = rulingFor(site, facts)
  const { outcome, fields, basis } = ruling
  const restrictions = restrictionsBy(ruling)
  const isPermitted = outcome !== 'prohibited'
  // Where nothing prohibits a crawl, RFC 9309 permits it.
  const isSilent = basis === 'unspecified' && usage !== 'crawl'
  const key = JSON.stringify([isPermitted, restrictions, isSilent])
  const decided = fields.map((field) => ({ field, target }))
  return { isPermitted, restrictions, isSilent, fields: decided, key }
}

function joined<T extends { readonly crawlers: readonly string[] }>(
  all: readonly T[],
  keyOf: (each: T) => unknown,
) {
  const groups = groupBy(all, (each) => JSON.stringify(keyOf(each)))
  return groups.map(
    (group): T => ({ ...group[0]!, crawlers: group.flatMap(({ crawlers }) => crawlers) }),
  )
}

/** The patterns of the rules that may decide a usage for a crawler, each once. */
function patternsAbout(side: Side, usage: Usage): readonly AreaPattern[] {
  // L2, L4: these decide other usages, too.
  const slots = new Set([usageIndex(usage), TAKE_DOWN_SLOT])
  if (usage.startsWith('present')) slots.add(usageIndex('present'))
  if (usage !== 'crawl') slots.add(usageIndex('other'))
  const rules = [...rulesFor(side)].filter(
    ({ slot, kind }) => (slots.has(slot) || fallsBack(side)) && kind !== 'glob',
  )
  const patterns = rules.map(({ pattern, kind }): AreaPattern => {
    return { pattern, folds: kind === 'field' || side.site.config.folds.includes('case') }
  })
  const routes = routePatterns(side).map((pattern): AreaPattern => ({ pattern, folds: true }))
  return [
    ...new Map(
      [...patterns, ...routes].map((each) => [`${each.folds} ${each.pattern}`, each]),
    ).values(),
  ]
}

function routePatterns({ site }: Side): readonly string[] {
  return patternsOf(site.trie, site.routeRoot).map(({ pattern }) => pattern)
}

/**
 * Addresses on which the crawler's rules show; those of robots.txt, which nobody is refused, are
 * left out. Null for too many patterns to try, and for globs of the 1996 standard (X1), which are
 * no areas.
 */
function triedPaths(side: Side): readonly string[] | null {
  const patterns = new Set([...rulesFor(side)].map(({ pattern }) => pattern))
  const hasGlobs = side.leads.some(({ groups }) => groups.some(({ globs }) => globs.length > 0))
  if (patterns.size > MOST_PATTERNS || hasGlobs) return null
  const samples = samplePaths([...patterns, ...routePatterns(side)])
  const paths = new Set([
    '/',
    ...crawlerPaths([side], { states: MOST_STATES, about: 'all', only: null }),
    ...samples,
  ])
  return [...paths].filter((path) => !/^\/robots\.txt(?:\?|$)/.test(path))
}
