/**
 * What the gate allows a connection, and how many it has at once. docs/servers.md is generated from
 * this table. Nothing here ends an answer: an event stream, a WebSocket or a long download lasts as
 * long as the origin sends it.
 */
export const SECONDS = {
  silence: 60,
  header: 65,
  idle: 75,
  connect: 10,
  unused: 4,
  slow: 30,
} as const

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
  {
    what: 'a crawler that takes or sends less than 1 KB a second, though it could',
    seconds: SECONDS.slow,
    end: 'closed, after twice that at most',
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

/**
 * What the header of a request or an answer may have, in bytes: browsers with many cookies send
 * more than Node's default.
 */
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

/**
 * The limits for a process that may open this many files. A tenth is left for requests that contact
 * their origin twice.
 */
export function boundsFor(openFiles: number): Bounds {
  const free = Math.max(64, openFiles - RESERVED_DESCRIPTORS)
  const requests = Math.floor(free * 0.4)
  return {
    clients: Math.floor(free * 0.5),
    requests,
    crawlers: Math.min(MAX_CRAWLERS, Math.ceil(requests / 4)),
  }
}

/** How many files this process may open. Node raises the soft limit at start. */
export function openFilesLimit(): number {
  const { userLimits } = process.report.getReport() as unknown as Report
  const limit = Number(userLimits?.open_files.soft)
  return Number.isFinite(limit) ? limit : MANY_FILES
}

/** Used if the system has no limit, or does not report one. */
const MANY_FILES = 65_536

interface Report {
  readonly userLimits?: { readonly open_files: { readonly soft: number | string } }
}

/** The crawler that a place is counted for. All crawlers without a name count as one. */
export interface PlaceHolder {
  readonly name: string | null
  /** Null if the network is unknown: behind an untrusted proxy all clients share its address. */
  readonly network: string | null
}

export class OriginPlaces {
  readonly #bounds: Bounds
  readonly #taken = { reader: 0, crawler: 0 }
  readonly #ofNames = new Map<string, number>()
  readonly #ofNetworks = new Map<string, number>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Takes a place, for a reader if `crawler` is null. False if none is free. */
  take(crawler: PlaceHolder | null): boolean {
    const { requests, crawlers } = this.#bounds
    if (this.#taken.reader + this.#taken.crawler >= requests) return false
    if (crawler === null) {
      this.#taken.reader++
      return true
    }
    const name = crawler.name ?? ''
    const { network } = crawler
    // One name or one network must not take all places.
    const isFull =
      this.#taken.crawler >= crawlers ||
      (this.#ofNames.get(name) ?? 0) >= crawlers - Math.floor(crawlers / 4) ||
      (network !== null && (this.#ofNetworks.get(network) ?? 0) >= Math.ceil(crawlers / 4))
    if (isFull) return false
    this.#taken.crawler++
    add(this.#ofNames, name, 1)
    if (network !== null) add(this.#ofNetworks, network, 1)
    return true
  }

  giveBack(crawler: PlaceHolder | null): void {
    this.#taken[crawler === null ? 'reader' : 'crawler']--
    if (crawler === null) return
    add(this.#ofNames, crawler.name ?? '', -1)
    if (crawler.network !== null) add(this.#ofNetworks, crawler.network, -1)
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}
