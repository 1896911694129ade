/**
 * The table of what each kind of client gets when something fails (shown in docs/architecture.md by
 * `npm run docs`), and who counts as a crawler when no site is known.
 */
import { declaredBot } from '../decide/declared-bot.ts'
import { HeaderText } from '../words/header-text.ts'
import type { Reading } from './request/read-request.ts'

/**
 * What a client gets: the origin's response unchanged, 503 with Retry-After, or the page up to the
 * failure.
 */
export type Given = 'untouched' | 'unavailable' | 'page'

/** By client: a reader, a crawler, and a crawler under a policy that refuses nothing. */
type Failure = readonly [reader: Given, crawler: Given, observed: Given]

/**
 * The failures: no policies, a site without its program, a page that breaks off, unreadable META,
 * our own code.
 */
export const FAILURES = {
  policies: ['untouched', 'unavailable', 'unavailable'],
  site: ['untouched', 'unavailable', 'untouched'],
  'broken page': ['page', 'unavailable', 'page'],
  meta: ['page', 'unavailable', 'page'],
  code: ['untouched', 'unavailable', 'untouched'],
} as const satisfies Readonly<Record<string, Failure>>

/**
 * Whether a client gets 503 after a failure. `refuses`: whether the policy refuses anything here.
 */
export function isUnavailable(
  failure: keyof typeof FAILURES,
  reading: Reading,
  isCrawler: boolean,
  refuses = reading.site === null ? reading.refuses : reading.mode === 'enforce',
): boolean {
  return FAILURES[failure][isCrawler ? (refuses ? 1 : 2) : 0] === 'unavailable'
}

/** Whether the User-Agent looks like a crawler's, without a site. */
export function seemsCrawlers(reading: Reading): boolean {
  if (reading.site !== null) return reading.agent.kind === 'crawler'
  const userAgent = userAgentOf(reading)
  return (
    userAgent === '' || declaredBot(new HeaderText().read(userAgent), userAgent)?.isBot === true
  )
}

/**
 * Whether the User-Agent has a name that any site or the registry knows, or looks like a crawler's.
 */
export function isCrawlers(reading: Reading): boolean {
  if (seemsCrawlers(reading)) return true
  return reading.kind === 'closed-site' && reading.bundle!.knowsCrawler(userAgentOf(reading))
}

function userAgentOf({ request }: Reading): string {
  return request.headers.get('user-agent') ?? ''
}
