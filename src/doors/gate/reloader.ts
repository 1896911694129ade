/**
 * Reads newer policies from their source, puts them in force at the edge without a pause, and logs
 * which hosts have changed. If the source cannot be read, the last good bundle stays in force. If a
 * newer bundle lacks a host, or all of its rules or settings (bundle-hosts.ts), that counts only
 * after a while: in the middle of a deployment, folders are missing and files are empty.
 */

import { logEvent, logWarning } from '../../edge/log.ts'
import type { LogSink } from '../../edge/platform.ts'
import { hasPassed, ticks } from '../../edge/ticks.ts'
import {
  changesBetween,
  type HostPolicies,
  type HostPolicy,
  hostPolicies,
  lossOf,
} from './bundle-hosts.ts'
import type { BundleBytes, PolicySource } from './policy-source.ts'
import { shortList } from './start-report.ts'

interface Reloading {
  readonly source: PolicySource
  readonly first: BundleBytes | null
  /** Puts a bundle in force, except for the hosts `kept`; false where it cannot be read. */
  readonly adopt: (bytes: BundleBytes, kept: Iterable<string>) => boolean
  readonly log: LogSink
  readonly onReload: (isGood: boolean) => void
  /**
   * How long a host's last good policy stays where the newer one takes something away, in
   * milliseconds.
   */
  readonly lossAfter: number
}

/** What a newer policy takes away from a host, and since when. */
interface Loss {
  readonly what: string
  readonly since: number
  readonly policy: HostPolicy
}

export class Reloader {
  readonly #how: Reloading
  #last: BundleBytes | null
  #inForce: HostPolicies
  #losses: ReadonlyMap<string, Loss> = new Map()
  #timer: NodeJS.Timeout | undefined
  /** Whether a read is due after the one that runs, and whether an operator ordered it. */
  #next: { isOrdered: boolean } | null = null
  #isReading = false
  #lastFault = ''

  constructor(how: Reloading) {
    this.#how = how
    this.#last = how.first
    this.#inForce = how.first === null ? new Map() : hostPolicies(how.first)
  }

  /**
   * Reads and adopts policies; `isOrdered`: what was taken away counts at once. It never rejects.
   */
  async reload(isOrdered = false): Promise<void> {
    this.#next = { isOrdered: isOrdered || this.#next?.isOrdered === true }
    if (this.#isReading) return
    this.#isReading = true
    for (let next = this.#taken(); next !== null; next = this.#taken()) await this.#read(next)
    this.#isReading = false
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #taken() {
    const next = this.#next
    this.#next = null
    return next
  }

  async #read({ isOrdered }: { isOrdered: boolean }): Promise<void> {
    const { source, log, onReload } = this.#how
    try {
      const bytes = await source.read()
      this.#lastFault = ''
      if (bytes !== this.#last || this.#losses.size > 0) this.#adopt(bytes, isOrdered)
    } catch (fault) {
      onReload(false)
      const text = String(fault)
      // It is read again and again until it is good.
      if (text !== this.#lastFault || isOrdered)
        logWarning(log, 'policies', { state: 'the last good ones stay', fault })
      this.#lastFault = text
    }
  }

  #adopt(bytes: BundleBytes, isOrdered: boolean): void {
    const { adopt, onReload } = this.#how
    const next = new Map(hostPolicies(bytes))
    const losses = this.#lossesIn(next, isOrdered)
    const isSame = bytes === this.#last && losses.size === this.#losses.size
    if (isSame) {
      this.#schedule()
      return
    }
    const isGood = adopt(bytes, losses.keys())
    onReload(isGood)
    if (!isGood) return
    for (const [host, { policy }] of losses) next.set(host, policy)
    this.#report(next, losses)
    this.#last = bytes
    this.#inForce = next
    this.#losses = losses
    this.#schedule()
  }

  /** What the newer policies take away, except what is known for long enough. */
  #lossesIn(next: HostPolicies, isOrdered: boolean): ReadonlyMap<string, Loss> {
    const losses = new Map<string, Loss>()
    const now = ticks()
    for (const [host, policy] of isOrdered ? [] : this.#inForce) {
      const what = lossOf(policy, next.get(host))
      const since = this.#losses.get(host)?.since ?? now
      if (what !== null && !hasPassed(this.#how.lossAfter, since, now))
        losses.set(host, { what, since, policy })
    }
    return losses
  }

  #report(next: HostPolicies, losses: ReadonlyMap<string, Loss>): void {
    const { log } = this.#how
    const { came, went, changed } = changesBetween(this.#inForce, next)
    logEvent(log, 'policies', {
      state: 'reloaded',
      came: someOf(came),
      went: someOf(went),
      changed: someOf(changed),
    })
    const fresh = [...losses].filter(([host]) => !this.#losses.has(host))
    if (fresh.length === 0) return
    const seconds = this.#how.lossAfter / 1000
    logWarning(log, 'policies', {
      state: `the last good policies of these hosts stay for ${seconds} s, or until SIGHUP: the new ones lack something`,
      hosts: shortList(fresh.map(([host, { what }]) => `${host}: ${what}`)),
    })
  }

  /** Reads again when the first loss counts. */
  #schedule(): void {
    clearTimeout(this.#timer)
    if (this.#losses.size === 0) return
    const first = Math.min(...Array.from(this.#losses.values(), ({ since }) => since))
    const left = first + this.#how.lossAfter - ticks()
    this.#timer = setTimeout(() => void this.reload(), Math.max(50, left))
  }
}

/** A list for the log; none where it is empty. */
function someOf(texts: readonly string[]): readonly string[] | undefined {
  return texts.length === 0 ? undefined : shortList(texts)
}
