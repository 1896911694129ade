/**
 * Finds the shortest path for each set of patterns that two sites match for a crawler, or a sample.
 */

import { matchingForm } from '../../../program/compile/trie-builder.ts'
import type { SiteProgram } from '../../../program/program.ts'
import { plainestPath } from '../../../words/glob.ts'
import { targetForm, writtenTarget } from '../../../words/path-form.ts'
import type { Side } from '../compared-crawlers.ts'
import type { PatternAutomaton, State } from './pattern-automaton.ts'
import { type About, SidePatterns } from './side-patterns.ts'

export interface Reach {
  readonly states: number
  /**
   * The most work for the walk: characters read, times the automaton's active nodes. Default: no
   * limit.
   */
  readonly steps?: number
}

interface PathSearch extends Reach {
  readonly about: About
  /** Patterns to distinguish as well, by their letter case too. Default: none. */
  readonly exact?: readonly string[]
  /** Whether the answer names the rules. Then two equal rules make a difference. Default: no. */
  readonly namesRules?: boolean
  /** The sides can differ only where one of these patterns matches; null: anywhere. */
  readonly only: ReadonlySet<string> | null
}

/** Paths, and at the end whether they are all there are. */
type Paths = Generator<string, boolean>

export function* crawlerPaths(
  sides: readonly Side[],
  { about, exact = [], namesRules = false, only, ...most }: PathSearch,
): Paths {
  if (only?.size === 0) return true
  const collected = new SidePatterns(only, namesRules)
  // C1: this path has a rule of its own.
  for (const pattern of ['/robots.txt$', '/robots.txt?', ...exact.map(matchingForm)])
    collected.pin(pattern, false)
  for (const [i, side] of sides.entries()) {
    collected.add(side, String(i), about)
    for (const path of locations(side.site)) collected.pin(`${path}$`, false)
  }
  if (yield* reachPaths(collected.automaton, most)) return true
  const { patterns, globs } = collected
  yield* new Set([...samplePaths(only ?? patterns), ...[...globs].map(plainestPath).filter(isPath)])
  return false
}

export function bindsLocations(site: SiteProgram): boolean {
  return (
    site.config.routes.some(({ location }) => location !== false) || locationFields(site).length > 0
  )
}

/** The paths of URIs that a route binds a page to: each is a page of its own. */
function locations(site: SiteProgram): readonly string[] {
  const written = site.config.routes
    .map(({ location }) => location)
    .filter((location) => typeof location === 'string')
  return [...written, ...locationFields(site)]
    .filter((uri) => URL.canParse(uri))
    .map((uri) => {
      const { pathname, search } = new URL(uri)
      return targetForm(pathname + search)
    })
}

function locationFields(site: SiteProgram): readonly string[] {
  const qualifiers = site.routes.flatMap(({ fields }) =>
    fields.flatMap((field) => field.qualifiers),
  )
  return qualifiers.flatMap((qualifier) => (qualifier.type === 'location' ? [qualifier.uri] : []))
}

/** A few paths for each wanted pattern, where there are too many patterns to try all together. */
export function samplePaths(wanted: Iterable<string>): readonly string[] {
  return [...wanted].flatMap((pattern) => {
    const filled = ['', 'x', '/x/'].map((filler) =>
      pattern.replace(/\$$/, '').replaceAll('*', filler),
    )
    return [...filled, `${filled[0]}x`].filter(isPath)
  })
}

function isPath(path: string): boolean {
  return path.startsWith('/') && targetForm(path) === path
}

/** Characters that may stand in a path for any that no pattern mentions; the plainest first. */
const PLAIN = "xyz0123456789abcdefghijklmnopqrstuvw-_.~!'(),:@&+=;/?[]"
/** What a target cannot hold in the form of P2: wildcards stand encoded, a fragment is dropped. */
const NEVER_IN_TARGET = new Set(['*', '$', '#'])
/** Characters that the form of P2 has as they are, so that a path in this form stays in it. */
const ORDINARY: ReadonlySet<string> = new Set(`${PLAIN}ABCDEFGHIJKLMNOPQRSTUVWXYZ`)
/** Completes an unfinished percent triple, by its beginning. */
const TRIPLE: Readonly<Record<string, string>> = { '%': '2', '%2': '5' }
const STEPS_TO_ARRIVE = 50

interface Step {
  readonly state: State
  readonly path: string
  /** Whether the path has a `%` that begins no triple, or cannot be a request's target as it is. */
  readonly odd: boolean
  /** The unfinished percent triple at the end of the path. */
  readonly open: string
}

/** Walks the automaton breadth first, up to the limits; odd paths come last. */
export function* reachPaths(
  automaton: PatternAutomaton,
  { states, steps: most = Infinity }: Reach,
): Paths {
  let steps = 0
  const seen = new Set<string>()
  const shown = new Set<string>()
  const queues: readonly [plain: Step[], stray: Step[]] = [[], []]
  const start: Step = {
    state: automaton.read(automaton.start(), '/'),
    path: '/',
    odd: false,
    open: '',
  }
  const pending = [start]
  for (const queue of queues) {
    for (let at = 0; at < queue.length || pending.length > 0; at++) {
      for (const step of pending.splice(0)) {
        if (!isNew(step, automaton, seen)) continue
        const isPlain = !step.odd && step.open === ''
        if (!step.odd) queues[0].push(step)
        if (!isPlain) queues[1].push(step)
        if (isPlain && shows(step, automaton, shown)) yield step.path
      }
      const next = queue[at]
      if (next === undefined) break
      if (seen.size > states || steps > most) return false
      // The second queue has the odd paths, such as those with a stray `%`. They are no URIs, so a
      // field with a location never applies to them. One is yielded only if no plain path matches
      // the same patterns.
      if (queue === queues[1] && shows(next, automaton, shown)) yield writtenTarget(next.path)
      for (const character of [
        ...nextCharacters(automaton, next.state),
        ...(TRIPLE[next.open] ?? ''),
      ]) {
        steps += next.state.place.nodes.length + STEPS_TO_ARRIVE
        pending.push(longer(automaton, next, character))
      }
    }
  }
  return true
}

function longer(
  automaton: PatternAutomaton,
  { state, path, odd, open }: Step,
  character: string,
): Step {
  const longer = path + character
  const next = { state: automaton.read(state, character), path: longer, open: openEnd(longer) }
  const isOrdinary = open === '' && ORDINARY.has(character)
  return { ...next, odd: odd || !(isOrdinary || isTarget(next)) }
}

function openEnd(path: string): string {
  const percent = path.lastIndexOf('%')
  return percent < 0 || percent < path.length - 2 ? '' : (/%[0-9A-Fa-f]?$/.exec(path)?.[0] ?? '')
}

function isTarget({ path, open }: Pick<Step, 'path' | 'open'>): boolean {
  const closed = path.slice(0, path.length - open.length)
  return targetForm(closed) === closed && !/%(?![\dA-Fa-f]{2})/.test(closed)
}

/** Whether a step reaches a new state from which a wanted path can still be found. */
function isNew(
  { state, odd, open }: Step,
  automaton: PatternAutomaton,
  seen: Set<string>,
): boolean {
  if (!automaton.isOpen(state)) return false
  const key = `${state.place.number} ${state.lasting.number}`
  // A path that ends within a percent triple (`%` or `%2`) takes another form (P2) by what follows,
  // so the state is new for each such end. An odd path adds nothing where a plain one has been.
  const whole = odd ? key : `${key}|${open}`
  if (seen.has(whole) || (odd && seen.has(`${key}|`))) return false
  seen.add(whole)
  return true
}

function shows(
  { state, path, odd }: Step,
  automaton: PatternAutomaton,
  shown: Set<string>,
): boolean {
  const numbers = automaton.matches(state)
  const matches = numbers.join()
  if (shown.has(matches) || !automaton.isWanted(numbers)) return false
  if (!odd && targetForm(path) !== path) return false
  shown.add(matches)
  return true
}

/**
 * One character that no pattern distinguishes here, and every one that some does: lower case first,
 * as paths mostly are.
 */
function nextCharacters(automaton: PatternAutomaton, state: State): readonly string[] {
  const distinguished = automaton.characters(state)
  const plain: string[] = []
  const upper: string[] = []
  for (const character of distinguished) {
    if (!NEVER_IN_TARGET.has(character))
      (character >= 'A' && character <= 'Z' ? upper : plain).push(character)
  }
  const other = [...PLAIN].find((character) => !distinguished.has(character)) ?? []
  return [other, plain.sort(), upper.sort()].flat()
}
