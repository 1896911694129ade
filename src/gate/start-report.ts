/**
 * The sites of a gate → what its operator should know at start: the hosts that are served, and the sites that refuse no
 * crawler.
 */
import { logWarning } from '../edge/log.ts'
import type { LogSink } from '../edge/platform.ts'
import type { ListedSite } from '../edge/site-list.ts'

/** How many names a line lists. */
const MOST_LISTED = 20

/** What the line `listening` says of the sites. */
export function reportOf(sites: readonly ListedSite[]) {
  const hosts = sites.flatMap((site) => site.hosts)
  const lenient = sites.filter(({ mode }) => mode !== 'enforce').map(modeOf)
  return {
    hosts: hosts.slice(0, MOST_LISTED),
    hostCount: hosts.length,
    modes: lenient.length === 0 ? undefined : listed(lenient),
    unknownBots: unknownBots(sites),
  }
}

/**
 * Reports the sites whose pages no origin has: some are a warning.
 * @throws TypeError where all are: no reader would get a page.
 */
export function checkOrigins(sites: readonly ListedSite[], log: LogSink): void {
  const names = sites.filter(({ origin }) => origin === null).map(({ name }) => name)
  if (names.length === 0) return
  const missing = `no origin for ${listed(names).join(', ')}`
  const cure = 'add --origin URL, or the key `origin` to site.toml'
  if (names.length === sites.length) throw new TypeError(`${missing}: ${cure}`)
  logWarning(log, 'origin', { state: `${missing}: their requests get 502`, help: cure })
}

/** What unknown clients are that declare themselves bots (I3). */
function unknownBots(sites: readonly ListedSite[]): string | undefined {
  const readers = sites.filter(({ selfDeclared }) => selfDeclared !== 'crawler').map(({ name }) => name)
  if (sites.length === 0) return undefined
  return readers.length === 0 ? 'crawlers' : `crawlers, but readers of ${listed(readers).join(', ')}`
}

function modeOf({ name, mode, refuses }: ListedSite): string {
  const what = mode === 'observe' ? 'only observes' : 'is off'
  return `${name} ${what}: ${refuses ? 'only routes that enforce refuse' : 'nothing is refused'}`
}

/** The first of many texts, and how many more there are. */
function listed(texts: readonly string[]): readonly string[] {
  if (texts.length <= MOST_LISTED) return texts
  return [...texts.slice(0, MOST_LISTED), `and ${texts.length - MOST_LISTED} more`]
}
