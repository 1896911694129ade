/**
 * Writes a report into one HTML file, with the page's own style and script. The file loads nothing
 * from elsewhere.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../../base/faults.ts'
import { PACKAGE_ROOT } from '../../base/files/package-root.ts'
import { escapeMarkup } from '../../base/printable.ts'
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import type { Registry } from '../../program/program.ts'
import { Desk } from '../desk.ts'
import { type FrozenDesk, outlookOf } from '../policy-picture.ts'
import { draftOf, type SentSite } from '../site-files.ts'

/** Sites whose policy is drawn; the report counts all. */
const MOST_SITES = 20

/** What the policies of these sites say to the crawlers of a report. */
export function frozenSites(
  sites: readonly SentSite[],
  registry: Registry,
  { crawlers }: CrawlReport,
): FrozenDesk['sites'] {
  const desk = new Desk(registry)
  const names = crawlers.map(({ name }) => name)
  return sites.slice(0, MOST_SITES).map((sent) => {
    const draft = draftOf(sent)
    const { report } = desk.summary({ was: null, now: draft })
    const picture = desk.picture({ draft, names })
    return { site: sent.site, picture, outlook: report && outlookOf(report) }
  })
}

/** `remark`: what a reader has to know of the log first. */
export function frozenPage(
  report: CrawlReport,
  { sites, labels, remark }: Pick<FrozenDesk, 'sites' | 'labels' | 'remark'>,
): string {
  const names = report.trust.texts.map(({ site }) => site)
  const title = `What crawlers did${names.length === 1 && names[0] !== '' ? ` at ${names[0]}` : ''}`
  const data: FrozenDesk = { report, sites, labels, remark }
  const [style, script, start] = ['explorer.css', 'frozen.js', 'index.html'].map(builtFile)
  const [drawings] = /<svg hidden>.*?<\/svg>/s.exec(start!)!
  const policy = `default-src 'none'; style-src ${sourceOf(style!)}; script-src ${sourceOf(script!)}; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body>
${drawings}
<div id="desk"></div>
<noscript>This report is drawn by a script, which this browser does not run. <code>acap report</code> prints the same numbers.</noscript>
<script type="application/json" id="report">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script type="module">${script}</script>
</body>
</html>
`
}

function builtFile(name: string): string {
  const path = join(PACKAGE_ROOT, 'dist', 'explorer', name)
  if (!existsSync(path)) throw new UsageError('the explorer is not built', 'npm run build')
  return readFileSync(path, 'utf8').trim()
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
