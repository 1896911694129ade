/**
 * Where a gate's policies come from: a folder that is built, the file of a bundle, or a URL. Each gives the bytes as they
 * are now, and tells when there may be others.
 */
import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { logEvent, logWarning } from '../edge/log.ts'
import type { BundleStore, LogSink } from '../edge/platform.ts'
import { BUNDLE_KEY } from '../edge/policies.ts'
import { fileBundle, urlBundle } from '../platforms/node/bundle-stores.ts'

/** Builds a folder of policies as it is now. @throws Error that says why it cannot be built. */
export type Build = () => Promise<Uint8Array>

/** What is named on the command line. */
export type PoliciesAt =
  | { readonly kind: 'folder'; readonly path: string; readonly build: Build }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  /** A bundle that stays as it is. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }

/** What keeps the lists in a folder of policies fresh. */
export interface Refresh {
  /** In milliseconds. */
  readonly every: number
  /** Rejects with what stays as it was. */
  readonly run: () => Promise<void>
}

/** Bundles, one after the other. */
export interface PolicySource {
  /** The bundle as it is now; the same object where it has not changed. @throws Error that says why there is none. */
  read(): Promise<ArrayBuffer | Uint8Array>
  /** Calls back when there may be another bundle. Gives what ends it. */
  watch(changed: () => void, log: LogSink): () => void
}

/** How often a URL is looked at, in milliseconds. */
const POLL_MS = 30_000
/** How long files must have been left alone, in milliseconds: editors and checkouts write several. */
const QUIET_MS = 300

/** The source of what was named. @throws TypeError for a URL that is not https. */
export function policySource(at: PoliciesAt, pollEvery = POLL_MS): PolicySource {
  switch (at.kind) {
    case 'folder':
      return { read: at.build, watch: (changed, log) => watchFolder(at.path, changed, log) }
    case 'file':
      return { read: bundleIn(fileBundle(at.path)), watch: (changed, log) => watchFile(at.path, changed, log) }
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

function watchFolder(path: string, changed: () => void, log: LogSink): () => void {
  return quietly(changed, (touched) => {
    const watcher = watch(path, { recursive: true }, touched)
    watcher.on('error', (fault) => logWarning(log, 'watch', { path, fault }))
    return watcher
  })
}

/** A file is replaced by renaming another one, so it is its folder that is watched. */
function watchFile(path: string, changed: () => void, log: LogSink): () => void {
  return quietly(changed, (touched) => {
    const watcher = watch(dirname(path), (_, name) =>
      name === null || name === basename(path) ? touched() : undefined,
    )
    watcher.on('error', (fault) => logWarning(log, 'watch', { path, fault }))
    return watcher
  })
}

/** Calls back once the files have been left alone for a while. */
function quietly(changed: () => void, start: (touched: () => void) => { close(): void }): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = start(() => {
    clearTimeout(timer)
    timer = setTimeout(changed, QUIET_MS)
  })
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
