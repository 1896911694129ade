/**
 * Proves that a switch changes exactly what it says: for each crawler and path that the old and the
 * new policy can tell apart, it compares the engine's answers. It finds what changes beyond that,
 * and what does not change.
 */

import { crawlersInWords } from '../author/compare/change-words.ts'
import {
  type ComparedCrawler,
  crawlersToCompare,
  sideOf,
} from '../author/compare/compared-crawlers.ts'
import { crawlerPaths } from '../author/compare/paths/crawler-paths.ts'
import { settingsChange } from '../author/compare/settings-changes.ts'
import type { DisplayName } from '../author/explain/display-names.ts'
import { cached } from '../base/cached.ts'
import { recognise, rulingFor } from '../decide/decide.ts'
import type { Decision } from '../decide/decision.ts'
import { decisionOf } from '../decide/decision-of.ts'
import { homeOf } from '../decide/read-place.ts'
import { programAt, type SiteProgram } from '../program/program.ts'
import { foldCase } from '../words/path-form.ts'
import { baseUsage, USAGES, type Usage } from '../words/usages.ts'
import type { Meaning } from './draft.ts'

/** Whom and what a switch means. */
export interface Meant {
  /** By a name in lower case; `*` is every crawler that has none. */
  readonly isMeant: (name: string) => boolean
  /** The crawler, or the known crawlers of the category: each must be meant. */
  readonly names: readonly string[]
  readonly usage: Usage
  /** In the form of P2. */
  readonly path: string
  readonly opens: boolean
  /** How messages write names. */
  readonly shown: DisplayName
}

/**
 * The page must answer soon. Where the patterns need more states than this, nothing is proven, and
 * the switch is refused.
 */
const MOST_STATES = 20_000

/** What is wrong with a change; null: it does what is meant, and nothing else. */
export function switchFault(was: Meaning, is: Meaning, meant: Meant, at: number): string | null {
  const [old, now] = [programAt(was.program, at), programAt(is.program, at)]
  const kinds = crawlersToCompare(old, now, null)
  const known = new Set(kinds.flatMap(({ names }) => names))
  const unknown = meant.names.filter((name) => !known.has(name))
  const own = onePerKind(unknown, [old, now]).map((name): ComparedCrawler => {
    return {
      names: [name],
      userAgent: name,
      sides: [sideOf(old, name, null), sideOf(now, name, null)],
    }
  })
  for (const crawler of [...kinds, ...own]) {
    const fault = faultFor(crawler, meant, at)
    if (fault !== null) return fault
  }
  return null
}

function faultFor(crawler: ComparedCrawler, meant: Meant, at: number): string | null {
  const { names, userAgent, sides } = crawler
  const whom = crawlersInWords(names.map(meant.shown))
  if (settingsChange(crawler) !== null) return `Hours, rates or comments would change for ${whom}.`
  const isMeant = names.some(meant.isMeant)
  const mayChange = names.every(meant.isMeant)
  const paths = crawlerPaths(sides, {
    states: MOST_STATES,
    about: 'all',
    exact: [meant.path],
    only: null,
  })
  let next: IteratorResult<string, boolean> = { value: meant.path }
  for (; !next.done; next = paths.next()) {
    const target = next.value
    const place = placeOf(target, meant.path)
    const both = (usage: Usage) =>
      sides.map(({ site, agent }) =>
        answer(site, { userAgent, agent, target, usage, now: at }),
      ) as [Decision, Decision]
    const other = USAGES.find(
      (usage) => !isExpected(both(usage), usage, mayChange && place !== 'outside', meant),
    )
    if (other !== undefined)
      return `It would change more: what ${whom} may do with \`${target}\` (${other}).`
    const mustSay = isMeant && place === 'inside' && (!meant.opens || target === meant.path)
    if (mustSay && !isSaid(both(meant.usage)[1], meant))
      return stays(names, target, meant, both(meant.usage)[1])
  }
  return next.value ? null : 'Too many patterns overlap to be sure what would change.'
}

/**
 * A path may be `near` where it differs in letter case alone: ACAP fields ignore that, groups do
 * not, so either answer is right.
 */
function placeOf(target: string, path: string): 'inside' | 'near' | 'outside' {
  // C1: nobody is refused this file.
  if (/^\/robots\.txt(?:\?|$)/.test(target)) return 'near'
  if (target.startsWith(path)) return 'inside'
  return foldCase(target).startsWith(foldCase(path)) ? 'near' : 'outside'
}

/**
 * Whether an answer stayed the same, or changed as the switch means it. A usage changes with the
 * one that it depends on (L2, L4, L6).
 */
function isExpected(
  [was, is]: readonly [Decision, Decision],
  usage: Usage,
  isMeant: boolean,
  meant: Meant,
): boolean {
  const terms = ({ restrictions }: Decision) => JSON.stringify(restrictions)
  if (was.outcome === is.outcome && terms(was) === terms(is)) return true
  const follows = [usage, baseUsage(usage), 'crawl', usage === 'crawl' ? null : 'other'].includes(
    meant.usage,
  )
  return isMeant && follows && isSaid(is, meant) && !isSaid(was, meant)
}

function isSaid({ outcome }: Decision, { opens }: Meant): boolean {
  return (outcome === 'prohibited') !== opens
}

function stays(
  names: readonly string[],
  target: string,
  { opens, shown }: Meant,
  decision?: Decision,
): string {
  const [field] = decision?.fields ?? []
  const because =
    field === undefined
      ? ''
      : `: \`${field.text}\` in ${field.source === 'route' ? 'site.toml' : field.source}`
  return `\`${target}\` would stay ${opens ? 'closed' : 'open'} for ${crawlersInWords(names.map(shown))}${because}.`
}

/**
 * The answers of a policy to the crawlers that a switch means, at its path: one for each kind of
 * them.
 */
export function answersTo({ program }: Meaning, meant: Meant, now: number): readonly Decision[] {
  const kinds = cached(KINDS, program, () => crawlersToCompare(program, program, null))
  const known = kinds
    .filter((kind) => kind.names.every(meant.isMeant))
    .map(({ userAgent }) => userAgent)
  return [...known, ...onePerKind(meant.names, [program])].map((userAgent) =>
    answer(program, { userAgent, target: meant.path, usage: meant.usage, now }),
  )
}

/** Found once for a policy, because a board has many switches. */
const KINDS = new WeakMap<SiteProgram, readonly ComparedCrawler[]>()

/**
 * One name for each kind: crawlers whose names contain the same names of the policies get the same
 * answers.
 */
function onePerKind(names: readonly string[], sites: readonly SiteProgram[]): readonly string[] {
  const matched = (name: string) =>
    sites.map((site) => recognise(site, name).matched.join(' ')).join('\n')
  return [...new Map(names.map((name) => [matched(name), name])).values()]
}

function answer(site: SiteProgram, asked: Omit<Parameters<typeof rulingFor>[1], 'uri'>): Decision {
  return decisionOf(rulingFor(site, { ...asked, uri: homeOf(site.config) + asked.target }))
}
