/**
 * What fails → what each kind of client gets: the one table of it. docs/architecture.md shows it in words (`npm run docs`).
 */

/** What a client gets: the origin's answer as it came, 503 with Retry-After, or the page as far as it comes. */
export type Given = 'untouched' | 'unavailable' | 'page'

/** By client: a reader, a crawler, and a crawler under a policy that refuses nobody. */
type Failure = readonly [reader: Given, crawler: Given, observed: Given]

/** The table: no policies, a site whose program is not there, a page that breaks off or whose META is unread, our own code. */
export const FAILURES = {
  policies: ['untouched', 'unavailable', 'unavailable'],
  site: ['untouched', 'unavailable', 'untouched'],
  'broken page': ['page', 'unavailable', 'page'],
  meta: ['page', 'unavailable', 'page'],
  code: ['untouched', 'unavailable', 'untouched'],
} as const satisfies Readonly<Record<string, Failure>>

/** What a client gets where something fails; `refuses`: whether the policy refuses anybody here. */
export function givenAfter(failure: keyof typeof FAILURES, isCrawler: boolean, refuses: boolean): Given {
  return FAILURES[failure][isCrawler ? (refuses ? 1 : 2) : 0]
}
