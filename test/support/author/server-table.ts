/**
 * Requests that every platform and every server around a gate must answer alike, as data. Rows of one table are put one
 * after the other: rates count.
 */
import type { SiteFiles } from '../bundle.ts'
import { BROWSER } from '../tagging-policy.ts'

export const HOST = 'news.test'

/** The policy. SearchBot1, SlowBot and LateBot are known crawlers. */
export const FILES: SiteFiles = {
  'robots.txt': `User-agent: *
Disallow: /closed/
Disallow: /paid/
Disallow: /exact$

User-agent: SlowBot
User-agent: LateBot
Crawl-delay: 86400
Disallow: /closed/

ACAP-crawler: *
ACAP-disallow-index: /told/
ACAP-disallow-crawl: /acap/
ACAP-crawler: SearchBot1
ACAP-allow-crawl: /acap/yours/

ACAP-crawler: PartnerBot
ACAP-permissions-reference: /permissions/partners.txt
`,
  'permissions/partners.txt': 'ACAP-crawler: PartnerBot\nACAP-disallow-crawl: /internal/\n',
  'site.toml': `hosts = ["${HOST}"]
exempt = ["/health/*"]
[[route]]
match = "/paid/"
[route.refuse]
status = 402
headers = { "crawler-price" = "USD 1" }
`,
}
export const KNOWN = { SearchBot1: 'search', SlowBot: 'search', LateBot: 'search' } as const

/** What becomes of a request. `page`: the origin's answer; else the edge's own. */
export type Outcome =
  | 'page'
  | 'refused'
  | 'paid'
  | 'late'
  | 'file'
  | 'not-modified'
  | 'not-allowed'
  | 'unknown-page'

/** The status of each outcome; a page has the origin's. */
export const STATUS: Readonly<Record<Outcome, number>> = {
  page: 200,
  refused: 403,
  paid: 402,
  late: 429,
  file: 200,
  'not-modified': 304,
  'not-allowed': 405,
  'unknown-page': 404,
}

/** One request. */
export interface Row {
  readonly about: string
  readonly path: string
  readonly userAgent: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: Outcome
}

const row = (
  about: string,
  path: string,
  userAgent: string,
  outcome: Outcome,
  asked: Partial<Row> = {},
): Row => ({
  about,
  path,
  userAgent,
  outcome,
  method: 'GET',
  headers: {},
  ...asked,
})

export const CRAWLER = 'SearchBot1/1.0'
const CRAWLERS = [
  CRAWLER,
  'searchbot1',
  'SEARCHBOT1/2.0 (+https://search.test/bot)',
  'Mozilla/5.0 (compatible; SearchBot1/1.0; +https://search.test/)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; SearchBot1/1.0) Chrome/130.0.0.0 Safari/537.36',
  // Nobody who reads pages sends none.
  '',
]
const READERS = [
  BROWSER,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'curl/8.5.0',
]

/** Other ways to write a closed path. */
const SPELLINGS = [
  '/%63losed/a',
  '/clos%65d/a',
  '/%63%6c%6f%73%65%64/a',
  '/closed/%61',
  '//closed/a',
  '///closed/a',
  '/closed//a',
  '/./closed/a',
  '/%2e/closed/a',
  '/open/../closed/a',
  '/open/%2e%2e/closed/a',
  '/open/.%2E/closed/a',
  '/open/..%2fclosed/a',
  '/open%2f..%2fclosed/a',
  '/open/..%2Fclosed/a',
  '/../closed/a',
  '/../../closed/a',
  '/closed/b/../a',
  '/closed%2fa',
  '/closed%2Fa',
  '/%2fclosed/a',
  '/closed/;/a',
  '/closed;a=b/a',
  '/closed/a;jsessionid=1',
  '/open/..;/closed/a',
  '/closed%5ca',
  '/open/..%5cclosed/a',
  '/closed/%2561',
  '/closed/a?',
  '/closed/a?b=c&d=/open/',
  '/closed/a?../../open/',
  '/closed/a%3f',
  '/closed/?a=b#',
  '/closed/a%23b',
  '/closed/%C3%A9',
  '/closed/%c3%a9',
  '/closed/a+b',
  '/closed/a%20b',
  '/closed/*',
  '/closed/$',
]

/** Paths that look closed and are not. */
const OPEN = [
  '/',
  '/%2563losed/a',
  '/open',
  '/closedness',
  '/exactly',
  '/Closed/a',
  '/CLOSED/a',
  '/a/closed',
  '/?path=/closed/a',
  '/closed',
]

/** Headers with which a client might speak for a server. */
const FORGED: readonly Readonly<Record<string, string>>[] = [
  { 'x-original-uri': '/open' },
  { 'x-original-url': 'http://news.test/open' },
  { 'x-forwarded-uri': '/open' },
  { 'x-rewrite-url': '/open' },
  { 'x-original-method': 'OPTIONS' },
  { 'x-forwarded-method': 'OPTIONS' },
  { 'x-http-method-override': 'OPTIONS' },
  { 'x-forwarded-host': 'elsewhere.test' },
  { 'x-original-host': 'elsewhere.test' },
  { forwarded: 'for=192.0.2.1;host=elsewhere.test;proto=https' },
  { 'x-forwarded-for': '192.0.2.1' },
  { 'x-forwarded-for': '127.0.0.1, 127.0.0.1' },
  { 'x-forwarded-proto': 'gopher' },
  { 'x-real-ip': '192.0.2.1' },
  { 'cf-connecting-ip': '192.0.2.1' },
  { 'true-client-ip': '192.0.2.1' },
  { 'x-acap-answer': '1' },
  { 'acap-verdict': 'permit' },
  { 'x-envoy-original-path': '/open' },
  { 'x-forwarded-prefix': '/open' },
]

/** Behind `#`, a server may read on where the runtime of the Worker does not. */
export const BEHIND_FRAGMENT = '/open#/../closed/a'

const ROBOTS = '/robots.txt'
const PERMISSIONS = '/permissions/partners.txt'

/** The table. */
export const TABLE: readonly Row[] = [
  ...CRAWLERS.map((who) => row('a crawler', '/closed/a', who, 'refused')),
  ...CRAWLERS.map((who) => row('a crawler', '/open', who, 'page')),
  ...READERS.flatMap((who) =>
    ['/closed/a', '/paid/a', '/acap/a', '/open'].map((path) => row('a reader', path, who, 'page')),
  ),
  ...SPELLINGS.map((path) => row('a spelling', path, CRAWLER, 'refused')),
  ...SPELLINGS.map((path) => row('a spelling', path, BROWSER, 'page')),
  ...OPEN.map((path) => row('an open path', path, CRAWLER, 'page')),
  row('a whole path', '/exact', CRAWLER, 'refused'),
  row('ACAP', '/acap/a', 'PlainClient/1', 'page'),
  row('ACAP', '/acap/a', CRAWLER, 'refused'),
  row('ACAP', '/acap/yours/a', CRAWLER, 'page'),
  row('a refusal of its own', '/paid/a', CRAWLER, 'paid'),
  row('a refusal of its own', '/paid/a', CRAWLER, 'paid', { method: 'HEAD' }),
  row('a refusal as JSON', '/closed/a', CRAWLER, 'refused', {
    headers: { accept: 'application/json' },
  }),
  row('an exempt path', '/health/live', CRAWLER, 'page'),
  row('an exempt path', '/.well-known/security.txt', CRAWLER, 'page'),
  row('an exempt path left', '/health/../closed/a', CRAWLER, 'refused'),
  row('an exempt path left', '/.well-known/..%2fclosed/a', CRAWLER, 'refused'),
  ...[CRAWLER, BROWSER, '', 'OtherBot/1'].flatMap((who) => [
    row('robots.txt', ROBOTS, who, 'file'),
    row('a permission file', PERMISSIONS, who, 'file'),
  ]),
  row('robots.txt', ROBOTS, CRAWLER, 'file', { method: 'HEAD' }),
  row('robots.txt', ROBOTS, CRAWLER, 'not-modified', { headers: { 'if-none-match': '*' } }),
  row('robots.txt', ROBOTS, CRAWLER, 'not-allowed', { method: 'POST' }),
  row('robots.txt', `${ROBOTS}?a=b`, CRAWLER, 'file'),
  row('no robots.txt', '/robots.txt/closed', CRAWLER, 'page'),
  ...['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].flatMap((method) => [
    row('a method', '/closed/a', CRAWLER, 'refused', { method }),
    row('a method', '/closed/a', BROWSER, 'page', { method }),
  ]),
  row('a preflight', '/closed/a', BROWSER, 'page', {
    method: 'OPTIONS',
    headers: { origin: 'https://a.test', 'access-control-request-method': 'GET' },
  }),
  row('a word on the page', '/told/a', BROWSER, 'page'),
  row('a word on the page', '/told/a', CRAWLER, 'page'),
  row('what the origin lacks', '/missing', BROWSER, 'unknown-page'),
  row('what the origin lacks', '/missing', CRAWLER, 'unknown-page'),
  row('a rate', '/open', 'SlowBot/1', 'page'),
  row('a rate', '/open', 'SlowBot/1', 'late'),
  row('a rate', '/open', 'SlowBot/1', 'late', { method: 'HEAD' }),
  row('a rate', '/closed/a', 'SlowBot/1', 'refused'),
  row('a rate', '/open', 'LateBot/1', 'page'),
  row('a rate', '/open', 'LateBot/1', 'late'),
  row('a rate', ROBOTS, 'LateBot/1', 'file'),
  row('a rate', '/open', BROWSER, 'page'),
  ...FORGED.map((headers) => row('a forged header', '/closed/a', CRAWLER, 'refused', { headers })),
  ...FORGED.map((headers) => row('a forged header', '/closed/a', BROWSER, 'page', { headers })),
  row('a forged address', '/open', 'SlowBot/1', 'late', {
    headers: { 'x-forwarded-for': '192.0.2.77' },
  }),
]

/** What is asked while nobody answers for the gate. */
export const WITHOUT_GATE: readonly (readonly [
  path: string,
  userAgent: string,
  status: 200 | 503,
])[] = [
  ['/closed/a', BROWSER, 200],
  ['/open?a=b', BROWSER, 200],
  ['/told/a', READERS[1]!, 200],
  ['/closed/a', CRAWLER, 503],
  ['/open', CRAWLER, 503],
  ['/open', 'Some-Crawler', 503],
  ['/open', 'a spider', 503],
  ['/open', '', 503],
  ['/robots.txt', CRAWLER, 503],
  ['/robots.txt', BROWSER, 503],
]
