/**
 * A compiled site at an instant → who may do what and where, for each use in people's words: crawlers that may do the same
 * are one, and places as few as tell it. Every answer is the engine's. Its sentences are made elsewhere.
 */
import { programAt, type Registry, type SiteProgram } from '../../bundle/program.ts'
import { type ComparedCrawler, crawlerKinds } from '../../compare/crawlers.ts'
import { groupSettings } from '../../compare/settings-changes.ts'
import { homeOf } from '../../enforce/place-of.ts'
import { decide, recognise } from '../../engine/decide.ts'
import type { DecidingField } from '../../engine/decision.ts'
import { foldCase } from '../../grammar/path-form.ts'
import { PUBLISHED_TOKENS } from '../../registry/policy-tokens.ts'
import type { Category } from '../../vocabulary/decision-words.ts'
import type { Restriction } from '../../vocabulary/restriction.ts'
import type { Usage } from '../../vocabulary/usages.ts'
import { OTHER_USES, PEOPLES_USES, type PeoplesUse } from '../../vocabulary/uses.ts'
import { type AreaValue, areaValues, type Keyed, narrowestAt, type Tried } from './area-values.ts'
import { areasFor, triedPaths } from './tried-paths.ts'

/** What a crawler may do; a deferred crawl is permitted, at its hours. */
export interface UseAnswer extends Keyed {
  readonly isPermitted: boolean
  readonly restrictions: readonly Restriction[]
  /** Each with an address where it decides. */
  readonly fields: readonly { readonly field: DecidingField; readonly target: string }[]
}

/** Crawlers that may do the same. */
export interface UseStatement {
  readonly use: PeoplesUse
  /** Names in lower case; `*` for every other crawler. */
  readonly crawlers: readonly string[]
  /** The whole site first. Empty where they may fetch nothing, and so do nothing else. */
  readonly areas: readonly AreaValue<UseAnswer>[]
  /** Whether too many places overlap to tell all of them. */
  readonly isPartial: boolean
}

/** What each name is for, by the registry and the policy; null where nobody says. */
type Categories = ReadonlyMap<string, Category | null>

/** What a site says. */
export interface SiteSummary {
  readonly statements: readonly UseStatement[]
  /** Hours and rates, with the crawlers that have them. */
  readonly paces: readonly { readonly crawlers: readonly string[]; readonly settings: readonly string[] }[]
  /** Every crawler that has a name. */
  readonly categories: Categories
}

/** Sums up a site. */
export function summariseSite(given: SiteProgram, registry: Registry, at: number): SiteSummary {
  const site = programAt(given, at)
  const categories = categoriesOf(site, registry)
  const kinds = crawlerKinds(site, ['*', ...categories.keys()])
  const told = kinds.map((kind): Fetched => {
    const paths = triedPaths(kind.sides[0])
    const crawls = (paths ?? ['/']).map((target) => ({ target, value: answer(site, kind, 'crawl', target, at) }))
    return { kind, crawls, isPartial: paths === null }
  })
  const statements = [...PEOPLES_USES, OTHER_USES].flatMap((use) => {
    const own = told.flatMap((each): readonly UseStatement[] => {
      const crawlers = each.kind.names.filter((name) => use.category === null || categories.get(name) === use.category)
      return crawlers.length === 0 ? [] : [{ ...statement(site, use, each, at), use, crawlers }]
    })
    return joined(own, ({ areas, isPartial }) => [areas.map(({ area, value }) => [area, value.key]), isPartial])
  })
  const paces = kinds.map(({ names, sides: [side] }) => ({ crawlers: names, settings: groupSettings(side).pace }))
  return {
    statements,
    paces: joined(
      paces.filter(({ settings }) => settings.length > 0),
      ({ settings }) => settings,
    ),
    categories,
  }
}

/** The crawlers that the policy or the registry names, and policy tokens, with what each is for. */
function categoriesOf(site: SiteProgram, registry: Registry): Categories {
  const known = registry.crawlers.map(({ name }) => name)
  // Of a name of several words, a closed category publishes the first alone (I6): nobody wrote it.
  const isOfRow = (name: string) => known.some((each) => each.startsWith(`${name} `))
  const own = site.names.map(({ name }) => name).filter((name) => !isOfRow(name))
  const crawlers = [...own, ...known].flatMap((name): readonly [string, Category | null][] => {
    const { kind, category } = recognise(site, site.names.find((each) => each.name === name)?.header ?? name, registry)
    return kind === 'crawler' ? [[name, category]] : []
  })
  return new Map([...crawlers, ...PUBLISHED_TOKENS.map(({ token, category }) => [foldCase(token), category] as const)])
}

/** A crawler, and all addresses that are tried for it, with the crawl. */
interface Fetched {
  readonly kind: ComparedCrawler
  readonly crawls: readonly Tried<UseAnswer>[]
  /** Whether too much is left out to tell anything. */
  readonly isPartial: boolean
}

/** What may not be fetched may not be used either (L6): the other statements are about the rest. */
function statement(site: SiteProgram, { usage }: PeoplesUse, { kind, crawls, isPartial }: Fetched, at: number) {
  const ask = (target: string): UseAnswer | null => {
    const crawl = answer(site, kind, 'crawl', target, at)
    if (usage === 'crawl') return crawl
    return crawl.isPermitted ? answer(site, kind, usage, target, at) : null
  }
  const tried =
    usage === 'crawl'
      ? crawls
      : crawls
          .filter(({ value }) => value.isPermitted)
          .map(({ target }) => ({ target, value: answer(site, kind, usage, target, at) }))
  if (isPartial) return { areas: [{ area: [], value: crawls[0]!.value }], isPartial }
  if (tried.length === 0) return { areas: [], isPartial }
  const { areas, isWhole } = areaValues(areasFor(kind.sides[0], usage), tried, ask)
  return { areas: withFields(areas, tried), isPartial: !isWhole }
}

/** Each area with the fields that decide in it, beside those of the address that stands for it. */
function withFields(areas: readonly AreaValue<UseAnswer>[], tried: readonly Tried<UseAnswer>[]) {
  const fields = new Map(areas.map((each) => [each, new Map<string, UseAnswer['fields'][number]>()]))
  for (const { target, value } of tried) {
    const [area, ...others] = narrowestAt(areas, target)
    if (others.length > 0 || area!.value.key !== value.key) continue
    for (const each of value.fields) fields.get(area!)!.set(JSON.stringify(each.field), each)
  }
  return areas.map((each) => ({ ...each, value: { ...each.value, fields: [...fields.get(each)!.values()] } }))
}

function answer(site: SiteProgram, kind: ComparedCrawler, usage: Usage, target: string, now: number): UseAnswer {
  const { userAgent, sides } = kind
  const uri = homeOf(site.config) + target
  const { outcome, restrictions, fields } = decide(site, { userAgent, agent: sides[0].agent, target, usage, now, uri })
  const isPermitted = outcome !== 'prohibited'
  const key = JSON.stringify([isPermitted, restrictions])
  const placed = fields.map((field) => ({ field, target }))
  return {
    isPermitted,
    restrictions,
    fields: placed,
    key,
    strictness: isPermitted ? Math.min(restrictions.length, 1) : 2,
  }
}

/** Joins what differs in its crawlers alone. */
function joined<T extends { readonly crawlers: readonly string[] }>(
  all: readonly T[],
  keyOf: (each: T) => unknown,
): readonly T[] {
  const found = new Map<string, T>()
  for (const each of all) {
    const key = JSON.stringify(keyOf(each))
    const known = found.get(key)
    found.set(key, known === undefined ? each : { ...known, crawlers: [...known.crawlers, ...each.crawlers] })
  }
  return [...found.values()]
}
