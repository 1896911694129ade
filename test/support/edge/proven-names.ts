/** A site whose names are bound to proofs. */
export const ROBOTS = `ACAP-crawler: *
ACAP-disallow-crawl: /private/
ACAP-crawler: SearchBot1
ACAP-allow-crawl: /private/
`
export const TOML = `hosts = ["news.test"]
[crawlers.SearchBot1]
networks = ["searchbot"]
signature-agents = ["https://bot.test"]
`
export const FILES = { 'robots.txt': ROBOTS, 'site.toml': TOML }
export const PAGE = '/private/newsroom.html'

/** 192.0.2.0/24 and 2001:db8::/32. */
export const network = (fresh: boolean) => ({
  name: 'searchbot',
  fresh,
  v4: Uint32Array.of(0xc0000200, 0xc00002ff),
  v6: Uint32Array.of(0x20010db8, 0, 0, 0, 0x20010db8, 0xffffffff, 0xffffffff, 0xffffffff),
})
