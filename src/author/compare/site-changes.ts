/**
 * Compares two compiled sites: who may do more or less than before, with the shortest path for
 * each.
 */

import { checkSite, rulingFor } from '../../decide/decide.ts'
import type { DecidingField, Decision, Facts } from '../../decide/decision.ts'
import { restrictionsBy } from '../../decide/decision-of.ts'
import { programAt, type SiteProgram } from '../../program/program.ts'
import { type Outcome, STRICTNESS } from '../../words/decision-words.ts'
import { USAGES, type Usage } from '../../words/usages.ts'
import {
  type ComparedCrawler,
  crawlersToCompare,
  type Registries,
  type Side,
} from './compared-crawlers.ts'
import { rowsOfWords } from './compared-headers.ts'
import { differingPatterns, type Where } from './differing-patterns.ts'
import { bindsLocations, crawlerPaths } from './paths/crawler-paths.ts'
import {
  joinAlike,
  type SettingsChange,
  settingsChange,
  siteSettingsChange,
} from './settings-changes.ts'

/** In the order in which they are shown: what a reviewer must see comes first. */
export const EFFECTS = ['opens', 'loosens', 'closes', 'tightens', 'terms'] as const

/**
 * `opens`: more is permitted; `closes`: less; `loosens`: terms were removed; `tightens`: terms were
 * added; `terms`: both.
 */
export type ChangeEffect = (typeof EFFECTS)[number]

/** What one of the policies says. */
export interface ComparedAnswer {
  readonly outcome: Outcome
  readonly fields: readonly DecidingField[]
  readonly restrictions: Decision['restrictions']
  /** Whether the client is a reader, which no rule binds (I3). */
  readonly reader?: true
}

/** What a change of policy does to some crawlers on one path. */
export interface Change {
  readonly effect: ChangeEffect
  /** Names in lower case; `*` stands for every crawler that neither policy names. */
  readonly crawlers: readonly string[]
  readonly usages: readonly Usage[]
  readonly path: string
  /** Whether the page is asked for at another address than its own (E3). */
  readonly elsewhere: boolean
  readonly was: ComparedAnswer
  readonly now: ComparedAnswer
}

/** All consequences; `sampled` names the crawlers for whom some may be missing. */
export interface Comparison {
  readonly changes: readonly Change[]
  readonly sampled: readonly string[]
  readonly settings: readonly SettingsChange[]
}

/** The same, with names of several words in full: `yahoo pipes 1.0` for `yahoo`. */
export function inWholeWords(
  comparison: Comparison,
  old: SiteProgram,
  now: SiteProgram,
): Comparison {
  const rows = rowsOfWords(old, now)
  return withNames(comparison, (name) => rows.get(name) ?? name)
}

/** The same, with other names of the crawlers. */
export function withNames(
  { changes, sampled, settings }: Comparison,
  nameOf: (name: string) => string,
): Comparison {
  const named = <T extends { readonly crawlers: readonly string[] }>(all: readonly T[]) =>
    all.map((each) => ({ ...each, crawlers: each.crawlers.map(nameOf) }))
  return { changes: named(changes), sampled: sampled.map(nameOf), settings: named(settings) }
}

/** States of the product that are walked for one crawler before it is sampled instead. */
export const MOST_STATES = 50_000

const ELSEWHERE = 'https://elsewhere.invalid'
const UNNAMED_HOME = 'https://www.example.com'

/**
 * Compares two sites at an instant.
 *
 * @param oldSite The site as it was, compiled.
 * @param newSite The site as it is to be.
 * @param at Milliseconds since 1970.
 * @param mostStates The states of both automata that are walked for one crawler. @default 50,000
 * @param registries The known crawlers before and after. @default none: only the names of both
 * policies are compared
 * @throws TypeError for what is no compiled site.
 * @example groupChanges(compareSites(old, now, Date.now()).changes)
 */
export function compareSites(
  oldSite: SiteProgram,
  newSite: SiteProgram,
  at: number,
  mostStates = MOST_STATES,
  registries: Registries | null = null,
): Comparison {
  const [old, now] = [oldSite, newSite].map((site) => programAt(checkSite(site), at)) as [
    SiteProgram,
    SiteProgram,
  ]
  const sampled: string[] = []
  const changes: Change[] = []
  const where = differingPatterns(old, now)
  const crawlers = crawlersToCompare(old, now, registries)
  for (const crawler of crawlers) {
    const found: Change[] = []
    const all = changesFor(crawler, where(crawler.sides), {
      at,
      states: mostStates,
      namesRules: true,
    })
    let next = all.next()
    for (; !next.done; next = all.next()) found.push(next.value)
    if (!next.value) sampled.push(...crawler.names)
    changes.push(...joined(firstOfEach(found), 'usages'))
  }
  const settings = crawlers.flatMap((crawler) => settingsChange(crawler) ?? [])
  return {
    changes: joined(changes, 'crawlers').sort(byEffect),
    sampled,
    settings: [
      ...siteSettingsChange(old, now),
      ...joinAlike(
        settings,
        ({ was, now }) => JSON.stringify([was, now]),
        (a, b) => ({ ...a, crawlers: [...a.crawlers, ...b.crawlers] }),
      ),
    ],
  }
}

/** Whether nothing changes for any crawler. False also if too many patterns overlap to know. */
export function decideAlike(old: SiteProgram, now: SiteProgram, at: number): boolean {
  const where = differingPatterns(old, now)
  const found = { at, states: MOST_STATES, namesRules: false }
  return crawlersToCompare(old, now, null).every((crawler) => {
    const first =
      settingsChange(crawler) === null
        ? changesFor(crawler, where(crawler.sides), found).next()
        : null
    return first?.done === true && first.value
  })
}

/** Yields the changes for a crawler by path, and returns whether they are complete. */
function* changesFor(
  crawler: ComparedCrawler,
  { crawl, uses }: Where,
  { at, ...search }: { readonly at: number; readonly states: number; readonly namesRules: boolean },
): Generator<Change, boolean> {
  const only = crawl === null || uses === null ? null : new Set([...crawl, ...uses])
  const paths = crawlerPaths(crawler.sides, { ...search, about: 'all', only })
  let next = paths.next()
  for (; !next.done; next = paths.next()) yield* changesAt(next.value, crawler, at)
  return next.value
}

/**
 * The changes on one path, for each usage. At another address than the page's own, only changes
 * that the own address does not show.
 */
function changesAt(path: string, crawler: ComparedCrawler, at: number): readonly Change[] {
  const home = changesAtPlace(path, crawler, at, false)
  // If only one side counts the client as a reader, the changed crawl says enough.
  if (crawler.sides.some(({ isReader }) => isReader))
    return home.filter(({ usages }) => usages.includes('crawl'))
  if (!crawler.sides.some(({ site }) => bindsLocations(site))) return home
  const known = new Set(home.map((change) => JSON.stringify({ ...change, elsewhere: true })))
  return [
    ...home,
    ...changesAtPlace(path, crawler, at, true).filter(
      (change) => !known.has(JSON.stringify(change)),
    ),
  ]
}

function changesAtPlace(
  path: string,
  crawler: ComparedCrawler,
  at: number,
  elsewhere: boolean,
): readonly Change[] {
  const { names, userAgent, sides } = crawler
  const [crawl, ...others] = USAGES.map((usage) =>
    sides.map((side) => answer(side, { userAgent, now: at, target: path, usage }, elsewhere)),
  ) as [ComparedAnswer[], ...ComparedAnswer[][]]
  const gated = others.map((both) => both.map((each, side) => orCrawl(each, crawl[side]!)))
  return [crawl, ...gated].flatMap(([was, now], i): readonly Change[] => {
    const effect = effectOf(was!, now!)
    if (effect === null) return []
    return [
      { effect, crawlers: names, usages: [USAGES[i]!], path, elsewhere, was: was!, now: now! },
    ]
  })
}

/**
 * Where no field addresses a usage, it follows the crawl (L6): the field that decided the crawl is
 * shown.
 */
function orCrawl(own: ComparedAnswer, crawl: ComparedAnswer): ComparedAnswer {
  return own.fields.length === 0 && own.restrictions.length === 0 && own.outcome === crawl.outcome
    ? crawl
    : own
}

const FREE: ComparedAnswer = { outcome: 'permitted', fields: [], restrictions: [], reader: true }

function answer({ site, agent, isReader }: Side, facts: Facts, elsewhere: boolean): ComparedAnswer {
  if (isReader) return FREE
  const home = site.config.canonical?.replace(/\/$/, '') ?? UNNAMED_HOME
  const uri = (elsewhere ? ELSEWHERE : home) + facts.target
  const ruling = rulingFor(site, { ...facts, agent, uri })
  const { outcome, fields } = ruling
  return { outcome, fields, restrictions: restrictionsBy(ruling) }
}

/** What going from one answer to the other does; null where nothing changes. */
function effectOf(was: ComparedAnswer, now: ComparedAnswer): ChangeEffect | null {
  if (was.outcome !== now.outcome)
    return STRICTNESS[was.outcome] > STRICTNESS[now.outcome] ? 'opens' : 'closes'
  if (was.restrictions.length + now.restrictions.length === 0) return null
  const before = new Set(was.restrictions.map((each) => JSON.stringify(each)))
  const after = new Set(now.restrictions.map((each) => JSON.stringify(each)))
  const dropped = [...before].some((each) => !after.has(each))
  const added = [...after].some((each) => !before.has(each))
  if (dropped) return added ? 'terms' : 'loosens'
  return added ? 'tightens' : null
}

/**
 * One change for each pair of deciding fields, on the first path that shows it: paths come shortest
 * first.
 */
function firstOfEach(changes: readonly Change[]): readonly Change[] {
  const keyOf = ({ usages, elsewhere, effect, was, now }: Change) =>
    JSON.stringify([usages, elsewhere, effect, was, now])
  return joinAlike(changes, keyOf, (first) => first)
}

function joined(changes: readonly Change[], member: 'usages' | 'crawlers'): Change[] {
  const keyOf = (change: Change) => JSON.stringify({ ...change, [member]: null })
  return joinAlike(changes, keyOf, (a, b) => ({ ...a, [member]: [...a[member], ...b[member]] }))
}

function byEffect(a: Change, b: Change): number {
  return (
    EFFECTS.indexOf(a.effect) - EFFECTS.indexOf(b.effect) ||
    (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)
  )
}
