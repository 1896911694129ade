/**
 * What fails → what each kind of client gets, where there is a choice (docs/architecture.md shows
 * it: `npm run docs`); and who counts as a crawler where no site can say.
 */
import { declaredBot } from '../decide/declared-bot.ts'
import { HeaderText } from '../words/header-text.ts'
import type { Reading } from './request/read-request.ts'

/**
 * What a client gets: the origin's answer as it came, 503 with Retry-After, or the page as far as
 * it comes.
 */
export type Given = 'untouched' | 'unavailable' | 'page'

/** By client: a reader, a crawler, and a crawler under a policy that refuses nobody. */
type Failure = readonly [reader: Given, crawler: Given, observed: Given]

/**
 * The table: no policies, a site whose program is not there, a page that breaks off or whose META
 * is unread, our own code.
 */
export const FAILURES = {
  policies: ['untouched', 'unavailable', 'unavailable'],
  site: ['untouched', 'unavailable', 'untouched'],
  'broken page': ['page', 'unavailable', 'page'],
  meta: ['page', 'unavailable', 'page'],
  code: ['untouched', 'unavailable', 'untouched'],
} as const satisfies Readonly<Record<string, Failure>>

/**
 * Whether a client gets 503 after a failure; `refuses`: whether the policy refuses anybody here.
 */
export function isUnavailable(
  failure: keyof typeof FAILURES,
  reading: Reading,
  isCrawler: boolean,
  refuses = reading.site === null ? reading.refuses : reading.mode === 'enforce',
): boolean {
  return FAILURES[failure][isCrawler ? (refuses ? 1 : 2) : 0] === 'unavailable'
}

/**
 * Whether a request seems to be a crawler's by its User-Agent: at a glance, where there is no site.
 */
export function seemsCrawlers(reading: Reading): boolean {
  if (reading.site !== null) return reading.agent.kind === 'crawler'
  const userAgent = userAgentOf(reading)
  return (
    userAgent === '' || declaredBot(new HeaderText().read(userAgent), userAgent)?.isBot === true
  )
}

/** The same, with the names that any site or the registry knows. */
export function isCrawlers(reading: Reading): boolean {
  if (seemsCrawlers(reading)) return true
  return reading.kind === 'closed-site' && reading.bundle!.knowsCrawler(userAgentOf(reading))
}

function userAgentOf({ request }: Reading): string {
  return request.headers.get('user-agent') ?? ''
}
