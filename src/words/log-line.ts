/**
 * Defines the log line that every door writes for a request of a crawler or self-declared bot
 * (docs/schema/log-line.schema.json). New members may be added; a change of meaning needs a new
 * version.
 */
import type { Basis, Category } from './decision-words.ts'
import type { Mode } from './site-config.ts'

export const LOG_VERSION = 1

/**
 * The result of a request: the decision, or why there was none. `exempt`: allowed for all (P7),
 * such as robots.txt; `reader`: a self-declared bot that counts as a reader here (I3); `off`: the
 * policy is off here; `unavailable`: something failed, and the crawler should retry.
 */
export const LOGGED_OUTCOMES = [
  ...(['permitted', 'prohibited', 'deferred'] as const),
  ...(['exempt', 'reader', 'off', 'unavailable'] as const),
] as const
type LoggedOutcome = (typeof LOGGED_OUTCOMES)[number]

/**
 * How far the name is proven, for people: `signed` and `network` are verified, `failed` is forged
 * (I4).
 */
export const PROOFS = ['verified', 'claimed', 'unchecked', 'forged'] as const
/** How far the logging program has verified a name. */
export type Proof = (typeof PROOFS)[number]

export const SEVERITIES = ['info', 'warning', 'error'] as const
type Severity = (typeof SEVERITIES)[number]

/** A price, and how much of it was charged; null if the page was not sold. */
export interface Priced {
  readonly price: string
  readonly charged: string | null
}

/** One request. Null means that the door cannot know. */
export interface LogLine {
  /** Distinguishes these lines from the gate's other log lines. */
  readonly acap: 'request'
  readonly version: typeof LOG_VERSION
  /** When the request came: ISO 8601 in UTC. */
  readonly time: string
  readonly severity: Severity
  readonly site: string | null
  readonly host: string
  readonly method: string
  /** Path and query, as the decision used them. */
  readonly target: string
  readonly status: number | null
  readonly bytes: number | null
  /** The time until the response ended, or began if the door cannot see its end. */
  readonly milliseconds: number | null
  readonly userAgent: string
  /** Null if no policies are loaded, so that names are unknown. */
  readonly crawler: {
    /** Lower case; null for a client without a name. It is only claimed: see `assurance`. */
    readonly name: string | null
    readonly category: Category | null
    /** Whether the policy or the registry knows the name. False for other self-declared bots. */
    readonly listed: boolean
  } | null
  readonly assurance: { readonly level: Proof; readonly why: string | null }
  readonly outcome: LoggedOutcome
  readonly basis: Basis | null
  /** The first deciding field. */
  readonly rule: {
    readonly text: string
    /** The policy file, `route` or `meta`. */
    readonly file: string
    readonly line: number | null
    /** The line in the served file. */
    readonly servedLine: number | null
  } | null
  /** The price for this crawler, and what it was charged. Absent if the page is free (M1). */
  readonly priced?: Priced
  readonly mode: Mode | null
  /** A prefix of the hash of the deciding policies. */
  readonly policyHash: string | null
  readonly policyVersion: number | null
  /** For a fetch of robots.txt: the SHA-256 of the served text, in hexadecimal. */
  readonly robotsHash: string | null
  /**
   * Where the request came from: the operator's list with its address, else its /24 or /48. The
   * full address only if configured.
   */
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
