/** The data type of a logged request: a line, or a row that stands for many equal ones. */
import type { Proof } from '../../words/log-line.ts'

/** One line is a row of one request. Null is what the format does not say. */
export interface LogEntry {
  readonly host: string | null
  /** The client's address; empty where the format does not say. */
  readonly ip: string
  /**
   * The client's /24 or /48, or the operator's list that has its address, where the log has that in
   * place of an address.
   */
  readonly network: string | null
  /** Milliseconds since 1970, of the first request; NaN where the format does not say. */
  readonly time: number
  readonly last: number
  readonly count: number
  /** Whether a row says so: times of single requests are not known. */
  readonly isRow: boolean
  /**
   * In a row of gaps: milliseconds since the actor's last request, infinite for a session's first;
   * else null.
   */
  readonly gap: number | null
  readonly method: string
  readonly target: string
  /** 0 where the format does not say. */
  readonly status: number
  /** Octets of the bodies that were sent. */
  readonly bytes: number | null
  readonly userAgent: string
  readonly referrer: string | null
  /** What the origin took for all of them. */
  readonly milliseconds: number | null
  /** How many of them the cache could not answer. */
  readonly misses: number | null
  /** How far the name was proven, where the log's writer has looked (I4). */
  readonly proof: Proof | null
  /** What the CDN takes it for: from 1, a bot, to 99, a person. */
  readonly botScore: number | null
  /** Whether the CDN has verified that it is a bot that it knows. */
  readonly verifiedBot: boolean | null
  /** The SHA-256 of the robots.txt that was served, in hexadecimal. */
  readonly served: string | null
  /**
   * Whether the line is one of ours: these are of crawlers alone
   * (docs/schema/log-line.schema.json).
   */
  readonly isOwn: boolean
  /** What became of the request, by one of our lines. */
  readonly outcome: string | null
  /** Whether our line says that the policy only observed: nothing was refused. */
  readonly isObserved: boolean
  /** What the crawler was charged for the page, by our line: `USD 0.05` (M1). */
  readonly charged: string | null
}

/**
 * The target of a request line: absolute forms lose scheme and host; null for `*`, `-` and
 * CONNECT's.
 */
export function targetOf(written: string): string | null {
  if (written.startsWith('/')) return written
  const path = /^https?:\/\/[^/]*(\/.*)?$/i.exec(written)
  return path ? (path[1] ?? '/') : null
}

/** Whether somebody was sent a page, or has it already. */
export function isPageSent({ method, status }: LogEntry): boolean {
  return method === 'GET' && (status < 300 || status === 304)
}
