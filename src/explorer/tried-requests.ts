/**
 * Asks policies about the requests of a log: how many of them a change would have decided
 * differently, and which a policy would have refused.
 */
import { cached } from '../base/cached.ts'
import { addTo } from '../base/counts.ts'
import { grouped } from '../base/text-table.ts'
import { judge } from '../decide/judge.ts'
import type { RecentTraffic } from '../logs/report/recent-requests.ts'
import { productToken } from '../words/name-token.ts'
import type { Mode } from '../words/site-config.ts'
import type { Meaning } from './draft.ts'

/** Counts of the requests that crawlers made in the last seven days of the log. */
export interface TriedRequests {
  readonly requests: number
  /** Served by the policy before, refused by the one after, and the other way round. */
  readonly refused: number
  readonly opened: number
  /** Whose requests they are, those with the most first. */
  readonly crawlers: readonly { readonly name: string; readonly requests: number }[]
}

const MOST_NAMES = 3

/**
 * What a change would have changed: who was served before, and is refused after, or the other way
 * round.
 */
export function triedOn(traffic: RecentTraffic, was: Meaning, now: Meaning): TriedRequests {
  return countChanged(traffic, now, refusals(traffic, was))
}

/** What the policy would have refused. It is compared with a site that serves everything. */
export function refusedOf(traffic: RecentTraffic, meaning: Meaning): TriedRequests {
  return countChanged(
    traffic,
    meaning,
    traffic.rows.map(() => null),
  )
}

function countChanged(
  traffic: RecentTraffic,
  now: Meaning,
  before: readonly Refusal[],
): TriedRequests {
  const after = refusals(traffic, now)
  const counts = { requests: 0, refused: 0, opened: 0 }
  const names = new Map<string, number>()
  for (const [i, [agent, , , count]] of traffic.rows.entries()) {
    // A client that declares a name is a crawler where a policy names it.
    if (before[i] === null && after[i] === null) continue
    counts.requests += count
    const isRefused = after[i] === true
    if (isRefused === (before[i] === true)) continue
    counts[isRefused ? 'refused' : 'opened'] += count
    const name = nameIn(now, traffic.agents[agent]!)
    // Requests under a forged name are not the crawler's (I4).
    addTo(names, traffic.forged.includes(agent) ? `${name} (forged)` : name, count)
  }
  const crawlers = Array.from(names, ([name, requests]) => ({ name, requests }))
    .sort((a, b) => b.requests - a.requests)
    .slice(0, MOST_NAMES)
  return { ...counts, crawlers }
}

const NO_LOG =
  'Requests: not known, because no log was read. acap serve --log access.log shows how many a change concerns.'
const NO_REQUESTS = 'The log has no requests by crawlers to this site in its last seven days.'

/** What is said where no request of the log had a name that could be checked (I4). */
export const NOTHING_CHECKED =
  'No name of the log was checked. Until `acap networks` has fetched address lists, this refuses false signatures alone.'

const RECENT = 'requests by crawlers in the last seven days of the log'

/** What a change would have changed; null: no log is known. */
export function triedInWords(tried: TriedRequests | null): string {
  if (tried === null) return NO_LOG
  const { requests, refused, opened, crawlers } = tried
  if (requests === 0) return NO_REQUESTS
  if (refused + opened === 0)
    return `None of ${grouped(requests)} ${RECENT} would have been decided differently.`
  const parts = [
    ...(refused > 0 ? [`${grouped(refused)} would have been refused`] : []),
    ...(opened > 0 ? [`${grouped(opened)} would have been let in`] : []),
  ]
  return `Of ${grouped(requests)} ${RECENT}, ${parts.join(' and ')}${namesIn(crawlers)}.`
}

/** What the policy would have refused; null: no log is known. */
export function refusedInWords(tried: TriedRequests | null, mode: Mode): string {
  if (tried === null) return NO_LOG
  const { requests, refused, crawlers } = tried
  if (requests === 0) return NO_REQUESTS
  const policy = mode === 'enforce' ? 'This policy' : 'With enforce, this policy'
  return `${policy} would have refused ${grouped(refused)} of ${grouped(requests)} ${RECENT}${namesIn(crawlers)}.`
}

function namesIn(crawlers: TriedRequests['crawlers']): string {
  if (crawlers.length === 0) return ''
  return `: ${crawlers.map(({ name, requests }) => `${name} ${grouped(requests)}`).join(', ')}`
}

/** Whether a crawler would have been refused; null for a reader. */
type Refusal = boolean | null

/** Whether each row would have been refused; found once for a policy. */
function refusals(traffic: RecentTraffic, meaning: Meaning): readonly Refusal[] {
  const known = cached(REFUSALS, meaning, () => new WeakMap())
  return cached(known, traffic, () => {
    const kinds = traffic.agents.map((each) => meaning.engine.agents.find(each).kind)
    return traffic.rows.map(([agent, place, now]) => {
      if (kinds[agent] === 'reader') return null
      const [userAgent, target] = [traffic.agents[agent]!, traffic.targets[place]!]
      const proof = traffic.forged.includes(agent) ? 'failed' : null
      const { kind, outcome } = judge(meaning.context, { userAgent, target, now }, proof)
      return kind === 'crawler' && outcome !== 'permitted'
    })
  })
}

const REFUSALS = new WeakMap<Meaning, WeakMap<RecentTraffic, readonly Refusal[]>>()

function nameIn({ engine, shown }: Meaning, userAgent: string): string {
  const { name, declared } = engine.agents.find(userAgent)
  return shown(name ?? declared ?? (productToken(userAgent) || 'no name'))
}
