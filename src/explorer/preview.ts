/**
 * Says what a change would do before it is made: who gets more and who less, which cases would
 * fail, and how many past requests would have been decided differently.
 */
import type { RecentTraffic } from '../logs/report/recent-requests.ts'
import { changesOfMeanings, type ShownChange } from './changes.ts'
import type { Meaning } from './draft.ts'
import { type TriedRequests, triedOn } from './tried-requests.ts'
import { runAuthorsCases } from './what-if.ts'

/** What a change does. */
export interface Preview {
  /** `GPTBot: fetch /archive/`, those that reach furthest first. */
  readonly opens: readonly string[]
  readonly closes: readonly string[]
  /** Hours, rates and comments. */
  readonly settings: readonly string[]
  /** For whom some of it may be missing; empty where all of it is known. */
  readonly incomplete: string
  /** The author's cases that fail afterwards, and did not before. */
  readonly cases: readonly string[]
  /** Null where no log is known. */
  readonly tried: TriedRequests | null
}

const CLOSING: readonly ShownChange['effect'][] = ['closes', 'tightens']

export function previewOf(
  was: Meaning,
  now: Meaning,
  at: number,
  traffic: RecentTraffic | null,
): Preview {
  const { shown, more, settings, incomplete } = changesOfMeanings(was, now, at)
  const wordsOf = (isClosing: boolean) =>
    shown
      .filter(({ effect }) => CLOSING.includes(effect) === isClosing)
      .map(({ crawlers, what }) => `${crawlers}: ${what}`)
  const failing = new Set(runAuthorsCases(was, at).failing.map(({ title }) => title))
  const cases = runAuthorsCases(now, at).failing.map(({ title }) => title)
  return {
    opens: wordsOf(false),
    closes: wordsOf(true),
    settings: more > 0 ? [...settings, `and ${more} more changes`] : settings,
    incomplete,
    cases: cases.filter((title) => !failing.has(title)),
    tried: traffic && triedOn(traffic, was, now),
  }
}
