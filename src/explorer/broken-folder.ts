/** Finds the part of a site that a crawler and the policy are most at odds about. */
import type { CrawlReport } from '../logs/report/crawl-report.ts'
import { foldCase } from '../words/path-form.ts'

/**
 * The folder of the line that the crawler broke most; else the section where it was refused most
 * although robots.txt permits it; else the whole site.
 */
export function brokenFolder(report: CrawlReport | null, name: string): string {
  const conduct = report?.crawlers.find((each) => each.name === foldCase(name))
  const broken = (conduct?.rules ?? []).toSorted((a, b) => b.requests - a.requests)
  const folders = broken.map(({ text }) => folderIn(text)).filter((folder) => folder !== '/')
  return folders[0] ?? conduct?.refusedSections[0]?.path ?? '/'
}

/** The path of a line as far as it has no pattern. */
function folderIn(line: string): string {
  return /:\s*(\/[^*$\s]*)/.exec(line)?.[1] ?? '/'
}
