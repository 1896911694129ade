/**
 * What the gate allows a connection, and how many it has at once. docs/servers.md is generated from this table.
 * Nothing here ends an answer: an event stream, a WebSocket or a long download lasts as long as the origin sends it.
 */
export const SECONDS = { silence: 60, header: 65, idle: 75, connect: 10, unused: 4 } as const

export type Seconds = { readonly [name in keyof typeof SECONDS]: number }

interface TimeLimit {
  readonly what: string
  readonly seconds: number
  readonly end: string
}

export const TIME_LIMITS: readonly TimeLimit[] = [
  {
    what: 'a new connection on which no byte comes',
    seconds: SECONDS.silence,
    end: 'closed without a word',
  },
  { what: 'the header of a request, from its first byte', seconds: SECONDS.header, end: '408' },
  {
    what: 'an upload that sends no byte',
    seconds: SECONDS.silence,
    end: '408, or closed where the answer has begun',
  },
  { what: 'a connection after its last answer', seconds: SECONDS.idle, end: 'closed' },
  { what: 'connecting to the origin', seconds: SECONDS.connect, end: '502' },
  // Where each site has an origin of its own, those of all would fill what the process may open.
  {
    what: 'a connection to an origin after its last answer',
    seconds: SECONDS.unused,
    end: 'closed',
  },
]

/** What the header of a request or an answer may have, in bytes: browsers with many cookies send more than Node's default. */
export const MAX_HEADER_BYTES = 64 * 1024

/** How many requests of one connection may wait for the answer before theirs. */
export const MAX_PIPELINED = 16

export interface Bounds {
  /** Connections of clients; over it, the oldest one without a request is closed. */
  readonly clients: number
  /** Requests at origins, and connections to them, unless more carry requests. */
  readonly requests: number
  readonly crawlers: number
}

/** Files, Redis and the log. */
const RESERVED_DESCRIPTORS = 64
const MAX_CRAWLERS = 256

/** The bounds for a process that may open so many files. A tenth is left for requests that ask their origin twice. */
export function boundsFor(openFiles: number): Bounds {
  const free = Math.max(64, openFiles - RESERVED_DESCRIPTORS)
  const requests = Math.floor(free * 0.4)
  return {
    clients: Math.floor(free * 0.5),
    requests,
    crawlers: Math.min(MAX_CRAWLERS, Math.ceil(requests / 4)),
  }
}

/** How many files this process may open. Node raises the limit as far as the system lets it. */
export function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as unknown as Report
  const limit = Number(userLimits?.open_files.soft)
  return Number.isFinite(limit) ? limit : MANY_FILES
}

/** Where the system has no limit, or does not report it. */
const MANY_FILES = 65_536

interface Report {
  readonly userLimits?: { readonly open_files: { readonly soft: number | string } }
}

export class OriginPlaces {
  readonly #bounds: Bounds
  #taken = { reader: 0, crawler: 0 }

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  take(who: 'reader' | 'crawler'): boolean {
    const { reader, crawler } = this.#taken
    const { requests, crawlers } = this.#bounds
    if (reader + crawler >= requests || (who === 'crawler' && crawler >= crawlers)) return false
    this.#taken[who]++
    return true
  }

  giveBack(who: 'reader' | 'crawler'): void {
    this.#taken[who]--
  }
}
