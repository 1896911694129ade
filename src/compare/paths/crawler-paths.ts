/**
 * Two sites and a crawler → the paths that stand for all paths it could ask either for: one for every set of patterns,
 * of both policies together, that can match at once. Where there are too many sets it samples, and says so.
 */
import type { SiteProgram } from '../../bundle/program.ts'
import { matchingForm } from '../../compile/trie-builder.ts'
import { type GlobToken, readGlob } from '../../grammar/glob.ts'
import { targetForm } from '../../grammar/path-form.ts'
import type { Side } from '../crawlers.ts'
import { type Paths, type Reach, reachPaths } from './reach-paths.ts'
import { type About, SidePatterns } from './side-patterns.ts'

/** What the two sides are compared for. */
interface Concern extends Reach {
  readonly about: About
  /** Patterns to distinguish as well, by their letter case too. */
  readonly exact: readonly string[]
  /** Whether the rules that decide are named: then it makes a difference which of several equal ones do. */
  readonly namesRules: boolean
  /** The sides can differ only where one of these patterns matches; null: anywhere. */
  readonly only: ReadonlySet<string> | null
}

/** The paths on which the two sides can differ. */
export function* crawlerPaths(sides: readonly Side[], { about, exact, namesRules, only, ...most }: Concern): Paths {
  if (only?.size === 0) return true
  const collected = new SidePatterns(only, namesRules)
  // C1: this path has a rule of its own.
  for (const pattern of ['/robots.txt$', '/robots.txt?', ...exact.map(matchingForm)]) collected.pin(pattern, false)
  for (const [i, side] of sides.entries()) {
    collected.add(side, String(i), about)
    for (const path of locations(side.site)) collected.pin(`${path}$`, false)
  }
  if (yield* reachPaths(collected.automaton, most)) return true
  const { patterns, globs } = collected
  yield* new Set([...samplePaths(only ?? patterns), ...[...globs].map(globPath).filter(isPath)])
  return false
}

/** Whether any page of the site is bound to an address (E3). */
export function bindsLocations(site: SiteProgram): boolean {
  return site.config.routes.some(({ location }) => location !== false) || locationFields(site).length > 0
}

/** The paths of URIs that a route binds a page to: each is a page of its own. */
function locations(site: SiteProgram): readonly string[] {
  const written = site.config.routes.map(({ location }) => location).filter((location) => typeof location === 'string')
  return [...written, ...locationFields(site)]
    .filter((uri) => URL.canParse(uri))
    .map((uri) => {
      const { pathname, search } = new URL(uri)
      return targetForm(pathname + search)
    })
}

function locationFields(site: SiteProgram): readonly string[] {
  const qualifiers = site.routes.flatMap(({ fields }) => fields.flatMap((field) => field.qualifiers))
  return qualifiers.flatMap((qualifier) => (qualifier.type === 'location' ? [qualifier.uri] : []))
}

/** A few paths for each wanted pattern, where there are too many patterns to try all together. */
export function samplePaths(wanted: Iterable<string>): readonly string[] {
  return [...wanted].flatMap((pattern) => {
    const text = pattern.replace(/\$$/, '')
    const filled = ['', 'x', '/x/'].map((filler) => text.replaceAll('*', filler))
    return [...filled, `${filled[0]}x`].filter(isPath)
  })
}

/** A path that a glob matches: a character of each set, nothing for a run. */
function globPath(glob: string): string {
  const character = ({ run, negated, ranges }: GlobToken) => {
    if (run) return ''
    return negated ? 'x' : String.fromCharCode(ranges[0]?.[0] ?? 0x78)
  }
  return readGlob(glob).map(character).join('')
}

function isPath(path: string): boolean {
  return path.startsWith('/') && targetForm(path) === path
}
