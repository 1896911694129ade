/**
 * Writes the edge's own responses, that is files and errors, and the links to the policy. Only
 * files (P7) may be cached: other URLs are pages for other clients. Refusals are in refusal.ts.
 */

import { cached } from '../../base/cached.ts'
import { digestOf } from '../../base/octets.ts'
import { hexadecimal } from '../../program/decode.ts'
import type { ServedFile } from '../../program/program.ts'
import { wholePolicyPath } from '../../words/document-paths.ts'
import type { SiteConfig } from '../../words/site-config.ts'
import { helpPage } from './help.ts'

export function policyUrl(home: string, config: SiteConfig): string {
  return `${home}/${wholePolicyPath(config)}`
}

export function policyLinks(
  policy: string,
  terms: string | null,
  license: string | null,
  references: readonly string[],
): string {
  const links = [describedBy(policy)]
  if (terms !== null) links.push(`<${uri(terms)}>; rel="terms-of-service"`)
  if (license !== null) links.push(`<${uri(license)}>; rel="license"; type="application/rsl+xml"`)
  for (const reference of references) links.push(`<${uri(reference)}>; rel="license"`)
  return links.join(', ')
}

function describedBy(policy: string): string {
  return `<${policy}>; rel="describedby"; type="text/plain"`
}

/** The link to the whole policy in every response (R4); null if robots.txt is the whole. */
export function linkToPolicy(config: SiteConfig): string | null {
  const path = policyUrl('', config)
  return path === '/robots.txt' ? null : describedBy(path)
}

/** A path, so that it stays short for any host: servers in front limit headers to a few KiB. */
export function helpLink(): string {
  return `, <${uri(helpPage(''))}>; rel="help"`
}

/**
 * The last lines of a text response: the policy's URL, the contact, and the page that explains it.
 */
export function policyRows(home: string, config: SiteConfig, contact: string | null): string {
  const rows = { Policy: policyUrl(home, config), Contact: contact, Help: helpPage(home) }
  return Object.entries(rows)
    .map(([name, value]) => (value === null ? '' : `${`${name}:`.padEnd(9)}${value}\n`))
    .join('')
}

/** Percent-encodes what would end a link or is invalid in a header. */
export function uri(text: string): string {
  return text.replace(/[^!#-;=?-~]/gu, encodeURIComponent)
}

const RETRY_AFTER_S = 120

/**
 * For crawlers and robots.txt while no rules are known. RFC 9309 reads it as "do not crawl now".
 */
export function unavailable(): Response {
  return comeBackLater('the crawling policy of this site')
}

/** For crawlers of a page whose own META tags cannot be read (E4). */
export function unreadablePage({
  home,
  site,
}: {
  home: string
  site: { config: SiteConfig }
}): Response {
  const answer = comeBackLater(
    'what this page permits',
    `\n${policyRows(home, site.config, site.config.refuse.contact)}`,
  )
  answer.headers.set('link', policyLinks(policyUrl(home, site.config), null, null, []) + helpLink())
  return answer
}

function comeBackLater(what: string, more = ''): Response {
  return new Response(`${what} cannot be read just now: come back later\n${more}`, {
    status: 503,
    headers: { ...PLAIN, 'retry-after': String(RETRY_AFTER_S) },
  })
}

const PLAIN = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }

const SAID = {
  // An invalid Host header. The edge does not guess an origin for it.
  400: 'the host of this request is not a host name or address',
  // For crawlers with a target too long to decide on (P8).
  414: 'this URL is too long for the crawling policy of this site',
  // For hosts that no site names, if the policy refuses them.
  421: 'this server does not answer for that host',
  502: 'the origin cannot be reached',
  504: 'the origin did not answer in time',
} as const

/** The response to a request that no rule applies to, or that has no page. */
export function plainAnswer(status: keyof typeof SAID): Response {
  return new Response(`${SAID[status]}\n`, { status, headers: PLAIN })
}

/** In seconds. RFC 9309 allows a day, but an hour makes corrections visible soon. */
const MAX_AGE = 3600

/**
 * Serves a file. `version` distinguishes its versions; the file may change after `most`
 * milliseconds.
 */
export function serveFile(
  request: Request,
  text: Uint8Array,
  type: string,
  version: string,
  most: number,
): Response {
  const etag = `"${version.slice(0, 32)}"`
  const seconds = Math.min(MAX_AGE, Math.floor(most / 1000))
  const headers = { 'content-type': type, 'cache-control': `public, max-age=${seconds}`, etag }
  const isHead = request.method === 'HEAD'
  if (request.method !== 'GET' && !isHead) {
    return new Response('only GET and HEAD\n', {
      status: 405,
      headers: { 'content-type': 'text/plain; charset=utf-8', allow: 'GET, HEAD, OPTIONS' },
    })
  }
  if (matchesEtag(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  return new Response(isHead ? null : (text as BodyInit), { headers })
}

/** RFC 9110 13.1.2: weak comparison with each entry of a list, or `*`. */
function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const known: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return ifNoneMatch.trim() === '*' || known.includes(etag)
}

const HASHES = new WeakMap<ServedFile, Promise<string>>()

export function textHash(file: ServedFile): Promise<string> {
  return cached(HASHES, file, () => digestOf(file.text).then(hexadecimal))
}
