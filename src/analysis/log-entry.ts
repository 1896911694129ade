/**
 * A line of an access log, regardless of its format, as far as a policy can say something about it.
 */
export interface LogEntry {
  /** The host that was asked; null where the format does not say. */
  readonly host: string | null
  /** The client's address; empty where the format does not say. */
  readonly ip: string
  /** Milliseconds since 1970; NaN where the format does not say. */
  readonly time: number
  readonly method: string
  /** Path and query, beginning with `/`. */
  readonly target: string
  readonly status: number
  /** Octets of the body that was sent. */
  readonly bytes: number
  readonly userAgent: string
}

/** Reads one line: null where it is not of the format, `'directive'` where it is part of the format but no request. */
export type LineReader = (line: string) => LogEntry | 'directive' | null

/** The target of a request line: absolute forms lose scheme and host; null for `*`, `-` and CONNECT's. */
export function targetOf(written: string): string | null {
  if (written.startsWith('/')) return written
  const path = /^https?:\/\/[^/]*(\/.*)?$/i.exec(written)
  return path ? (path[1] ?? '/') : null
}
