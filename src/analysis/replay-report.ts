/**
 * What `acap replay` says of a log: the report as plain data. The tally makes it; text, HTML and JSON are made of it.
 */
import type { Category } from '../vocabulary/decision-words.ts'
import type { PathCount } from './top-paths.ts'
import type { UnreadLine } from './unread-lines.ts'

/** What refused a request: a field of the policy with its file and line, or a sentence where no field did. */
export interface DecidingRule {
  readonly source: string | null
  readonly line: number | null
  readonly text: string
}

/** Requests, and what became of them. */
export interface Counts {
  readonly requests: number
  readonly permitted: number
  readonly refused: number
  readonly deferred: number
}

/** One crawler. */
export interface CrawlerReport extends Counts {
  readonly name: string
  readonly category: Category | null
  /** Requests under this name from an address that its operator does not publish (I4). */
  readonly forged: number
  /** Whether there is a list of addresses to check this name against. */
  readonly isChecked: boolean
  /** Of those refused and deferred, how many are so only once the policy is enforced. */
  readonly observed: number
  readonly ignoredRobots: number
  readonly bytes: number
  readonly bytesSaved: number
  readonly refusedPaths: readonly PathCount[]
  /** Requests that the other policy refuses or defers and this one permits, and the reverse. */
  readonly opened: number
  readonly closed: number
}

/** One rule and what it refused or deferred. */
interface RuleReport extends DecidingRule {
  readonly requests: number
  /** The crawlers it stopped, most requests first. */
  readonly crawlers: readonly PathCount[]
  readonly paths: readonly PathCount[]
}

/** The counts that the totals have. */
export type Summed = keyof Counts | 'forged' | 'observed' | 'ignoredRobots' | 'bytesSaved'

/** A log under a policy, in numbers. */
export interface ReplayReport {
  readonly lines: number
  readonly unread: number
  /** The first lines that were not understood. */
  readonly unreadLines: readonly UnreadLine[]
  /** Lines that were understood, but name no host that one of the sites answers for. */
  readonly unplaced: number
  /** Lines that name another host than the one site that is replayed. They are judged as requests to that site. */
  readonly otherHosts: { readonly lines: number; readonly hosts: readonly PathCount[] }
  readonly from: string | null
  readonly to: string | null
  readonly readers: number
  /** Unknown clients by the names that they declare themselves by (I3), crawlers and readers, most requests first. */
  readonly declared: readonly PathCount[]
  readonly exempt: number
  readonly total: Pick<CrawlerReport, Summed>
  readonly compared: boolean
  readonly crawlers: readonly CrawlerReport[]
  /** Rules by the requests that they refused or deferred, most first. */
  readonly rules: readonly RuleReport[]
  readonly hours: readonly (Counts & { readonly start: string })[]
}

/** The search engines that are refused, or deferred, anything, most first. */
export function searchEnginesThatAre(
  outcome: 'refused' | 'deferred',
  { crawlers }: ReplayReport,
): readonly CrawlerReport[] {
  return crawlers
    .filter((each) => each.category === 'search' && each[outcome] > 0)
    .sort((a, b) => b[outcome] - a[outcome])
}
