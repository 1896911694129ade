/**
 * Builds questions that reveal every difference between two sites: the crawl for each set of
 * patterns, then other usages.
 */

import { cached } from '../../base/cached.ts'
import { DAY, MINUTE } from '../../base/calendar.ts'
import type { Lead } from '../../decide/chains.ts'
import { SLOTS } from '../../program/program.ts'
import type { Dialect } from '../../words/decision-words.ts'
import { USAGES, type Usage, usageIndex } from '../../words/usages.ts'
import type { ComparedCrawler, Side, Sides } from './compared-crawlers.ts'
import type { Where } from './differing-patterns.ts'
import { crawlerPaths } from './paths/crawler-paths.ts'
import { type About, fallsBack } from './paths/side-patterns.ts'
import { settingsOf } from './settings-changes.ts'

export interface ProofQuestion {
  readonly crawler: ComparedCrawler
  readonly target: string
  readonly now: number
  readonly usage: Usage
  readonly dialect: Dialect
  readonly purposes?: readonly string[]
  readonly application?: string
}

interface Scope {
  readonly crawlers: readonly ComparedCrawler[]
  readonly where: (sides: Sides) => Where
  readonly exact: readonly string[]
  readonly now: number
}

/**
 * A crawler, everything except the path that could matter to it, and the paths where the sites
 * could differ.
 */
interface Subject {
  readonly crawler: ComparedCrawler
  /** One for every pattern of a purpose. */
  readonly purposes: readonly string[]
  readonly usages: readonly Usage[]
  /** X2, X3: the minutes after midnight at which a window opens, and at which it has closed. */
  readonly minutes: readonly number[]
  readonly applications: readonly string[]
  readonly paths: Readonly<Record<keyof Where, readonly string[]>>
}

const MOST = { states: 200_000, steps: 4_000_000 }

export function* questionsOf({ crawlers, where, exact, now }: Scope): Iterable<ProofQuestion> {
  const share = (all: number) => Math.ceil(all / crawlers.length)
  const most = { states: share(MOST.states), steps: share(MOST.steps) }
  const known = new Map<string, readonly string[]>()
  const pathsAt = (sides: Sides, about: About, only: Where[keyof Where]) => {
    const patterns = sides.map(({ leads }) => leads.map(patternsKey))
    const key = JSON.stringify([about, sides.some(fallsBack), only && [...only], patterns])
    return cached(known, key, () => [
      ...new Set(crawlerPaths(sides, { ...most, about, exact, only })),
    ])
  }
  const subjects = crawlers.map((crawler): Subject => {
    const { crawl, uses } = where(crawler.sides)
    const paths = {
      crawl: pathsAt(crawler.sides, 'crawl', crawl),
      uses: pathsAt(crawler.sides, 'all', uses),
    }
    return { crawler, ...concernsOf(crawler.sides), paths }
  })
  yield* turns(subjects, 'crawl', (subject, target) => crawls(subject, target, now))
  yield* turns(subjects, 'uses', (subject, target) => usesOf(subject, target, now))
}

/** A key that is equal where the patterns are. Crawlers often differ only in settings. */
function patternsKey({ levels, groups }: Lead): unknown {
  return [
    levels.map(({ classes }) => classes),
    groups.map(({ root, globs, settings }) => [
      root,
      globs.map(({ glob }) => glob),
      settings.directives,
    ]),
  ]
}

/** Takes one path after the other for all crawlers, so that a limit cuts all of them alike. */
function* turns(
  subjects: readonly Subject[],
  kind: keyof Where,
  ask: (subject: Subject, target: string) => Iterable<ProofQuestion>,
): Iterable<ProofQuestion> {
  const longest = Math.max(0, ...subjects.map(({ paths }) => paths[kind].length))
  for (let i = 0; i < longest; i++) {
    for (const subject of subjects) {
      const target = subject.paths[kind][i]
      if (target !== undefined) yield* ask(subject, target)
    }
  }
}

function* crawls(subject: Subject, target: string, now: number): Iterable<ProofQuestion> {
  const question = {
    crawler: subject.crawler,
    target,
    now,
    usage: 'crawl',
    dialect: 'acap',
  } as const
  yield question
  for (const purpose of subject.purposes) yield { ...question, purposes: [purpose] }
  for (const application of subject.applications) yield { ...question, application }
  for (const minute of subject.minutes)
    yield { ...question, now: Math.floor(now / DAY) * DAY + minute * MINUTE }
}

function* usesOf(
  { crawler, purposes, usages }: Subject,
  target: string,
  now: number,
): Iterable<ProofQuestion> {
  for (const usage of usages) {
    const question = { crawler, target, now, usage, dialect: 'acap' } as const
    yield question
    for (const purpose of purposes) yield { ...question, purposes: [purpose, UNBOUND] }
  }
}

/**
 * A purpose that no field mentions. Beside another purpose it keeps the crawl open, so that other
 * usages can be compared (L6, L8).
 */
const UNBOUND = '!'

function concernsOf(
  sides: Sides,
): Pick<Subject, 'purposes' | 'usages' | 'minutes' | 'applications'> {
  const stated = new Set(sides.flatMap(usagesOf))
  // L2, L4: `present` and `other` decide other usages too.
  const isAboutMore = stated.has('present') || stated.has('other') || sides.some(fallsBack)
  const settings = sides.map(settingsOf)
  const windows = settings.flatMap(({ visits, rates }) => [
    ...visits,
    ...rates.flatMap(({ window }) => window ?? []),
  ])
  const applications = settings.flatMap(({ directives }) =>
    directives.flatMap((rule) => rule.applications),
  )
  return {
    purposes: [...new Set(sides.flatMap(purposesOf))],
    usages: USAGES.filter((usage) => usage !== 'crawl' && (stated.has(usage) || isAboutMore)),
    minutes: [...new Set(windows.flatMap(({ from, to }) => [from, to + 1]))],
    applications: [...new Set(applications.map(({ token }) => token))],
  }
}

function classesOf({ leads }: Side): readonly number[] {
  return leads.flatMap(({ levels }) => levels.flatMap(({ classes }) => classes))
}

function usagesOf(side: Side): readonly Usage[] {
  const { roots, bound } = side.site
  const tables = classesOf(side).flatMap((id) => [
    [...roots.subarray(id * SLOTS, (id + 1) * SLOTS)],
    ...bound[id]!.map((each) => each.roots),
  ])
  return USAGES.filter((usage) => tables.some((table) => table[usageIndex(usage)] !== 0))
}

function purposesOf(side: Side): readonly string[] {
  const { bound, routes } = side.site
  const own = classesOf(side).flatMap((id) => bound[id]!.flatMap(({ purposes }) => purposes))
  const routed = routes.flatMap(({ fields }) => fields.flatMap(({ purposes }) => purposes))
  return [...own, ...routed].flatMap((each) =>
    ['', '-'].map((fill) => each.replace(/\$$/, '').replaceAll('*', fill)),
  )
}
