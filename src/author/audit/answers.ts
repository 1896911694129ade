/** The responses of a live site to an audit, as data that can be stored and read back. */

/** The client that a request of the audit claims to be. */
export interface AuditAgent {
  /** The product token that robots.txt would name; `reader` for a person's browser. */
  readonly name: string
  /** The header of such a client, without the audit's own name. */
  readonly userAgent: string
  readonly kind: 'crawler' | 'unknown' | 'reader'
}

export interface AuditQuestion {
  readonly url: string
  readonly agent: AuditAgent
  /** How many redirects of robots.txt are followed; default none. */
  readonly redirects?: number
}

/** What a page says to crawlers, and what shows that it is the same page. */
export interface PageFacts {
  readonly title: string
  readonly canonical: string | null
  readonly textLength: number
  /** The META tags with a name, in their order. */
  readonly metas: readonly { readonly name: string; readonly content: string }[]
  /** The targets of its links on the same host, as paths. */
  readonly links: readonly string[]
}

export interface AuditAnswer {
  readonly url: string
  readonly agent: string
  /** 0 where there was no answer: `fault` says why. */
  readonly status: number
  readonly fault: string | null
  /** The addresses that it was redirected to, in their order; robots.txt alone is followed. */
  readonly redirects: readonly string[]
  /** By their names in lower case; lines of one name are joined by a line feed. */
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: number
  /** A digest of the body. */
  readonly hash: string
  /** The body of robots.txt, of a sitemap or of a JSON file; null for pages. */
  readonly text: string | null
  readonly page: PageFacts | null
}

/** Sends one request. Never throws: the answer says what failed. */
export type Ask = (question: AuditQuestion, wants: 'text' | 'page') => Promise<AuditAnswer>

const SUCCESS = 200
const REFUSALS: readonly number[] = [401, 402, 403, 406, 410, 451]

export function isServed(answer: AuditAnswer): boolean {
  return answer.status >= SUCCESS && answer.status < 300 && !isChallenge(answer)
}

export function isRefused(answer: AuditAnswer): boolean {
  return REFUSALS.includes(answer.status) && !isChallenge(answer)
}

const CHALLENGE_TITLE =
  /just a moment|attention required|checking your browser|verify(?:ing)? (?:that )?you are human|are you a robot|captcha|security check|ddos protection/i

/** Whether the response is a challenge, such as a CAPTCHA, in place of the page. */
export function isChallenge({ headers, page, text }: AuditAnswer): boolean {
  if (/challenge/i.test(headers['cf-mitigated'] ?? '')) return true
  if (headers['x-amzn-waf-action'] === 'challenge') return true
  return CHALLENGE_TITLE.test(page?.title ?? /<title>([^<]*)/i.exec(text ?? '')?.[1] ?? '')
}

export function contentTypeOf({ headers }: AuditAnswer): string {
  return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
}

/** Whether a response that should be text is an HTML page. */
export function isPage(answer: AuditAnswer): boolean {
  return contentTypeOf(answer) === 'text/html' || /^\s*<(?:!doctype|html)/i.test(answer.text ?? '')
}

/** The product that answered, such as a CDN, as far as its headers tell. */
export function doorOf({ headers }: AuditAnswer): string {
  if ('acap-policy' in headers || /acap-edge/.test(headers.via ?? '')) return 'acap-edge'
  if ('cf-ray' in headers) return 'Cloudflare'
  if ('x-amz-cf-id' in headers) return 'CloudFront'
  if ('x-akamai-transformed' in headers || /akamai/i.test(headers.server ?? '')) return 'Akamai'
  if ('x-sucuri-id' in headers) return 'Sucuri'
  if ('x-fastly-request-id' in headers || /varnish/i.test(headers.via ?? ''))
    return 'Fastly or Varnish'
  const server = /^[\w.-]+/.exec(headers.server ?? '')?.[0]
  return server ?? 'a server that does not name itself'
}

/** Where the owner of the site changes what this product refuses. */
export function placeToChange(door: string): string {
  const [, place] = PLACES.find(([fits]) => fits.test(door))!
  return place
}

const PLACES: readonly (readonly [fits: RegExp, place: string])[] = [
  [/^acap-edge/, 'the policy of this site'],
  [/^Cloudflare/, 'Security > WAF > Custom rules, and AI Crawl Control, in the zone'],
  [/^CloudFront/, 'the web ACL of the distribution'],
  [/^(?:Akamai|Sucuri|Fastly)/, 'the rules of this service'],
  [/^nginx|^openresty/i, '`if ($http_user_agent …)`, `map` or `deny` in the server block of nginx'],
  [
    /^Apache/i,
    '`SetEnvIf`, `BrowserMatch`, `RewriteCond` or `Require` of Apache, also in .htaccess',
  ],
  [/^Caddy/i, 'the matchers of the Caddyfile'],
  [/(?:)/, 'the rules for User-Agents of the server, or of the firewall before it'],
]
