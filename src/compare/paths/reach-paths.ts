/**
 * PatternAutomaton → one path for every set of patterns that some path matches, the shortest there is. Which patterns
 * match decides everything about a path, so these paths stand for all.
 */
import { targetForm, writtenTarget } from '../../grammar/path-form.ts'
import type { PatternAutomaton, State } from './pattern-automaton.ts'

/** Characters that may stand in a path for any that no pattern mentions; the plainest first. */
const PLAIN = "xyz0123456789abcdefghijklmnopqrstuvw-_.~!'(),:@&+=;/?[]"
/** What a target cannot hold in the form of P2: wildcards stand encoded, a fragment is dropped. */
const NEVER_IN_TARGET = new Set(['*', '$', '#'])

/** Characters that the form of P2 has as they are, so that a path in this form stays in it. */
const ORDINARY: ReadonlySet<string> = new Set(`${PLAIN}ABCDEFGHIJKLMNOPQRSTUVWXYZ`)

interface Step {
  readonly state: State
  /** In the form of P2. */
  readonly path: string
  /** Whether the path is not a target as it stands: a stray `%` in it would begin a triple. */
  readonly odd: boolean
  /** The end of the path that may become a percent triple. */
  readonly open: string
}

/** How far an automaton is walked. */
export interface Reach {
  /** States. */
  readonly states: number
  /** Characters read in them, times the places in patterns at which each is read: what the walk costs. */
  readonly steps: number
}

/** What it costs to know a place again, in such steps. */
const STEPS_TO_ARRIVE = 50

/** Paths, and at the end whether they are all there are. */
export type Paths = Generator<string, boolean>

/** Walks the automaton breadth first, as far as it may; odd paths come last. */
export function* reachPaths(automaton: PatternAutomaton, most: Reach): Paths {
  let steps = 0
  const places = new SeenPlaces(automaton)
  const queues: readonly [plain: Step[], odd: Step[]] = [[], []]
  const start: Step = { state: automaton.read(automaton.start(), '/'), path: '/', odd: false, open: '' }
  const pending = [start]
  for (const queue of queues) {
    for (let at = 0; at < queue.length || pending.length > 0; at++) {
      for (const step of pending.splice(0)) {
        if (!places.isNew(step)) continue
        queues[step.odd ? 1 : 0].push(step)
        if (!step.odd && places.shows(step)) yield step.path
      }
      const next = queue[at]
      if (next === undefined) break
      if (places.count > most.states || steps > most.steps) return false
      // An odd path stands for a set only where no other does: it is not a URI, so it is at no location.
      if (next.odd && places.shows(next)) yield writtenTarget(next.path)
      for (const character of nextCharacters(automaton, next.state)) {
        steps += next.state.place.nodes.length + STEPS_TO_ARRIVE
        pending.push(longer(automaton, next, character))
      }
    }
  }
  return true
}

function longer(automaton: PatternAutomaton, { state, path, odd, open }: Step, character: string): Step {
  const longer = path + character
  const isOdd = odd || (!(open === '' && ORDINARY.has(character)) && !isTarget(longer))
  return { state: automaton.read(state, character), path: longer, odd: isOdd, open: openAfter(open, character) }
}

/** What a walk has seen. */
class SeenPlaces {
  readonly #automaton: PatternAutomaton
  readonly #states = new Set<string>()
  readonly #matches = new Set<string>()

  constructor(automaton: PatternAutomaton) {
    this.#automaton = automaton
  }

  get count(): number {
    return this.#states.size
  }

  /** Whether a step leads where no step before it led, and a path of interest may begin there. */
  isNew({ state, odd, open }: Step): boolean {
    if (!this.#automaton.isOpen(state)) return false
    const key = `${state.place.number} ${state.lasting.number}`
    // A `%` is half a triple until two more characters are read: it is another place for the form of P2.
    const whole = odd ? key : `${key}|${open}`
    if (this.#states.has(whole) || (odd && this.#states.has(`${key}|`))) return false
    this.#states.add(whole)
    return true
  }

  /** Whether a step is the first that shows its set of patterns. */
  shows({ state, path, odd }: Step): boolean {
    const numbers = this.#automaton.matches(state)
    const matches = numbers.join()
    if (this.#matches.has(matches) || !this.#automaton.isWanted(numbers)) return false
    if (!odd && targetForm(path) !== path) return false
    this.#matches.add(matches)
    return true
  }
}

/** Every character that a pattern distinguishes here, and one that none does. */
function nextCharacters(automaton: PatternAutomaton, state: State): readonly string[] {
  const distinguished = [...automaton.characters(state)].filter((character) => !NEVER_IN_TARGET.has(character))
  const other = [...PLAIN].find((character) => !distinguished.includes(character))
  return other === undefined ? distinguished.sort(lowerFirst) : [other, ...distinguished.sort(lowerFirst)]
}

/** Paths are mostly written in lower case, so the first one found should be. */
function lowerFirst(a: string, b: string): number {
  return Number(isUpper(a)) - Number(isUpper(b)) || (a < b ? -1 : 1)
}

function isUpper(character: string): boolean {
  return character >= 'A' && character <= 'Z'
}

/** The same end, one character further on. */
function openAfter(open: string, character: string): string {
  if (character === '%') return '%'
  return open === '%' && /[0-9A-Fa-f]/.test(character) ? open + character : ''
}

/** The end of a path that may become a percent triple. */
function unfinished(path: string): string {
  const percent = path.lastIndexOf('%')
  if (percent < 0 || percent < path.length - 2) return ''
  return /%[0-9A-Fa-f]?$/.exec(path)?.[0] ?? ''
}

/** Whether a path can be one in the form of P2, or the beginning of one. */
function isTarget(path: string): boolean {
  const open = unfinished(path)
  const closed = open === '' ? path : path.slice(0, -open.length)
  return targetForm(closed) === closed
}
