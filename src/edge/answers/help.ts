/** What operators of crawlers read about a refusal, where the project has no page for it: a robots.txt → the same below it. */

import { encoder } from '../../base/octets.ts'
import { PROJECT } from '../../words/project.ts'
import { joinedBytes } from '../html/byte-source.ts'

/** The query of robots.txt that asks for it. */
const QUERY = '?help'

/** Where the page for operators is; `home` is where the site's public URLs begin. */
export function helpPage(home: string): string {
  return PROJECT.crawlersPage ?? `${home}/robots.txt${QUERY}`
}

/** A robots.txt below the help of its bundle, where the target asks for that; else null. Older bundles have no help. */
export function withHelp(target: string, text: Uint8Array, help = ''): Uint8Array | null {
  return target.endsWith(`robots.txt${QUERY}`) ? joinedBytes(encoder.encode(help), text) : null
}
