/**
 * Reports to the operator when a gate starts: hosts served, and sites that refuse no crawler. Also
 * looks into the store, because readers need the origins in it.
 */
import { setTimeout } from 'node:timers/promises'
import type { Edge } from '../../edge/edge.ts'
import type { ListedSite } from '../../edge/loaded-bundle.ts'
import { logWarning } from '../../edge/log.ts'
import type { BundleStore, LogSink } from '../../edge/platform.ts'
import { ticks } from '../../edge/ticks.ts'

const MOST_LISTED = 20

/** What the line `listening` says of the sites. */
export function reportOf(sites: readonly ListedSite[]) {
  const hosts = sites.flatMap(({ config }) => config.hosts)
  const lenient = sites.filter(({ config }) => config.mode !== 'enforce').map(modeOf)
  return {
    hosts: hosts.slice(0, MOST_LISTED),
    hostCount: hosts.length,
    modes: lenient.length === 0 ? undefined : shortList(lenient),
    unknownBots: unknownBots(sites),
  }
}

/**
 * Reports the sites whose pages no origin has: some are a warning.
 * @throws TypeError where all are: no reader would get a page.
 */
export function checkOrigins(sites: readonly ListedSite[], log: LogSink): void {
  const names = sites.filter(({ config }) => config.origin === null).map(({ name }) => name)
  if (names.length === 0) return
  const missing = `no origin for ${shortList(names).join(', ')}`
  const cure = 'add --origin URL, or the key `origin` to site.toml'
  if (names.length === sites.length) throw new TypeError(`${missing}: ${cure}`)
  logWarning(log, 'origin', { state: `${missing}: their requests get 502`, help: cure })
}

/** What unknown clients are that declare themselves bots (I3). */
function unknownBots(sites: readonly ListedSite[]): string | undefined {
  const readers = sites
    .filter(({ config }) => config.identify.selfDeclared !== 'crawler')
    .map(({ name }) => name)
  if (sites.length === 0) return undefined
  return readers.length === 0
    ? 'crawlers'
    : `crawlers, but readers of ${shortList(readers).join(', ')}`
}

function modeOf({ name, config, refuses }: ListedSite): string {
  const what = config.mode === 'observe' ? 'only observes' : 'is off'
  return `${name} ${what}: ${refuses ? 'only routes that enforce refuse' : 'nothing is refused'}`
}

/** The first of many texts, for the log. */
export function shortList(texts: readonly string[]): readonly string[] {
  if (texts.length <= MOST_LISTED) return texts
  return [...texts.slice(0, MOST_LISTED), `and ${texts.length - MOST_LISTED} more`]
}

/**
 * Has the edge look into a store, for so many milliseconds at most. False where it found no version
 * there until then.
 */
export async function lookInto(store: BundleStore, edge: Edge, most: number): Promise<boolean> {
  const { policies } = edge
  const before = policies.current
  let looking: Promise<unknown> = Promise.resolve()
  const keepAlive = (work: Promise<unknown>) => {
    looking = work
  }
  policies.refresh({ exchange: { bundles: store, keepAlive }, ticks: ticks() })
  await Promise.race([looking, setTimeout(most, undefined, { ref: false })])
  return policies.current?.hash !== before?.hash
}
