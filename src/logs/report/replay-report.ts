/** The data type of `acap replay`: a log under a policy. Unchecked numbers are null, never 0. */
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
  /** At a wrong time, or above a rate: they may come back. */
  readonly deferred: number
}

/** What the policy would have done with the requests of one crawler. */
export interface ReplayedCrawler extends OutcomeCounts {
  /** In lower case: its name in the policy or the list of crawlers, or the one that it declares. */
  readonly name: string
  readonly category: Category | null
  /** Whether a list of addresses was there to check the name by. */
  readonly isChecked: boolean
  /** All under this name, forged ones too. */
  readonly requests: number
  /** Of those: from an address that disproves the name. Somebody else sent them. */
  readonly forged: number
  /** Of those refused and deferred: not under a forged name. */
  readonly notForged: { readonly refused: number; readonly deferred: number }
  /**
   * Of those refused and deferred: they pass today, because the mode of their site is not
   * `enforce`.
   */
  readonly observed: number
  /** Prohibited by the robots.txt that the policy publishes, and not forged. */
  readonly ignoredRobots: number
  /** What all these requests were answered with. */
  readonly bytes: number
  /** What those refused and deferred were answered with. */
  readonly bytesSaved: number
  /** Permitted, where the policy that is compared refuses or defers. */
  readonly opened: number
  /** Refused or deferred, where the policy that is compared permits. */
  readonly closed: number
  readonly refusedPaths: readonly PathCount[]
}

/**
 * What refused a request: a field of the policy with its file and line, or a sentence where no
 * field did.
 */
export interface DecidingRule {
  /** The author's file, or `route`; null for a sentence. */
  readonly source: string | null
  readonly line: number | null
  readonly text: string
}

/** What one rule would have refused or deferred. */
export interface ReplayedRule extends DecidingRule {
  readonly requests: number
  /** By name; `forged googlebot` is a client whose address disproves that name. */
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
  /** All of the log, less empty ones and comments. */
  readonly lines: number
  /** Not understood. */
  readonly unread: number
  /** The first of those. */
  readonly unreadLines: readonly Omit<UnreadLine, 'lack'>[]
  /** Lines that were understood, but name no host that one of the sites answers for. */
  readonly unplaced: number
  /** Lines that name another host than the one site that is replayed. */
  readonly otherHosts: { readonly lines: number; readonly hosts: readonly NameCount[] }
  /** When the first and the last request was, in ISO 8601; null without times. */
  readonly from: string | null
  readonly to: string | null
  /** By clients that are never refused. */
  readonly readers: number
  /** Unknown clients by the names that they declare themselves by (I3), crawlers and readers. */
  readonly declared: readonly NameCount[]
  /** For what is served to everybody, before any rule (P7), such as robots.txt. */
  readonly exempt: number
  /** Of all crawlers; each count is explained at `ReplayedCrawler`. */
  readonly total: Readonly<Record<SummedCount, number>>
  /** Whether another policy was compared: else `opened` and `closed` are 0. */
  readonly compared: boolean
  readonly crawlers: readonly ReplayedCrawler[]
  /** What would refuse and defer. */
  readonly rules: readonly ReplayedRule[]
  /** Hours with requests by crawlers, in their order. */
  readonly hours: readonly ({ readonly start: string; readonly requests: number } & OutcomeCounts)[]
}
