/**
 * Where the policies come from → the versions in force. The shipped one is loaded at start; where the platform has a
 * store, a newer one takes its place within a minute: a bundle, or what a release names. On any fault the last good one
 * stays.
 */

import { isOnTrial } from '../decide/hosts.ts'
import { IDENTITY_SIZE, openBundle } from '../program/decode.ts'
import { type PolicyVersion, RELEASE_KEY, type Release, readRelease } from '../program/release.ts'
import { type Asker, bundledSites, commonOf, LoadedBundle } from './loaded-bundle.ts'
import { logWarning } from './log.ts'
import type { BundleStore, Exchange, LogSink } from './platform.ts'
import { FETCH_MS, StoredVersions } from './stored-sites.ts'
import { hasPassed } from './ticks.ts'

/** The key of a bundle in a store; a release may be there in its place. */
export const BUNDLE_KEY = RELEASE_KEY

const REFRESH_MS = 30_000
/** How long a release must be gone until that is believed: a store may give what is a minute old. */
const GONE_MS = 120_000

type Bytes = ArrayBuffer | Uint8Array

interface Located extends Asker {
  readonly host: string
}

export class Policies {
  #shipped: Bytes | null
  /** Whether that has a site. The one of a gate with a store has none. */
  #hasShippedSite: boolean
  readonly #log: LogSink
  /** What was taken from the store last; null where the store has none, and the shipped one is in force. */
  #stored: Uint8Array | null = null
  /** Whether all of that is in force, and no site of it is damaged. */
  #isStoredSound = false
  #current: LoadedBundle | null
  #trial: { readonly bundle: LoadedBundle; readonly percent: number } | null = null
  #sequence = 0
  #goneSince = Number.POSITIVE_INFINITY
  #wasReached = false
  #requestedAt = Number.NEGATIVE_INFINITY
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

  /** The version in force for a host: one on trial, where it has the program of that host's site. */
  versionFor(asked: Located): LoadedBundle | null {
    if (this.#trial === null) return this.#current
    const trial = this.#trialFor(asked.host)
    const site = trial?.siteAt(asked.host, asked)
    return typeof site === 'object' && site.program === null
      ? this.#current
      : (trial ?? this.#current)
  }

  /**
   * Puts another bundle in the place of the shipped one; false where it cannot be read, and the last one stays. For the hosts
   * `kept`, the last one answers as before.
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

  /** Looks into the store, if there is one, where it is time to. Never throws. */
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

  /** What may bring newer policies for a host; null where nothing does. Never rejects. */
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

  /** Until the store has answered, it may have sites that the shipped bundle does not know. */
  #markPartial(): void {
    if (this.#current !== null) this.#current.isPartial = !this.#wasReached
  }

  #isGone(ticks: number): boolean {
    this.#goneSince = Math.min(this.#goneSince, ticks)
    return this.#sequence === 0 || hasPassed(GONE_MS, this.#goneSince, ticks)
  }

  /** Takes what the store has in the place of a release: a bundle, or nothing. What cannot be read is as good as no answer. */
  #take(stored: Uint8Array | null): void {
    // It may be another store than was meant, or not be mounted.
    if (stored === null && !this.#hasShippedSite) {
      this.#report('the store has no version')
      return
    }
    // To compare all of a large bundle would hold every request of this isolate. A damaged one has to be compared whole,
    // because its repair has the same hash.
    if (!isSame(this.#stored, stored, this.#isStoredSound ? IDENTITY_SIZE : undefined)) {
      // The shipped one is kept as bytes alone: loaded, it would stay in memory beside the one in force.
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
    this.#goneSince = Number.POSITIVE_INFINITY
    if (this.#isStoredSound && isSame(this.#stored, bytes)) return
    const { sequence, current, trial } = release
    // A newer one may come while this one is fetched.
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

  /** Null where the trial is not whole: the one before it must not stay in force. */
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

/** Whether both have one length and agree in their first `most` octets. */
function isSame(a: Uint8Array | null, b: Uint8Array | null, most = a?.length ?? 0): boolean {
  if (a === null || b === null) return a === b
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length && i < most; i++) if (a[i] !== b[i]) return false
  return true
}
