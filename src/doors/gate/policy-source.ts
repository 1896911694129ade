/**
 * The sources of a gate's policies: a folder that is built, a bundle's file, or a URL. Reads the
 * bundle, and calls back on changes.
 */
import { logEvent, logWarning } from '../../edge/log.ts'
import type { BundleStore, LogSink } from '../../edge/platform.ts'
import { BUNDLE_KEY } from '../../edge/policies.ts'
import { fileBundle, urlBundle } from '../node/bundle-stores.ts'
import { lookAt } from './path-look.ts'
import { PathWatch, WATCH_PACE } from './path-watch.ts'

/** Builds a folder of policies as it is now. @throws Error that says why it cannot be built. */
export type Build = () => Promise<Uint8Array>

export type PoliciesAt =
  | {
      readonly kind: 'folder'
      readonly path: string
      /** Folders with what the sites share; they may be missing. */
      readonly beside?: readonly string[]
      readonly build: Build
    }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }

/** What keeps the lists in a folder of policies fresh. */
export interface Refresh {
  readonly every: number
  /** Rejects with what stays as it was. */
  readonly run: () => Promise<void>
}

export type BundleBytes = ArrayBuffer | Uint8Array

export interface PolicySource {
  /**
   * The bundle as it is now; the same object where it has not changed. @throws Error that says why
   * there is none.
   */
  read(): Promise<BundleBytes>
  /** Calls back when there may be another bundle. Gives what ends it. */
  watch(changed: () => void, log: LogSink): () => void
}

/**
 * How long it takes until another bundle is found, and until what it takes away from a host counts;
 * in milliseconds.
 */
export type SourcePace = typeof SOURCE_PACE
export const SOURCE_PACE = { ...WATCH_PACE, poll: 30_000, loss: 30_000 }

/** The source of what was named. @throws TypeError for a URL that is not https. */
export function policySource(at: PoliciesAt, pace: SourcePace = SOURCE_PACE): PolicySource {
  switch (at.kind) {
    case 'folder':
      return new PathSource(at.path, at.beside ?? [], at.build, pace)
    case 'file':
      return new PathSource(at.path, [], bundleIn(fileBundle(at.path)), pace)
    case 'bytes':
      return { read: async () => at.bytes, watch: () => () => undefined }
    case 'url':
      return { read: bundleIn(urlBundle(at.url)), watch: (changed) => poll(changed, pace.poll) }
  }
}

/**
 * Refreshes now and from time to time; the folder's watch finds what is new. Gives what ends it.
 */
export function keepFresh({ every, run }: Refresh, log: LogSink): () => void {
  const once = () =>
    void run().then(
      () => logEvent(log, 'networks', { state: 'refreshed' }),
      (fault) => logWarning(log, 'networks', { state: 'the last good ones stay', fault }),
    )
  once()
  return poll(once, every)
}

function bundleIn(store: BundleStore): PolicySource['read'] {
  return async () => {
    const bytes = await store.get(BUNDLE_KEY)
    if (bytes === null) throw new Error('the store has no bundle')
    return bytes
  }
}

/** How often what changes while it is read is read again at once. */
const MOST_READS = 3

/** What is at a path of this machine: a bundle, or a folder that is built. */
class PathSource implements PolicySource {
  readonly #path: string
  readonly #beside: readonly string[]
  readonly #load: () => Promise<BundleBytes>
  readonly #pace: SourcePace
  /** The look at what was read last; null where that changed while it was read. */
  #print: string | null = null
  #wasGood = true
  #isReading = false

  constructor(
    path: string,
    beside: readonly string[],
    load: () => Promise<BundleBytes>,
    pace: SourcePace,
  ) {
    this.#path = path
    this.#beside = beside
    this.#load = load
    this.#pace = pace
  }

  async read(): Promise<BundleBytes> {
    this.#isReading = true
    try {
      return await this.#readStill(MOST_READS)
    } finally {
      this.#isReading = false
    }
  }

  watch(changed: () => void, log: LogSink): () => void {
    const look = () => this.#look()
    const isKnown = (print: string, isHint: boolean) =>
      this.#isReading || (print === this.#print && (this.#wasGood || isHint))
    const watch = new PathWatch({ look, isKnown, changed, log }, this.#pace)
    return () => watch.stop()
  }

  /**
   * Reads until nothing changes meanwhile: half of a deployment may be no policy that anybody
   * wrote.
   */
  async #readStill(reads: number): Promise<BundleBytes> {
    const { print } = await this.#look()
    const [result] = await Promise.allSettled([this.#load()])
    const isStill = (await this.#look()).print === print
    if (!isStill && reads > 1) return this.#readStill(reads - 1)
    this.#print = isStill ? print : null
    this.#wasGood = result.status === 'fulfilled'
    if (result.status === 'rejected') throw result.reason
    return result.value
  }

  #look() {
    return lookAt([this.#path], this.#beside)
  }
}

/** Gates that started together do not ask together: each waits a little less. */
function poll(changed: () => void, every: number): () => void {
  let timer: NodeJS.Timeout
  const again = () => {
    timer = setTimeout(
      () => {
        changed()
        again()
      },
      every * (0.8 + Math.random() * 0.2),
    )
  }
  again()
  return () => clearTimeout(timer)
}
