/**
 * A policy → the questions that are put to it and to what is served for it: every name, at a path for every pattern and
 * for pairs of patterns. Who answers is not known here.
 */
import type { Policy } from '../../language/policy.ts'
import type { Dialect } from '../../vocabulary/decision-words.ts'
import { USAGES, type Usage } from '../../vocabulary/usages.ts'
import type { Prohibition } from './prohibitions.ts'
import { commonWitness, witnesses } from './witnesses.ts'

/** What is asked of both. */
export interface Probe {
  readonly userAgent: string
  readonly target: string
  readonly now: number
  readonly usage: Usage
  readonly purposes?: readonly string[]
  /** `rep`: as a crawler that knows no ACAP. */
  readonly dialect?: Dialect
}

/**
 * How much is compared: the crawl at a path for each of so many pairs of patterns, and so many questions in all. Paths
 * for single patterns come first.
 */
const MOST_PAIRS = 2000
const MOST_QUESTIONS = 100_000

/** The questions about a policy, for crawlers of these names: its crawl first, at each path. */
export function* probesOf(policy: Policy, agents: readonly string[], now: number): Iterable<Probe> {
  const asked = [undefined, ...purposesOf(policy).map((purpose) => [purpose])]
  let left = MOST_QUESTIONS
  for (const { target, usages } of targetsOf(policy)) {
    for (const userAgent of agents) {
      for (const purposes of asked) {
        for (const usage of usages) {
          if (left-- === 0) return
          yield { userAgent, target, now, usage, ...(purposes === undefined ? {} : { purposes }) }
        }
      }
    }
  }
}

const CRAWL: readonly Usage[] = ['crawl']

function* targetsOf(policy: Policy): Iterable<{ readonly target: string; readonly usages: readonly Usage[] }> {
  const crawled = [...new Set(crawlPatterns(policy))]
  const others = fieldsOf(policy).flatMap(({ patterns }) => patterns)
  for (const pattern of new Set([...crawled, ...others])) {
    for (const target of witnesses(pattern)) yield { target, usages: USAGES }
  }
  let pairs = MOST_PAIRS
  for (const [i, a] of crawled.entries()) {
    for (const b of crawled.slice(i + 1)) {
      // Of two plain patterns the longer one's own path is the common one.
      if (!/[*$]/.test(a + b)) continue
      if (pairs-- === 0) return
      const target = commonWitness(a, b)
      if (target !== null) yield { target, usages: CRAWL }
    }
  }
}

/** Patterns by which the crawl is decided; conventional ones first, since the letter case of a path matters to them. */
export function crawlPatterns(policy: Policy): string[] {
  return [
    ...policy.groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern)),
    ...policy.routes.map(({ match }) => match),
    ...fieldsOf(policy).flatMap(({ usage, patterns }) => (usage === 'crawl' ? patterns : [])),
  ]
}

function fieldsOf({ records }: Policy) {
  return records.flatMap(({ fields, subRecords }) => [...fields, ...subRecords.flatMap((sub) => sub.fields)])
}

/** A purpose for each pattern of purposes. */
export function purposesOf({ records, routes }: Policy): string[] {
  const all = [
    ...records.flatMap(({ subRecords }) => subRecords.flatMap(({ purposes }) => purposes)),
    ...routes.flatMap(({ fields }) => fields.flatMap(({ purposes }) => purposes)),
  ]
  return [...new Set(all.map((purpose) => purpose.replace(/\$$/, '').replaceAll('*', '')))]
}

/** E5: the crawl of what routes close to everybody, as a crawler sees it that knows no ACAP. */
export function* publishedProbes(
  prohibitions: readonly Prohibition[],
  agents: readonly string[],
  now: number,
): Iterable<Probe> {
  for (const { pattern, name, purposes } of prohibitions) {
    if (name !== null || purposes.length > 0) continue
    for (const target of witnesses(pattern)) {
      for (const userAgent of agents) yield { userAgent, target, now, usage: 'crawl', dialect: 'rep' }
    }
  }
}
