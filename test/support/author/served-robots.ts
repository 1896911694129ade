/**
 * The files of a site as texts → the robots.txt that is served for it.
 */

import { generateRobots } from '../../../src/author/served/generate-robots.ts'
import { readSite } from '../../../src/language/site/read-site.ts'

const encoder = new TextEncoder()

/** A site's files, read. */
export function readFiles(files: Readonly<Record<string, string>>) {
  return readSite(
    'test',
    new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)])),
    {
      now: 0,
    },
  )
}

/** A site, read. */
export function readingOf(robots: string, site = '', files: Readonly<Record<string, string>> = {}) {
  return readFiles({ 'robots.txt': robots, 'site.toml': site, ...files })
}

/** Its robots.txt as it is served. */
export function served(...site: Parameters<typeof readingOf>): string {
  return generateRobots(readingOf(...site)).files[0]!.text
}

/** A text of these lines. */
export const text = (...lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
/** A route that closes the comments to every crawler. */
export const COMMENTS_ROUTE = text(
  '[[route]]',
  'match = "/comments/"',
  'fields = ["disallow-crawl"]',
)
