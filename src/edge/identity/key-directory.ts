/**
 * Fetches and caches signing keys by thumbprint. Only https, no redirects, with limits of time,
 * size and rate. Cached keys outlive failed fetches, because a directory that is down proves
 * nothing. Anyone can name a directory, so strangers' directories have a separate cache and budget.
 */
import { BoundedCache, textBytes } from '../../base/bounded-cache.ts'
import type { KeyLocation } from '../../words/key-location.ts'
import { firstWord } from '../html/page-kind.ts'
import { logWarning } from '../log.ts'
import type { LogSink } from '../platform.ts'
import { hasPassed } from '../ticks.ts'
import { KEY_BYTES, type Keys, readKeySet } from './key-set.ts'

export interface KnownKeys {
  readonly keys: Keys | null
  /** Whether they were read just now, so that an absent key is certainly not published. */
  readonly isCurrent: boolean
  /**
   * A fetch in progress that may bring more. It never rejects, and may never settle if its request
   * was cancelled.
   */
  readonly pending: Promise<void> | null
}

export interface KeySource {
  /** The keys at a location. If `keyid` is not among them, newer ones may be fetched. */
  lookUp(location: KeyLocation, keyid: string, how: LookUp): KnownKeys
}

interface LookUp {
  readonly isKnown: boolean
  readonly mayFetch: boolean
  readonly ticks: number
}

const DIRECTORY = 'application/http-message-signatures-directory+json'
const MEDIA_TYPES: Readonly<Record<KeyLocation['kind'], readonly string[]>> = {
  directory: [DIRECTORY],
  'key-set': [DIRECTORY, 'application/jwk-set+json', 'application/json'],
}

const MAX_BODY_BYTES = 64 * 1024
export const FETCH_TIMEOUT_MS = 2000
const FRESH_MS = { least: 5 * 60_000, usual: 60 * 60_000, most: 24 * 60 * 60_000 }
/** How soon a directory is fetched again after a failure or for a missing key. */
const RETRY_MS = 60_000
/** Memory of an entry besides its address and keys. */
const ENTRY_BYTES = 256

interface Entry {
  keys: Keys | null
  /** How long `keys` are fresh after `readAt`, in milliseconds. */
  freshFor: number
  requestedAt: number
  /** When the fetch that gave `keys` began. */
  readAt: number
  pending: Promise<void> | null
}

interface Shelf {
  readonly entries: BoundedCache<string, Entry>
  readonly mayBegin: (ticks: number) => boolean
}

export class KeyDirectories implements KeySource {
  readonly #known = shelf(1024 * 1024, 60, 1000)
  readonly #strangers = shelf(512 * 1024, 10, 6000)
  readonly #fetch: typeof fetch
  readonly #log: LogSink

  constructor(fetcher: typeof fetch, log: LogSink = console) {
    this.#fetch = fetcher
    this.#log = log
  }

  lookUp(location: KeyLocation, keyid: string, { isKnown, mayFetch, ticks }: LookUp): KnownKeys {
    const { entries, mayBegin } = isKnown ? this.#known : this.#strangers
    const entry = entries.get(location.address) ?? newEntry()
    const isFresh = entry.keys?.has(keyid) && !hasPassed(entry.freshFor, entry.readAt, ticks)
    if (isFresh) return { keys: entry.keys, isCurrent: true, pending: null }
    if (mayFetch && hasPassed(RETRY_MS, entry.requestedAt, ticks) && mayBegin(ticks)) {
      entry.requestedAt = ticks
      keep(entries, location.address, entry)
      entry.pending = this.#ask(location, entry, ticks).finally(() => {
        entry.pending = null
        keep(entries, location.address, entry)
      })
    }
    const isCurrent =
      entry.readAt === entry.requestedAt && !hasPassed(RETRY_MS, entry.requestedAt, ticks)
    // A fetch may never settle if its request was cancelled, so nobody waits longer than its
    // timeout.
    const pending = hasPassed(FETCH_TIMEOUT_MS, entry.requestedAt, ticks) ? null : entry.pending
    return { keys: entry.keys, isCurrent, pending }
  }

  async #ask({ address, kind }: KeyLocation, entry: Entry, ticks: number): Promise<void> {
    try {
      const response = await this.#fetch(address, {
        redirect: 'manual',
        signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
      })
      const type = response.headers.get('content-type') ?? ''
      if (
        response.status !== 200 ||
        response.body === null ||
        !MEDIA_TYPES[kind].includes(firstWord(type))
      ) {
        await response.body?.cancel()
        throw new Error(`status ${response.status}, ${type.slice(0, 100) || 'no media type'}`)
      }
      entry.keys = withoutTestKeys(await readKeySet(await readText(response.body)))
      entry.readAt = ticks
      entry.freshFor = lifetime(response.headers.get('cache-control'))
    } catch (fault) {
      logWarning(this.#log, 'signature-directory', { address, fault })
    }
  }
}

function shelf(maxBytes: number, burst: number, intervalMs: number): Shelf {
  return { entries: new BoundedCache(maxBytes), mayBegin: fetchBudget(burst, intervalMs) }
}

function newEntry(): Entry {
  return {
    keys: null,
    freshFor: 0,
    requestedAt: -Infinity,
    readAt: 0,
    pending: null,
  }
}

function keep(entries: Shelf['entries'], address: string, entry: Entry): void {
  entries.set(
    address,
    entry,
    textBytes(address) + ENTRY_BYTES + (entry.keys?.size ?? 0) * KEY_BYTES,
  )
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let text = ''
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) throw new Error(`more than ${MAX_BODY_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function lifetime(cacheControl: string | null): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? '')?.[1]
  const wished = seconds === undefined ? FRESH_MS.usual : Number(seconds) * 1000
  return Math.min(FRESH_MS.most, Math.max(FRESH_MS.least, wished))
}

/**
 * A token bucket: returns whether a fetch may begin now, and counts it. `burst` at once, then one
 * per `intervalMs`.
 */
function fetchBudget(burst: number, intervalMs: number): (ticks: number) => boolean {
  let tokens = burst
  let countedAt = -Infinity
  return (ticks) => {
    tokens = Math.min(burst, tokens + Math.max(0, ticks - countedAt) / intervalMs)
    countedAt = ticks
    if (tokens < 1) return false
    tokens--
    return true
  }
}

/**
 * Prefixes (66 bits) of the thumbprints of RFC 9421's example keys (B.1.1, B.1.2, B.1.4), whose
 * private halves are public.
 */
const TEST_KEYS: ReadonlySet<string> = new Set(['BHj8s0GPnME', 'oD0HwocPBSf', 'poqkLGiymh_'])
const TEST_KEY_LENGTH = 11

function withoutTestKeys(keys: Keys): Keys {
  return new Map(
    [...keys].filter(([thumbprint]) => !TEST_KEYS.has(thumbprint.slice(0, TEST_KEY_LENGTH))),
  )
}
