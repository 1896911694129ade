/** Files and sites of our own, for sentences that the files of others hardly have: terms, hours, silence, tables, routes. */
import { SITE_TOML } from './read-file.ts'

export const TERMS = `##ACAP version=1.1
ACAP-version: 1.1
User-agent: *
Disallow: /private/
Visit-time: 0200-0500
Visit-time: 2200-0030
Crawl-delay: 20
Request-rate: 1/60 0200-0300

User-agent: GPTBot
User-agent: CCBot
Disallow: /gpt/
Request-rate: 1/5m

ACAP-crawler: *
ACAP-allow-index: /
ACAP-allow-present-snippet: / max-length=50-words
ACAP-allow-present-snippet: /news/ max-length=200-chars time-limit=7-days
ACAP-allow-preserve: /archive/ time-limit=until-recrawl
ACAP-disallow-preserve: /archive/old/

ACAP-crawler: Googlebot
ACAP-allow-index: / time-limit=until-2027-01-15
ACAP-allow-present-snippet: / max-length=10-words time-limit=3-days
ACAP-disallow-present-snippet: /members/
`

const HOURS = `User-agent: *
Disallow: /private/
Visit-time: 23:00-23:59

User-agent: bingbot
Visit-time: 0000-0000
Crawl-delay: 1.5

User-agent: Kangaroo Bot
Disallow: /
`

/** Texts with terms, hours, and uses of which nothing is said. */
export const OWN_TEXTS: readonly string[] = [
  TERMS,
  HOURS,
  'ACAP-crawler: *\nACAP-disallow-crawl: /x/\nACAP-allow-index: /a/\n',
  'User-agent: *\nRequest-rate: 1/1 1000-1200\nRequest-rate: 1/30\nDisallow: /x/\n',
]

const TABLES = `${SITE_TOML}[categories.training]
crawl = ["/b/"]
present-snippet = false

[categories.search]
preserve = false
`
const ROUTES = `${SITE_TOML}[categories.ai]
crawl = false

[[route]]
match = "/c/"
closed-until = "2027-01-01"

[[route]]
match = "/d/"
fields = ["disallow-index", "allow-present-snippet max-length=20-words"]
`
const CLOSED = 'User-agent: *\nDisallow: /a/\n\nUser-agent: GPTBot\nDisallow: /b/x/\n'

/** Two versions of a site, each a robots.txt and a site.toml. */
export const OWN_SITES: readonly (readonly [robots: string, toml: string])[] = [
  [CLOSED, SITE_TOML],
  [CLOSED, TABLES],
  [TERMS, SITE_TOML],
  [CLOSED, ROUTES],
  [`${CLOSED}\nUser-agent: ClaudeBot\nAllow: /\n`, ROUTES],
]
