/**
 * Calls back when files below some paths have changed and then rested. The system's watch is only a
 * hint: the paths are also polled, so that no replaced folder, link or mount is missed.
 */
import { type FSWatcher, watch } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { logWarning } from '../../edge/log.ts'
import type { LogSink } from '../../edge/platform.ts'
import { ticks } from '../../edge/ticks.ts'
import type { Look } from './path-look.ts'

/** How long the watch waits, in milliseconds. */
interface WatchPace {
  /** From one look to the next, where nothing hints at a change. */
  readonly look: number
  /** How long files must have been left alone: editors, copies and checkouts write several. */
  readonly rest: number
  /** The longest time to wait for that rest. */
  readonly most: number
}

/** A change is in force within 30 s: looking, resting and building take no longer. */
export const WATCH_PACE = { look: 20_000, rest: 1_000, most: 6_000 }

/**
 * How many looks follow each other at once, where there are new folders each time or they cannot be
 * watched.
 */
const MOST_LOOKS = 3

interface Watched {
  readonly look: () => Promise<Look>
  /**
   * Whether this was read last, and need not be read again: after a hint, or because it is time to
   * look.
   */
  readonly isKnown: (print: string, isHint: boolean) => boolean
  readonly changed: () => void
  readonly log: LogSink
}

export class PathWatch {
  readonly #watched: Watched
  readonly #pace: WatchPace
  readonly #watchers = new Map<string, { readonly identity: string; readonly watcher: FSWatcher }>()
  #folders: Look['folders'] = new Map()
  readonly #end = new AbortController()
  #wake = new AbortController()
  #hasWarned = false

  constructor(watched: Watched, pace: WatchPace) {
    this.#watched = watched
    this.#pace = pace
    void this.#run()
  }

  stop(): void {
    this.#end.abort()
    this.#wake.abort()
    for (const { watcher } of this.#watchers.values()) watcher.close()
  }

  async #run(): Promise<void> {
    for (let isHint = true; !this.#end.signal.aborted; isHint = this.#wake.signal.aborted) {
      this.#wake = new AbortController()
      await this.#findChange(isHint)
      await sleep(this.#pace.look, this.#wake.signal)
      // A few hints of one moment wake it once.
      await sleep(this.#pace.rest / 4, this.#end.signal)
    }
  }

  async #findChange(isHint: boolean): Promise<void> {
    const { isKnown, changed } = this.#watched
    const begun = ticks()
    let last = await this.#look()
    if (isKnown(last.print, isHint)) return
    for (let rests = false; !rests && ticks() - begun < this.#pace.most; ) {
      await sleep(this.#pace.rest, this.#end.signal)
      const next = await this.#look()
      rests = next.isWhole && next.print === last.print
      last = next
    }
    if (!this.#end.signal.aborted && !isKnown(last.print, isHint)) changed()
  }

  /** Looks, and watches the folders that are there now. */
  async #look(most = MOST_LOOKS): Promise<Look> {
    const look = await this.#watched.look()
    this.#folders = look.folders
    for (const [folder, { identity, watcher }] of this.#watchers) {
      if (look.folders.get(folder)?.identity === identity) continue
      watcher.close()
      this.#watchers.delete(folder)
    }
    const unwatched = [...look.folders].filter(([folder]) => !this.#watchers.has(folder))
    for (const [folder, { identity }] of unwatched) this.#watch(folder, identity)
    // What changed after the look and before the watch began would be seen late.
    return unwatched.length === 0 || most === 1 ? look : this.#look(most - 1)
  }

  #watch(folder: string, identity: string): void {
    if (this.#end.signal.aborted) return
    try {
      const watcher = watch(folder, (_, name) => {
        // Other files of that folder may change at any moment: it may be /tmp.
        if (name === null || this.#folders.get(folder)?.counts(name)) this.#wake.abort()
      })
      watcher.on('error', (fault) => this.#warn(folder, fault))
      this.#watchers.set(folder, { identity, watcher })
    } catch (fault) {
      this.#warn(folder, fault as NodeJS.ErrnoException)
    }
  }

  /** Without a watch a change is found later. That a folder is gone by now is no fault. */
  #warn(folder: string, fault: NodeJS.ErrnoException): void {
    if (this.#hasWarned || fault.code === 'ENOENT') return
    this.#hasWarned = true
    const state = `changes are seen after ${this.#pace.look / 1000} s, because the system does not watch`
    logWarning(this.#watched.log, 'watch', { state, path: folder, fault })
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined)
}
