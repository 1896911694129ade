/**
 * Loads and updates the policies. The shipped bundle is loaded at start; a newer bundle or release
 * in the platform's store replaces it within a minute. After any error the last good version stays.
 */

import { isOnTrial } from '../decide/hosts.ts'
import { IDENTITY_SIZE, openBundle } from '../program/decode.ts'
import { type PolicyVersion, RELEASE_KEY, type Release, readRelease } from '../program/release.ts'
import { type Asker, bundledSites, commonOf, LoadedBundle } from './loaded-bundle.ts'
import { logWarning } from './log.ts'
import type { BundleStore, Exchange, LogSink } from './platform.ts'
import { FETCH_MS, StoredVersions } from './stored-sites.ts'
import { hasPassed } from './ticks.ts'

/** The key of a bundle in a store. A release may be there instead. */
export const BUNDLE_KEY = RELEASE_KEY

const REFRESH_MS = 30_000
/** How long a release must be missing until that counts: a store may return data a minute old. */
const GONE_MS = 120_000

type Bytes = ArrayBuffer | Uint8Array

interface Located extends Asker {
  readonly host: string
}

export class Policies {
  #shipped: Bytes | null
  /** Whether the shipped bundle has a site. That of a gate with a store has none. */
  #hasShippedSite: boolean
  readonly #log: LogSink
  /** What was last taken from the store; null if it is empty and the shipped bundle is current. */
  #stored: Uint8Array | null = null
  /** Whether all of that is loaded, without damaged sites. */
  #isStoredSound = false
  #current: LoadedBundle | null
  #trial: { readonly bundle: LoadedBundle; readonly percent: number } | null = null
  #sequence = 0
  #goneSince = Infinity
  #wasReached = false
  #requestedAt = -Infinity
  #asking: Promise<void> | null = null
  readonly #versions: StoredVersions

  constructor(shipped: Bytes | null, log: LogSink) {
    this.#shipped = shipped
    this.#log = log
    this.#versions = new StoredVersions((fault) => this.#report(fault))
    this.#current = this.#load(shipped)
    this.#hasShippedSite = hasSite(this.#current)
  }

  get current(): LoadedBundle | null {
    return this.#current
  }

  get shadow(): LoadedBundle | null {
    return this.#trial?.percent === 0 ? this.#trial.bundle : null
  }

  /** The current version for a host; the trial version if it has that host's site. */
  versionFor(asked: Located): LoadedBundle | null {
    if (this.#trial === null) return this.#current
    const trial = this.#trialFor(asked.host)
    const site = trial?.siteAt(asked.host, asked)
    return typeof site === 'object' && site.program === null
      ? this.#current
      : (trial ?? this.#current)
  }

  /**
   * Replaces the shipped bundle; false if the new one cannot be read, and the last one stays. For
   * the hosts in `kept`, the last one still answers.
   */
  adopt(bytes: Bytes, kept: Iterable<string> = []): boolean {
    const loaded = this.#load(bytes)
    if (loaded === null) return false
    if (this.#current !== null) loaded.keep(this.#current, kept)
    this.#shipped = bytes
    this.#hasShippedSite = hasSite(loaded)
    if (this.#stored === null) this.#current = loaded
    return true
  }

  /** Checks the store, if any, when it is due. Never throws. */
  refresh({
    exchange,
    ticks,
  }: {
    exchange: Pick<Exchange, 'bundles' | 'keepAlive'>
    ticks: number
  }): void {
    const { bundles } = exchange
    if (bundles === null) return
    this.#markPartial()
    if (!hasPassed(REFRESH_MS, this.#requestedAt, ticks)) return
    this.#requestedAt = ticks
    const asking = this.#ask(bundles, ticks).finally(() => {
      if (this.#asking === asking) this.#asking = null
    })
    this.#asking = asking
    exchange.keepAlive(asking)
  }

  /**
   * Settles when newer policies for a host may have come; null if none are expected. Never rejects.
   */
  comingTo({ host, ticks }: Located): Promise<void> | null {
    if (this.#asking !== null && !hasPassed(FETCH_MS, this.#requestedAt, ticks)) return this.#asking
    return (
      this.#trialFor(host)?.comingTo(host, ticks) ?? this.#current?.comingTo(host, ticks) ?? null
    )
  }

  #trialFor(host: string): LoadedBundle | null {
    const trial = this.#trial
    return trial !== null && isOnTrial(host, trial.percent) ? trial.bundle : null
  }

  async #ask(store: BundleStore, ticks: number): Promise<void> {
    try {
      const stored = await store.get(RELEASE_KEY)
      const bytes = stored === null ? null : new Uint8Array(stored)
      const release = bytes === null ? null : readRelease(bytes)
      if (release !== null) await this.#follow(release, bytes, store)
      else if (this.#isGone(ticks)) this.#take(bytes)
    } catch (fault) {
      this.#report(String(fault))
    }
    this.#markPartial()
  }

  /** Until the store has answered, it may have sites that the shipped bundle lacks. */
  #markPartial(): void {
    if (this.#current !== null) this.#current.isPartial = !this.#wasReached
  }

  #isGone(ticks: number): boolean {
    this.#goneSince = Math.min(this.#goneSince, ticks)
    return this.#sequence === 0 || hasPassed(GONE_MS, this.#goneSince, ticks)
  }

  /**
   * Loads what the store has instead of a release: a bundle, or nothing. Unreadable data is
   * ignored.
   */
  #take(stored: Uint8Array | null): void {
    // It may be the wrong store, or not be mounted.
    if (stored === null && !this.#hasShippedSite) {
      this.#report('the store has no version')
      return
    }
    // Comparing a whole large bundle would block this isolate, so hashes are compared. A damaged
    // one is compared whole, because its repair has the same hash.
    if (!isSame(this.#stored, stored, this.#isStoredSound ? IDENTITY_SIZE : undefined)) {
      // The shipped bundle is kept as bytes: loaded, it would use memory beside the current one.
      const loaded = this.#load(stored ?? this.#shipped)
      if (loaded === null && stored !== null) return
      if (stored === null) this.#report('deleted from the store: the deployed one is in force')
      this.#stored = stored
      this.#isStoredSound = true
      this.#current = loaded ?? this.#current
    }
    this.#wasReached = true
    this.#sequence = 0
    this.#trial = null
  }

  async #follow(release: Release, bytes: Uint8Array | null, store: BundleStore): Promise<void> {
    this.#goneSince = Infinity
    if (this.#isStoredSound && isSame(this.#stored, bytes)) return
    const { sequence, current, trial } = release
    // A newer one may have come during this fetch.
    const next = sequence < this.#sequence ? null : await this.#versions.load(current, store)
    if (next === null || sequence < this.#sequence) return
    if (this.#current !== null && this.#current !== next) next.inherit(this.#current)
    this.#current = next
    this.#sequence = sequence
    this.#stored = bytes
    this.#isStoredSound = false
    this.#wasReached = true
    const bundle = trial && (await this.#wholeTrial(trial, store))
    if (this.#stored !== bytes) return
    this.#trial = trial && bundle && { bundle, percent: trial.percent }
    this.#isStoredSound = trial === null || bundle !== null
  }

  /** Null if the trial is incomplete: the previous one must not stay in force. */
  async #wholeTrial(trial: PolicyVersion, store: BundleStore): Promise<LoadedBundle | null> {
    try {
      return await this.#versions.load(trial, store)
    } catch (fault) {
      this.#report(String(fault))
      return null
    }
  }

  #load(bytes: Bytes | null): LoadedBundle | null {
    if (bytes === null) return null
    const opened = openBundle(bytes)
    if (!opened.ok) {
      this.#report(opened.error.message)
      return null
    }
    const damaged = (fault: string) => {
      this.#isStoredSound = false
      this.#report(fault)
    }
    const common = commonOf(opened.bundle.shared!)
    return new LoadedBundle(opened.bundle, common, bundledSites(opened.bundle, common, damaged))
  }

  #report(fault: string): void {
    logWarning(this.#log, 'bundle', { fault })
  }
}

function hasSite(bundle: LoadedBundle | null): boolean {
  return bundle !== null && bundle.firstHost !== null
}

/** Whether both have the same length and the same first `most` octets. */
function isSame(a: Uint8Array | null, b: Uint8Array | null, most = a?.length ?? 0): boolean {
  if (a === null || b === null) return a === b
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length && i < most; i++) if (a[i] !== b[i]) return false
  return true
}
