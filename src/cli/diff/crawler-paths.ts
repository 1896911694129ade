/**
 * Two sites and a crawler → the paths that stand for all paths it could ask either for: one for every set of patterns,
 * of both policies together, that can match at once. Where there are too many sets it samples, and says so.
 */
import { type SiteProgram, SLOTS, TAKE_DOWN_SLOT } from '../../bundle/program.ts'
import type { Agent } from '../../engine/agents.ts'
import { readGlob } from '../../grammar/glob.ts'
import { targetForm } from '../../grammar/path-form.ts'
import type { Dialect } from '../../vocabulary/decision-words.ts'
import { PatternAutomaton } from './pattern-automaton.ts'
import { type Reached, reachPaths } from './reach-paths.ts'
import { patternsOf } from './trie-patterns.ts'

/** States of the product that are walked for one crawler before it is sampled instead. */
export const MOST_STATES = 50_000

/** A site and who the crawler is to it. */
export interface Side {
  readonly site: SiteProgram
  readonly agent: Agent
  readonly dialect: Dialect
}

/** The paths on which the two sides can differ. */
export function crawlerPaths(sides: readonly Side[], mostStates: number): Reached {
  const automaton = new PatternAutomaton()
  const patterns = new Set<string>()
  const add = (pattern: string, folds: boolean) => {
    patterns.add(pattern)
    automaton.addPattern(pattern, folds)
  }
  // C1: this path has a rule of its own.
  for (const pattern of ['/robots.txt$', '/robots.txt?']) add(pattern, false)
  for (const side of sides) addSide(side, add, (name) => automaton.addGlob(name, readGlob(name)))
  const reached = reachPaths(automaton, mostStates)
  return reached.complete ? reached : { paths: [...new Set([...reached.paths, ...samples(patterns)])], complete: false }
}

type Add = (pattern: string, folds: boolean) => void

function addSide({ site, agent, dialect }: Side, add: Add, addGlob: (name: string) => void): void {
  const addTrie = (root: number, folds: boolean) => {
    for (const { pattern } of patternsOf(site.trie, root)) add(pattern, folds)
  }
  for (const { levels, groups } of agent.leads[dialect]) {
    for (const id of levels.flatMap(({ classes }) => classes)) {
      for (let slot = 0; slot <= TAKE_DOWN_SLOT; slot++) addTrie(site.roots[id * SLOTS + slot]!, true)
      for (const { roots } of site.bound[id]!) for (const root of roots) addTrie(root, true)
    }
    for (const { root, globs } of groups) {
      addTrie(root, false)
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

/** A few paths for each pattern alone; only for policies with too many patterns to try together. */
function samples(patterns: ReadonlySet<string>): readonly string[] {
  return [...patterns].flatMap((pattern) => {
    const text = pattern.replace(/\$$/, '')
    const filled = ['', 'x', '/x/'].map((filler) => text.replaceAll('*', filler))
    return [...filled, `${filled[0]}x`].filter((path) => path.startsWith('/') && targetForm(path) === path)
  })
}
