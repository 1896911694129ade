/**
 * The line that every door logs for a request of a crawler, and of a client that declares itself a bot: the one owner of its
 * shape (docs/schema/log-line.schema.json). Members are added freely; another meaning needs another version.
 */
import type { Basis, Category } from './decision-words.ts'
import type { Mode } from './site-config.ts'

export const LOG_VERSION = 1

/**
 * What became of a request: the decision, or why there was none. `exempt`: everybody gets it (P7), as robots.txt; `reader`:
 * a client that declares itself a bot, and counts as a reader here (I3); `off`: the policy is off here; `unavailable`:
 * something failed, and the crawler was asked to come back.
 */
export const LOGGED_OUTCOMES = [
  ...(['permitted', 'prohibited', 'deferred'] as const),
  ...(['exempt', 'reader', 'off', 'unavailable'] as const),
] as const
type LoggedOutcome = (typeof LOGGED_OUTCOMES)[number]

/** How far the name is proven, in words of evidence: `signed` and `network` are verified, `failed` is forged (I4). */
export const PROOFS = ['verified', 'claimed', 'unchecked', 'forged'] as const
/** How far the writer of a log has proven a name. */
export type Proof = (typeof PROOFS)[number]

export const SEVERITIES = ['info', 'warning', 'error'] as const
type Severity = (typeof SEVERITIES)[number]

/** A price, and what of it was charged: null where the page was not sold. */
export interface Priced {
  readonly price: string
  readonly charged: string | null
}

/** One request. A member is null where the door cannot know it. */
export interface LogLine {
  /** Tells these lines from those about the gate itself, which have another word here. */
  readonly acap: 'request'
  readonly version: typeof LOG_VERSION
  /** When the request came: ISO 8601 in UTC. */
  readonly time: string
  readonly severity: Severity
  readonly site: string | null
  readonly host: string
  readonly method: string
  /** Path and query, as they were judged. */
  readonly target: string
  readonly status: number | null
  readonly bytes: number | null
  /** From the request to the end of the answer, or to its beginning where the door does not see its end. */
  readonly milliseconds: number | null
  readonly userAgent: string
  /** Null where no names are known, because there are no policies. */
  readonly crawler: {
    /** Lower case; null for a client without a name. What the client claims: `assurance` says how far to believe it. */
    readonly name: string | null
    readonly category: Category | null
    /** Whether the policy or the registry knows the name; a bot that only declares itself is not listed. */
    readonly listed: boolean
  } | null
  readonly assurance: { readonly level: Proof; readonly why: string | null }
  readonly outcome: LoggedOutcome
  readonly basis: Basis | null
  /** The first of the fields that decided. */
  readonly rule: {
    readonly text: string
    /** The author's file, `route` or `meta`. */
    readonly file: string
    readonly line: number | null
    /** The line in the file that crawlers read. */
    readonly servedLine: number | null
  } | null
  /** What the page costs the crawler, and what it was charged; absent where it is free (M1). */
  readonly priced?: Priced
  readonly mode: Mode | null
  /** The beginning of the hash of the policies that decided. */
  readonly policyHash: string | null
  readonly policyVersion: number | null
  /** Of a fetch of robots.txt: SHA-256 of the text that is served, in hexadecimal. */
  readonly robotsHash: string | null
  /** Where it came from: the operator's list that has the address, else its /24 or /48; the address only on request. */
  readonly client: {
    readonly prefix: string | null
    readonly list: string | null
    readonly address: string | null
  }
  readonly fault: {
    readonly name: string
    readonly message: string
    readonly stack: string | null
  } | null
}
