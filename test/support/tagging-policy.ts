/**
 * A policy that tells something of every page, and prohibits some, for hosts of tests.
 */
import type { SiteFiles } from './bundle.ts'

export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const CRAWLER = 'TestBot/1.0'

/** The tags that each page gets. */
export const TAGS = '<META name="robots" content="ACAP disallow-preserve">'

export const POLICY: SiteFiles = {
  'robots.txt': `User-agent: *
Disallow: /conventional/

ACAP-crawler: *
ACAP-disallow-preserve: /
ACAP-disallow-crawl: /private/
ACAP-disallow-crawl: /reports/draft.html
ACAP-crawler: TestBot
ACAP-allow-crawl: /allowed/
`,
  'site.toml': 'hosts = ["127.0.0.1", "localhost"]\n',
}
