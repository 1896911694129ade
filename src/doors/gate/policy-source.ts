/**
 * Where a gate's policies come from: a folder that is built, the file of a bundle, or a URL; and their changes → a new bundle
 * in force, without a pause. What cannot be read leaves the last good bundle in force.
 */
import { watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { logEvent, logWarning } from '../../edge/log.ts'
import type { BundleStore, LogSink } from '../../edge/platform.ts'
import { BUNDLE_KEY } from '../../edge/policies.ts'
import { fileBundle, urlBundle } from '../node/bundle-stores.ts'

/** Builds a folder of policies as it is now. @throws Error that says why it cannot be built. */
export type Build = () => Promise<Uint8Array>

export type PoliciesAt =
  | { readonly kind: 'folder'; readonly path: string; readonly build: Build }
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
  /** The bundle as it is now; the same object where it has not changed. @throws Error that says why there is none. */
  read(): Promise<BundleBytes>
  /** Calls back when there may be another bundle. Gives what ends it. */
  watch(changed: () => void, log: LogSink): () => void
}

const POLL_MS = 30_000
/** How long files must have been left alone, in milliseconds: editors and checkouts write several. */
const QUIET_MS = 300

/** The source of what was named. @throws TypeError for a URL that is not https. */
export function policySource(at: PoliciesAt, pollEvery = POLL_MS): PolicySource {
  switch (at.kind) {
    case 'folder':
      return { read: at.build, watch: (changed, log) => watchFiles(at.path, null, changed, log) }
    case 'file': {
      // A file is replaced by renaming another one, so it is its folder that is watched.
      const [folder, name] = [dirname(at.path), basename(at.path)]
      return {
        read: bundleIn(fileBundle(at.path)),
        watch: (changed, log) => watchFiles(folder, name, changed, log),
      }
    }
    case 'bytes':
      return { read: async () => at.bytes, watch: () => () => undefined }
    case 'url':
      return { read: bundleIn(urlBundle(at.url)), watch: (changed) => poll(changed, pollEvery) }
  }
}

/** Refreshes now and from time to time; the folder's watch finds what is new. Gives what ends it. */
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

/** Calls back once files have been left alone for a while. `only`: the one file of the folder that counts. */
function watchFiles(
  folder: string,
  only: string | null,
  changed: () => void,
  log: LogSink,
): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: only === null }, (_, name) => {
    if (only !== null && name !== null && name !== only) return
    clearTimeout(timer)
    timer = setTimeout(changed, QUIET_MS)
  })
  watcher.on('error', (fault) =>
    logWarning(log, 'watch', { path: join(folder, only ?? ''), fault }),
  )
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** Gates that started together do not ask together: each waits a little more or less. */
function poll(changed: () => void, every: number): () => void {
  let timer: NodeJS.Timeout
  const again = () => {
    timer = setTimeout(
      () => {
        changed()
        again()
      },
      every * (0.9 + Math.random() * 0.2),
    )
  }
  again()
  return () => clearTimeout(timer)
}

interface Reloading {
  readonly source: PolicySource
  readonly first: BundleBytes | null
  readonly adopt: (bytes: BundleBytes) => boolean
  readonly log: LogSink
  readonly onReload: (isGood: boolean) => void
}

/** Gives what reads and adopts policies, one at a time: what changes meanwhile is read afterwards. It never rejects. */
export function reloader({ source, first, adopt, log, onReload }: Reloading): () => Promise<void> {
  let last = first
  let isReading = false
  let isStale = false
  const once = async () => {
    try {
      const bytes = await source.read()
      if (bytes === last) return
      const isGood = adopt(bytes)
      onReload(isGood)
      if (!isGood) return
      last = bytes
      logEvent(log, 'policies', { state: 'reloaded' })
    } catch (fault) {
      onReload(false)
      logWarning(log, 'policies', { state: 'the last good ones stay', fault })
    }
  }
  return async () => {
    isStale = true
    if (isReading) return
    isReading = true
    while (isStale) {
      isStale = false
      await once()
    }
    isReading = false
  }
}
