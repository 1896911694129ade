/**
 * Two sites and a crawler → the paths that stand for all paths it could ask either for: one for every set of patterns,
 * of both policies together, that can match at once. Where there are too many sets it samples, and says so.
 */
import { type GroupProgram, type SiteProgram, SLOTS, TAKE_DOWN_SLOT } from '../bundle/program.ts'
import { membersIn } from '../bundle/settings.ts'
import { matchingForm } from '../compile/trie-builder.ts'
import { type GlobToken, readGlob } from '../grammar/glob.ts'
import { targetForm } from '../grammar/path-form.ts'
import { commonPath } from './common-patterns.ts'
import { PatternAutomaton } from './pattern-automaton.ts'
import { type Reach, type Reached, reachPaths } from './reach-paths.ts'
import { patternsOf } from './trie-patterns.ts'

/** How much is tried for one crawler. */
export interface Bounds extends Reach {
  /** Where that is too little: pairs of patterns for which a path is sampled. */
  readonly pairs: number
}

/** A chain of a crawler's names (I2), as far as it says which patterns concern the crawler. */
export interface Concern {
  readonly levels: readonly { readonly classes: readonly number[] }[]
  readonly groups: readonly GroupProgram[]
}

/** A site and what of it concerns the crawler. */
export interface Side {
  readonly site: SiteProgram
  readonly leads: readonly Concern[]
}

/**
 * The paths on which the two sides can differ; `others` are patterns to distinguish as well, by their letter case too.
 * `only`: the sides can differ only where one of these patterns matches; null: anywhere.
 */
export function crawlerPaths(
  sides: readonly Side[],
  most: Bounds,
  others: readonly string[] = [],
  only: ReadonlySet<string> | null = null,
): Reached {
  const automaton = new PatternAutomaton(only)
  const patterns = new Set<string>()
  const add = (pattern: string, folds: boolean) => {
    patterns.add(pattern)
    automaton.addPattern(pattern, folds)
  }
  // C1: this path has a rule of its own.
  for (const pattern of ['/robots.txt$', '/robots.txt?', ...others.map(matchingForm)]) add(pattern, false)
  const globs = new Set<string>()
  const addGlob = (glob: string) => {
    globs.add(glob)
    automaton.addGlob(glob, readGlob(glob))
  }
  for (const side of sides) addSide(side, add, addGlob)
  const reached = reachPaths(automaton, most)
  if (reached.complete) return reached
  const sampled = [...samples(patterns, most.pairs, only ?? patterns), ...[...globs].map(globPath).filter(isPath)]
  return { paths: [...new Set([...reached.paths, ...sampled])], complete: false }
}

type Add = (pattern: string, folds: boolean) => void

function addSide({ site, leads }: Side, add: Add, addGlob: (name: string) => void): void {
  const addTrie = (root: number, folds: boolean) => {
    for (const { pattern } of patternsOf(site.trie, root)) add(pattern, folds)
  }
  for (const { levels, groups } of leads) {
    for (const id of levels.flatMap(({ classes }) => classes)) {
      for (let slot = 0; slot <= TAKE_DOWN_SLOT; slot++) addTrie(site.roots[id * SLOTS + slot]!, true)
      for (const { roots } of site.bound[id]!) for (const root of roots) addTrie(root, true)
    }
    for (const { root, globs, settings } of groups) {
      addTrie(root, site.config.folds.includes('case'))
      for (const { pattern } of membersIn(site.settings.directives, settings.directives))
        add(matchingForm(pattern), false)
      for (const { glob } of globs) addGlob(glob)
    }
  }
  addTrie(site.routeRoot, true)
  for (const path of locations(site)) add(`${path}$`, false)
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

/**
 * A few paths for each wanted pattern, and one for pairs with it; only for policies with too many patterns to try all
 * together.
 */
function samples(patterns: ReadonlySet<string>, pairs: number, wanted: ReadonlySet<string>): readonly string[] {
  const single = [...wanted].flatMap((pattern) => {
    const text = pattern.replace(/\$$/, '')
    const filled = ['', 'x', '/x/'].map((filler) => text.replaceAll('*', filler))
    return [...filled, `${filled[0]}x`].filter(isPath)
  })
  return [...single, ...common([...patterns], pairs, wanted)]
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

/** Of two plain patterns the longer one's own path is the common one. */
function* common(patterns: readonly string[], pairs: number, wanted: ReadonlySet<string>): Iterable<string> {
  const odd = patterns.filter(isOdd)
  let left = pairs
  for (const a of wanted) {
    for (const b of isOdd(a) ? patterns : odd) {
      if (a === b || (wanted.has(b) && b < a)) continue
      if (left-- === 0) return
      const path = commonPath(a, b)
      if (path !== null) yield path
    }
  }
}

function isOdd(pattern: string): boolean {
  return /[*$]/.test(pattern)
}
