/**
 * What the leak tests guard: a policy with rules, routes of every mode, take-downs and locations, and the pages behind it.
 */
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SiteFiles } from '../bundle.ts'

export const SECRET = 'nobody crawls this'

const ROUTES = `
[[route]]
match = "/strict/"
mode = "enforce"

[[route]]
match = "/routed/"
fields = ["disallow-crawl", "disallow-index"]

[[route]]
match = "/here/"
location = "https://elsewhere.test/here/"

[[route]]
match = "/off/"
mode = "off"

[[route]]
match = "/watched/"
mode = "observe"
`

const ROBOTS = `User-agent: *
Disallow: /conventional/
Disallow: /strict/
Disallow: /*.pdf$
Disallow: /(a)/

ACAP-crawler: *
ACAP-disallow-crawl: /private/
ACAP-disallow-crawl: /reports/draft.html
ACAP-disallow-crawl: /shop/*/internal
ACAP-disallow-crawl: /*?*print=
ACAP-disallow-preserve: /
ACAP-request-take-down: /gone.html
`

/** The site of the host; `paths` says how its origin reads paths. */
export function guardedSite(host: string, mode: 'enforce' | 'observe', paths = ''): SiteFiles {
  const config = `hosts = ["${host}"]\nmode = "${mode}"\nexempt = ["/health", "/open/*"]\n${paths}${ROUTES}`
  return { 'robots.txt': ROBOTS, 'site.toml': config }
}

const page = (text: string) =>
  `<!doctype html><html><head><title>a</title></head><body>${text}</body></html>\n`

/** A text that no crawler may get. */
export const SUBJECTS = [
  '/private/secret.html',
  '/private/deep/er/secret.html',
  '/reports/draft.html',
  '/shop/eu/internal/prices.html',
  '/conventional/secret.html',
  '/strict/secret.html',
  '/routed/secret.html',
  '/here/secret.html',
  '/doc/report.pdf',
  '/gone.html',
  '/(a)/secret.html',
] as const

/** Where the site only observes, a route still enforces. */
export const ENFORCED_ROUTE = '/strict/secret.html'

/** Path → HTML. */
export const PAGES: ReadonlyMap<string, string> = new Map<string, string>([
  ...SUBJECTS.map((path) => [path, page(SECRET)] as const),
  ['/open/news.html', page('news')],
  ['/off/page.html', page('off')],
  ['/watched/page.html', page('watched')],
  ['/article.html', page('article')],
  ['/health', page('well')],
  ['/robots.txt', page('not this one')],
])

/** The pages as files in a new folder. */
export function writePages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'acap-pages-'))
  // Some servers give up their rights.
  chmodSync(folder, 0o755)
  for (const [path, html] of PAGES) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
    writeFileSync(file, html)
  }
  return folder
}
