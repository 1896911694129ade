/** The answer of `acap replay` as data: a log under a policy. What was not checked is null, never 0. */
import type { Category } from '../../words/decision-words.ts'

/** A line that was not understood. */
export interface UnreadLine {
  readonly file: string
  readonly line: number
  readonly text: string
  /** What the columns of its log lack, where that is why. */
  readonly lack?: string
}

/** Requests of a path. */
export interface PathCount {
  readonly path: string
  readonly requests: number
}

/** Requests of a crawler, or of a host, or from a network. */
export interface NameCount {
  readonly name: string
  readonly requests: number
}

/** Requests by what the policy would have done with them. */
export interface OutcomeCounts {
  readonly permitted: number
  readonly refused: number
  readonly deferred: number
}

/** What the policy would have done with the requests of one crawler. */
export interface ReplayedCrawler extends OutcomeCounts {
  readonly name: string
  readonly category: Category | null
  readonly isChecked: boolean
  readonly requests: number
  readonly forged: number
  /** Of those refused and deferred: not under a forged name. */
  readonly notForged: { readonly refused: number; readonly deferred: number }
  readonly observed: number
  readonly ignoredRobots: number
  readonly bytes: number
  readonly bytesSaved: number
  readonly opened: number
  readonly closed: number
  readonly refusedPaths: readonly PathCount[]
}

/** What refused a request: a field of the policy with its file and line, or a sentence where no field did. */
export interface DecidingRule {
  readonly source: string | null
  readonly line: number | null
  readonly text: string
}

/** What one rule would have refused or deferred. */
export interface ReplayedRule extends DecidingRule {
  readonly requests: number
  readonly crawlers: readonly NameCount[]
  readonly paths: readonly PathCount[]
}

/** `observed` of those refused and deferred are so only once the policy is enforced. */
export type SummedCount =
  | keyof OutcomeCounts
  | 'requests'
  | 'forged'
  | 'observed'
  | 'ignoredRobots'
  | 'bytesSaved'

/** A log under a policy, in numbers. Lists have most requests first. */
export interface ReplayReport {
  readonly lines: number
  readonly unread: number
  readonly unreadLines: readonly Omit<UnreadLine, 'lack'>[]
  /** Lines that were understood, but name no host that one of the sites answers for. */
  readonly unplaced: number
  /** Lines that name another host than the one site that is replayed. */
  readonly otherHosts: { readonly lines: number; readonly hosts: readonly NameCount[] }
  readonly from: string | null
  readonly to: string | null
  readonly readers: number
  /** Unknown clients by the names that they declare themselves by (I3), crawlers and readers. */
  readonly declared: readonly NameCount[]
  readonly exempt: number
  readonly total: Readonly<Record<SummedCount, number>>
  readonly compared: boolean
  readonly crawlers: readonly ReplayedCrawler[]
  readonly rules: readonly ReplayedRule[]
  readonly hours: readonly ({ readonly start: string; readonly requests: number } & OutcomeCounts)[]
}
