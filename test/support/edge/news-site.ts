/** A site with closed pages, whose policies most tests of refusals have. */
export const ROBOTS = `User-agent: *
Disallow: /search
Comment: Write to us before you crawl the search.

ACAP-crawler: *
ACAP-disallow-crawl: /private/
ACAP-disallow-preserve: /archive/
ACAP-request-take-down: /news/2026/election-count.html

ACAP-crawler: NightBot
ACAP-allow-crawl: /private/
`

export const TOML = `hosts = ["news.test", "127.0.0.1"]
canonical = "https://news.test"
exempt = ["/health", "/open/*"]
[refuse]
contact = "licensing@news.test"
terms = "https://news.test/terms"
[[route]]
match = "/premium/"
fields = ["disallow-crawl"]
refuse = { status = 402, headers = { crawler-price = "USD 0.01" } }
[[route]]
match = "/news/"
location = true
[[route]]
match = "/comments/"
fields = ["disallow-crawl"]
mode = "observe"
`

export const FILES = { 'robots.txt': ROBOTS, 'site.toml': TOML }
