/**
 * The answers to requests that no policy can be applied to.
 */
import type { SiteConfig } from '../../vocabulary/site-config.ts'
import { helpLink, policyLinks, policyRows } from './links.ts'

const RETRY_AFTER_S = 120

/** For crawlers, and for robots.txt, while the rules are not known: RFC 9309 reads it as "do not crawl now". */
export function unavailable(): Response {
  return comeBackLater('the crawling policy of this site')
}

/** For crawlers, where what a page says of itself cannot be read (E4). */
export function unreadable({ home, site }: { home: string; site: { config: SiteConfig } }): Response {
  const answer = comeBackLater('what this page permits', `\n${policyRows(home, site.config.refuse.contact)}`)
  answer.headers.set('link', policyLinks(home, null, null, []) + helpLink())
  return answer
}

function comeBackLater(what: string, more = ''): Response {
  return new Response(`${what} cannot be read just now: come back later\n${more}`, {
    status: 503,
    headers: { ...PLAIN, 'retry-after': String(RETRY_AFTER_S) },
  })
}

/** For an invalid Host header, or one that is more than host and port: the edge does not guess an origin for it. */
export function malformed(): Response {
  return new Response('the host of this request is not a host name or address\n', { status: 400, headers: PLAIN })
}

/** For hosts that no site names, where the policy refuses them. */
export function misdirected(): Response {
  return new Response('this server does not answer for that host\n', { status: 421, headers: PLAIN })
}

/** P8: for crawlers whose target is too long to be judged. */
export function tooLong(): Response {
  return new Response('this URL is too long for the crawling policy of this site\n', { status: 414, headers: PLAIN })
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
