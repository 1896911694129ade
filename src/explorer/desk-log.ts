/**
 * What crawlers asked a site for lately, and what policies make of it. It is much: the page's
 * thread has nothing of it.
 */
import { addTo } from '../base/counts.ts'
import type { RecentTraffic } from '../logs/report/recent-requests.ts'
import type { Meaning } from './draft.ts'
import {
  NOTHING_CHECKED,
  refusedInWords,
  refusedOf,
  triedInWords,
  triedOn,
} from './tried-requests.ts'

/** Addresses that the tree of folders is made of. */
const MOST_TARGETS = 300

export class DeskLog {
  /** Null where no log is known. */
  traffic: RecentTraffic | null = null

  get isUnchecked(): boolean {
    return this.traffic?.isChecked === false
  }

  async learn(site: string): Promise<true> {
    const sent = await fetch(`traffic.json?${new URLSearchParams({ site })}`).catch(() => null)
    this.traffic = sent?.ok ? ((await sent.json()) as RecentTraffic | null) : null
    return true
  }

  /** The addresses with most requests. */
  targets(): readonly string[] {
    const { targets = [], rows = [] } = this.traffic ?? {}
    const counts = new Map(targets.map((target) => [target, 0]))
    for (const [, target, , count] of rows) addTo(counts, targets[target]!, count)
    const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_TARGETS)
    return most.map(([target]) => target)
  }

  refused(meaning: Meaning) {
    const refused = this.traffic && refusedOf(this.traffic, meaning)
    const tried = refusedInWords(refused, meaning.program.config.mode)
    return { tried, remark: this.isUnchecked ? NOTHING_CHECKED : '' }
  }

  /** What a change would have changed; empty without a log. */
  tried(was: Meaning, now: Meaning): string {
    return this.traffic === null ? '' : triedInWords(triedOn(this.traffic, was, now))
  }

  /** The same of refusing names that fail their check (I4). */
  onForged(was: Meaning, now: Meaning): string {
    if (this.isUnchecked) return NOTHING_CHECKED
    const tried = this.traffic && triedOn(this.traffic, was, now)
    return `${triedInWords(tried)} None is a reader’s: readers have no name to check.`
  }
}
