/**
 * PatternAutomaton → one path for every set of patterns that some path matches, the shortest there is. Which patterns
 * match decides everything about a path, so these paths stand for all.
 */
import { targetForm } from '../../grammar/path-form.ts'
import type { PatternAutomaton, State } from './pattern-automaton.ts'

/** Characters that may stand in a path for any that no pattern mentions; the plainest first. */
const PLAIN = "xyz0123456789abcdefghijklmnopqrstuvw-_.~!'(),:@&+=;/?[]"
/** What a target cannot hold in the form of P2: wildcards stand encoded, a fragment is dropped. */
const NEVER_IN_TARGET = new Set(['*', '$', '#'])

/** The paths found, and whether they are all there are. */
export interface Reached {
  readonly paths: readonly string[]
  readonly complete: boolean
}

interface Step {
  readonly state: State
  readonly path: string
}

/** Walks the automaton breadth first, through at most so many states. */
export function reachPaths(automaton: PatternAutomaton, mostStates: number): Reached {
  const paths: string[] = []
  const seenStates = new Set<string>()
  const seenMatches = new Set<string>()
  const queue: Step[] = []
  const arrive = (state: State, path: string) => {
    const key = `${state.nodes.join()}|${state.lasting.join()}`
    // A `%` is half a triple until two more characters are read: it is another place for the form of P2.
    const whole = `${key}|${unfinished(path)}`
    if (seenStates.has(whole)) return
    seenStates.add(whole)
    queue.push({ state, path })
    const matches = automaton.matches(state).join()
    if (seenMatches.has(matches)) return
    if (targetForm(path) !== path) return
    seenMatches.add(matches)
    paths.push(path)
  }
  arrive(automaton.read(automaton.start(), '/'), '/')
  for (let at = 0; at < queue.length; at++) {
    if (seenStates.size > mostStates) return { paths, complete: false }
    const { state, path } = queue[at]!
    for (const character of nextCharacters(automaton, state)) {
      const longer = path + character
      if (isTarget(longer)) arrive(automaton.read(state, character), longer)
    }
  }
  return { paths, complete: true }
}

/** Every character that a pattern tells apart here, and one that none does. */
function nextCharacters(automaton: PatternAutomaton, state: State): readonly string[] {
  const told = [...automaton.characters(state)].filter((character) => !NEVER_IN_TARGET.has(character))
  const other = [...PLAIN].find((character) => !told.includes(character))
  return other === undefined ? told.sort(lowerFirst) : [other, ...told.sort(lowerFirst)]
}

/** Paths are mostly written in lower case, so the first one found should be. */
function lowerFirst(a: string, b: string): number {
  return Number(/[A-Z]/.test(a)) - Number(/[A-Z]/.test(b)) || (a < b ? -1 : 1)
}

/** The end of a path that may yet become a percent triple. */
function unfinished(path: string): string {
  return /%[0-9A-Fa-f]?$/.exec(path)?.[0] ?? ''
}

/** Whether a path can be one in the form of P2, or the beginning of one. */
function isTarget(path: string): boolean {
  const open = unfinished(path)
  const closed = open === '' ? path : path.slice(0, -open.length)
  return targetForm(closed) === closed
}
