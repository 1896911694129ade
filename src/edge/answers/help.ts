/**
 * Explains refusals to operators of crawlers, for sites without a page about them:
 * `robots.txt?help` is the robots.txt with the explanation above it.
 */

import { encoder } from '../../base/octets.ts'
import { PROJECT } from '../../words/project.ts'
import { joinedBytes } from '../html/byte-source.ts'

/** The query that requests the help. */
const QUERY = '?help'

/** The URL of the help; `home` is scheme and host of the site. */
export function helpPage(home: string): string {
  return PROJECT.crawlersPage ?? `${home}/robots.txt${QUERY}`
}

/**
 * A robots.txt with the help above it, if the target requests it; else null. Bundles of older
 * versions have no help.
 */
export function withHelp(target: string, text: Uint8Array, help = ''): Uint8Array | null {
  return target.endsWith(`robots.txt${QUERY}`) ? joinedBytes(encoder.encode(help), text) : null
}
