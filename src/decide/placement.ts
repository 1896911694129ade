/**
 * Sorts a request by method and target before any rule applies (P6, P7, P8): a served file, an
 * exempt path, a disabled policy, or the mode and spellings to decide on.
 */
import type { ServedFile, SiteProgram } from '../program/program.ts'
import { LONGEST_TARGET, targetForm } from '../words/path-form.ts'
import type { Mode, RouteConfig, SiteConfig } from '../words/site-config.ts'
import type { Engine } from './engine.ts'
import { pathOf, spellings, withShorter } from './spellings.ts'

export interface Placement {
  /**
   * `too-long`: too long to decide on (P8). Refused to crawlers if any part of the site enforces.
   */
  readonly kind: 'file' | 'exempt' | 'off' | 'too-long' | 'rules'
  readonly mode: Mode
  /** The targets to decide on; the original comes first. */
  readonly spellings: readonly string[]
  /** The route of the first target; null for none. */
  readonly route: RouteConfig | null
  /** The file that is served to everyone; null if there is none at the target. */
  readonly file: ServedFile | null
}

/**
 * Places a request. `routedAs`: the target by which an app routes, if it is not that of the
 * resolved URL.
 */
export function placementOf(
  engine: Engine,
  { method, target, routedAs = null }: { method: string; target: string; routedAs?: string | null },
): Placement {
  const { site } = engine
  const { config } = site
  const own = { mode: config.mode, spellings: [target], route: null, file: null }
  const file = config.mode === 'off' ? undefined : servedFileAt(site, target)
  if (file !== undefined)
    return method === 'OPTIONS' ? { kind: 'exempt', ...own } : { ...own, kind: 'file', file }
  const spellings = spellingsOf(
    engine,
    routedAs === null || routedAs === target ? [target] : [target, routedAs],
  )
  if (spellings === null)
    return { ...own, kind: 'too-long', mode: mayEnforce(config) ? 'enforce' : 'observe' }
  if (isExempt(site, spellings)) return { kind: 'exempt', ...own }
  const route = site.routeRoot === 0 ? null : engine.routes.find(spellings[0]!)
  const first = route?.mode ?? config.mode
  const mode = first === 'enforce' ? first : strictestMode(engine, spellings, first)
  return { kind: mode === 'off' ? 'off' : 'rules', mode, spellings, route, file: null }
}

function servedFileAt({ files }: SiteProgram, target: string): ServedFile | undefined {
  const path = pathOf(target)
  for (const file of files)
    if (path.length === file.path.length + 1 && path.endsWith(file.path)) return file
  return undefined
}

/**
 * Whether all spellings of a path are exempt (P6). `/.well-known/..%2Fprivate` has one that is not.
 */
function isExempt({ config }: SiteProgram, spellings: readonly string[]): boolean {
  for (const spelling of spellings) {
    const path = pathOf(spelling)
    let isOpen = path.startsWith('/.well-known/')
    for (const each of config.exempt)
      isOpen ||= each.endsWith('*') ? path.startsWith(each.slice(0, -1)) : path === each
    if (!isOpen) return false
  }
  return true
}

/** The limit for all spellings of a target together, in bytes (P8). */
const MOST_SPELLED = 4 * LONGEST_TARGET
/** A character grows to nine bytes at most: three octets, each a percent triple. */
const SURELY_SHORT = Math.floor(LONGEST_TARGET / 9)
/** Three characters are at least one byte. */
const SURELY_LONG = 3 * LONGEST_TARGET

/** The spellings of a request's targets; null if they are too long. */
function spellingsOf(
  { site, patternsEncode }: Engine,
  targets: readonly string[],
): readonly string[] | null {
  const { distinct, folds } = site.config
  const reading = { distinct, folds, patternsEncode }
  const found: string[] = []
  for (const each of targets) {
    if (each.length > SURELY_SHORT && isTooLong(each)) return null
    found.push(...spellings(each, reading))
  }
  if (found.length === 1) return found
  const all = targets.length === 1 ? found : [...new Set(found)]
  return all.reduce((sum, { length }) => sum + length, 0) > MOST_SPELLED ? null : all
}

function isTooLong(target: string): boolean {
  return target.length > SURELY_LONG || targetForm(target).length > LONGEST_TARGET
}

function mayEnforce({ mode, routes }: SiteConfig): boolean {
  return mode === 'enforce' || routes.some((route) => route.mode === 'enforce')
}

const STRICTNESS: Readonly<Record<Mode, number>> = { off: 0, observe: 1, enforce: 2 }

/** The strictest mode of the spellings' routes; the site's own for a spelling without a route. */
function strictestMode({ site, routes }: Engine, spellings: readonly string[], first: Mode): Mode {
  const own = site.config.mode
  let strictest = first
  if (site.routeRoot === 0) return first
  for (const { target, joined } of spellings.flatMap(withShorter).slice(1)) {
    const mode = routes.find(target, joined)?.mode ?? own
    if (STRICTNESS[mode] > STRICTNESS[strictest]) strictest = mode
  }
  return strictest
}
