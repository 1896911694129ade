/**
 * Where the policies come from → the bundle in force. The shipped one is loaded at start; where the platform has a store,
 * a newer one takes its place within a minute. On any fault the last good one stays.
 */
import { IDENTITY_SIZE, openBundle } from '../bundle/decode.ts'
import { LoadedBundle } from './loaded-bundle.ts'
import { logWarning } from './log.ts'
import type { BundleStore, LogSink } from './platform.ts'

/** The key of the bundle in a store. */
export const BUNDLE_KEY = 'bundle'

const REFRESH_MS = 30_000

type Bytes = ArrayBuffer | Uint8Array

/** Holds the bundle in force. */
export class Policies {
  #shipped: Bytes
  readonly #log: LogSink
  /** What was taken from the store last; null where the store has none, and the shipped one is in force. */
  #stored: Uint8Array | null = null
  /** Whether that could be opened. */
  #isStoredLoaded = false
  #current: LoadedBundle | null
  #requestedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | null = null

  constructor(shipped: Bytes, log: LogSink) {
    this.#shipped = shipped
    this.#log = log
    this.#current = this.#load(shipped)
  }

  /** The bundle in force; null where none could be read. */
  get current(): LoadedBundle | null {
    return this.#current
  }

  /** Puts another bundle in the place of the shipped one; false where it cannot be read, and the last one stays. */
  adopt(bytes: Bytes): boolean {
    const loaded = this.#load(bytes)
    if (loaded === null) return false
    this.#shipped = bytes
    this.#current = loaded
    return true
  }

  /** Looks into the store where it is time to; null where the bundle is as new as it can be. Never rejects. */
  refresh(store: BundleStore | null, now: number): Promise<void> | null {
    if (store === null || now - this.#requestedAt < REFRESH_MS) return this.#asking
    this.#requestedAt = now
    this.#asking = this.#ask(store).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }

  async #ask(store: BundleStore): Promise<void> {
    try {
      this.#take(await store.get(BUNDLE_KEY))
    } catch (fault) {
      this.#report(String(fault))
    }
  }

  #take(bytes: ArrayBuffer | null): void {
    const stored = bytes === null ? null : new Uint8Array(bytes)
    // To compare all of a large bundle would hold every request of this isolate. A damaged one has to be compared whole,
    // because its repair has the same hash.
    const isSound = this.#isStoredLoaded && this.#current?.isDamaged === false
    if (isSame(this.#stored, stored, isSound ? IDENTITY_SIZE : Number.POSITIVE_INFINITY)) return
    this.#stored = stored
    // The shipped one is kept as bytes alone: loaded, it would stay in memory beside the one in force.
    const loaded = this.#load(stored ?? this.#shipped)
    this.#isStoredLoaded = loaded !== null
    this.#current = loaded ?? this.#current
  }

  #load(bytes: Bytes): LoadedBundle | null {
    const opened = openBundle(bytes)
    if (opened.ok) return new LoadedBundle(opened.bundle, (fault) => this.#report(fault))
    this.#report(opened.error.message)
    return null
  }

  #report(fault: string): void {
    logWarning(this.#log, 'bundle', { fault })
  }
}

/** Whether both have one length and agree in their first octets, at most `most` of them. */
function isSame(a: Uint8Array | null, b: Uint8Array | null, most: number): boolean {
  if (a === null || b === null) return a === b
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length && i < most; i++) if (a[i] !== b[i]) return false
  return true
}
