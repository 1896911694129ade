/**
 * What fails → what each kind of client gets: the one table of it. docs/architecture.md shows it in words (`npm run docs`).
 */

/**
 * What a client gets. `unavailable` is 503 with Retry-After, `gateway` 502 or 504, `untouched` the origin's answer as it
 * came, `headers` the page with headers instead of tags, `cut` a page that breaks off, `page` and `nothing` what it would
 * have got.
 */
export type Given = 'untouched' | 'unavailable' | 'page' | 'nothing' | 'headers' | 'gateway' | 'cut'

/** By client: a reader, a crawler, and a crawler under a policy that refuses nobody. */
type Failure = readonly [reader: Given, crawler: Given, observed: Given]

/** The table. */
export const FAILURES = {
  policies: ['untouched', 'unavailable', 'unavailable'],
  store: ['untouched', 'unavailable', 'unavailable'],
  'stored site': ['untouched', 'unavailable', 'untouched'],
  site: ['untouched', 'unavailable', 'untouched'],
  origin: ['gateway', 'gateway', 'gateway'],
  'broken page': ['cut', 'unavailable', 'cut'],
  rate: ['nothing', 'page', 'page'],
  place: ['headers', 'headers', 'headers'],
  meta: ['page', 'unavailable', 'page'],
  keys: ['nothing', 'nothing', 'nothing'],
  trial: ['nothing', 'nothing', 'nothing'],
  code: ['untouched', 'unavailable', 'untouched'],
} as const satisfies Readonly<Record<string, Failure>>

/** What a client gets where something fails; `refuses`: whether the policy refuses anybody here. */
export function givenAfter(failure: keyof typeof FAILURES, isCrawler: boolean, refuses: boolean): Given {
  return FAILURES[failure][isCrawler ? (refuses ? 1 : 2) : 0]
}
