/**
 * A view and its crawlers → the questions that are asked of both programs: the crawl at a path for every set of patterns that
 * can match at once, then everything else there. Who answers is not known here.
 */

import { type Concern, crawlerPaths, type Side } from '../paths/crawler-paths.ts'
import type { Dialect } from '../vocabulary/decision-words.ts'
import type { Usage } from '../vocabulary/usages.ts'
import { type Concerns, concernsOf } from './concerns.ts'
import { DifferingPatterns } from './differing-patterns.ts'
import type { Representative } from './representatives.ts'
import type { View } from './views.ts'

/** What is asked of both. */
export interface Probe {
  readonly userAgent: string
  readonly target: string
  readonly now: number
  readonly usage: Usage
  /** `rep`: as a crawler that knows no ACAP. */
  readonly dialect?: Dialect
  readonly purposes?: readonly string[]
  readonly application?: string
}

/** A crawler, what of the two programs concerns it, and the paths where they could differ for it. */
interface Subject extends Concerns {
  readonly userAgent: string
  readonly paths: readonly string[]
}

/** How far the patterns of all crawlers together are walked, and how many of their pairs are tried where it is too far. */
const MOST = { states: 200_000, steps: 4_000_000, pairs: 2000 }

/**
 * The questions about a view: the crawl first, each crawler's shortest paths first. `silenced` are the crawlers that may
 * get other comments, which stand on every path.
 */
export function* probesOf(
  view: View,
  agents: readonly Representative[],
  silenced: ReadonlySet<string>,
  now: number,
): Iterable<Probe> {
  const share = (all: number) => Math.ceil(all / agents.length)
  const most = { states: share(MOST.states), steps: share(MOST.steps), pairs: share(MOST.pairs) }
  const differing = new DifferingPatterns(view)
  const known = new Map<string, readonly string[]>()
  const pathsFor = (agent: Representative, sides: readonly Side[]) => {
    const isConfined = !silenced.has(agent.userAgent) && differing.isConfined(agent)
    const key = JSON.stringify([isConfined, sides.map(({ leads }) => leads.map(patternsKey))])
    const paths =
      known.get(key) ?? crawlerPaths(sides, most, view.closed, isConfined ? differing.of(agent) : null).paths
    known.set(key, paths)
    return paths
  }
  const subjects = agents.map((agent): Subject => {
    const sides = [
      { site: view.meant.site, leads: agent.meant },
      { site: view.served.site, leads: agent.served },
    ]
    const { userAgent } = agent
    return { userAgent, ...concernsOf(view, agent), paths: pathsFor(agent, sides) }
  })
  yield* turns(subjects, (subject, target) => crawls(subject, target, now))
  // Conventional groups are about the crawl only.
  if (view.readers === 'acap') yield* turns(subjects, (subject, target) => usesOf(subject, target, now))
}

/** Equal for chains whose patterns are the same: crawlers often differ in their settings alone. */
function patternsKey({ levels, groups }: Concern): unknown {
  return [
    levels.map(({ classes }) => classes),
    groups.map(({ root, globs, settings }) => [root, globs.map(({ glob }) => glob), settings.directives]),
  ]
}

/** Path by path, crawler by crawler: a bound cuts all crawlers alike. */
function* turns(
  subjects: readonly Subject[],
  ask: (subject: Subject, target: string) => Iterable<Probe>,
): Iterable<Probe> {
  const longest = Math.max(0, ...subjects.map(({ paths }) => paths.length))
  for (let i = 0; i < longest; i++) {
    for (const subject of subjects) {
      const target = subject.paths[i]
      if (target !== undefined) yield* ask(subject, target)
    }
  }
}

function* crawls(subject: Subject, target: string, now: number): Iterable<Probe> {
  const probe = { userAgent: subject.userAgent, target, now, usage: 'crawl', dialect: 'acap' } as const
  yield probe
  for (const purpose of subject.purposes) yield { ...probe, purposes: [purpose] }
  for (const application of subject.applications) yield { ...probe, application }
  for (const minute of subject.minutes) yield { ...probe, now: Math.floor(now / DAY) * DAY + minute * MINUTE }
}

function* usesOf({ userAgent, purposes, usages }: Subject, target: string, now: number): Iterable<Probe> {
  for (const usage of usages) {
    const probe = { userAgent, target, now, usage, dialect: 'acap' } as const
    yield probe
    for (const purpose of purposes) yield { ...probe, purposes: [purpose, UNBOUND] }
  }
}

/** A purpose for which no field is: beside another one it keeps the crawl open, so that usages show (L6, L8). */
const UNBOUND = '!'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
