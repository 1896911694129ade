/**
 * Finds the shortest target for each pair of states of a policy's patterns and a server's
 * expressions, for plain targets in the form of P2. Both depend on the state only, so one target
 * represents all others.
 */
import { targetForm } from '../../../words/path-form.ts'
import type { PatternAutomaton, State } from '../../compare/paths/pattern-automaton.ts'
import { ExpressionAutomaton, type TextState } from './expression-automaton.ts'

interface Place {
  readonly path: string
  readonly policy: State
  readonly text: TextState
  readonly open: string
}

interface WalkedTargets {
  readonly automaton: PatternAutomaton
  readonly expressions: readonly string[]
  /** Of targets that match one of these nothing is asked. */
  readonly isLeftOut: (expression: string) => boolean
  /** Closed for any pattern: another target of the same answer is asked. */
  readonly isFoul: (target: string) => boolean
  readonly most: number
  /** Nodes that the automaton of the expressions may look at. */
  readonly mostWork: number
}

/**
 * What a target in the form of P2 does not hold: wildcards stand encoded, and a fragment is
 * dropped.
 */
const NEVER = new Set(['*', '$', '#'].map((each) => each.charCodeAt(0)))
const FIRST = 0x21
const LAST = 0x7e

/** Gives targets; at the end, whether they stand for all. */
export function* targetsOf(walked: WalkedTargets): Generator<string, boolean> {
  const { automaton, most, mostWork, isFoul } = walked
  const texts = new ExpressionAutomaton(walked.expressions)
  const leftOut = new Set(
    walked.expressions.flatMap((each, number) => (walked.isLeftOut(each) ? [number] : [])),
  )
  const seen = new Set<string>()
  const shown = new Set<string>()
  const skipped = new Set<string>()
  const queue: Place[] = []
  const arrive = (place: Place) => {
    const { policy, text, open, path } = place
    const key = `${policy.place.number} ${policy.lasting.number} ${text.number} ${open}`
    if (seen.has(key) || text.matched.some((number) => leftOut.has(number))) return null
    seen.add(key)
    queue.push(place)
    const matching = texts.matchesAt(text)
    const answer = `${automaton.matches(policy).join()} ${matching.join()}`
    const isAsked = !matching.some((number) => leftOut.has(number)) && targetForm(path) === path
    if (!isAsked || shown.has(answer)) return null
    if (isFoul(path)) {
      skipped.add(answer)
      return null
    }
    shown.add(answer)
    return path
  }
  const first = arrive({
    path: '/',
    policy: automaton.read(automaton.start(), '/'),
    text: texts.read(texts.start, 0x2f),
    open: '',
  })
  if (first !== null) yield first
  for (let at = 0; at < queue.length; at++) {
    if (seen.size > most || texts.work > mostWork) return false
    for (const longer of nextPlaces(queue[at]!, automaton, texts)) {
      const path = arrive(longer)
      if (path !== null) yield path
    }
  }
  return [...skipped].every((answer) => shown.has(answer))
}

/**
 * By each character that the policy distinguishes, and by one for all others that lead to one state
 * of the text.
 */
function* nextPlaces(
  { path, policy, text, open }: Place,
  automaton: PatternAutomaton,
  texts: ExpressionAutomaton,
): Iterable<Place> {
  const distinguished = automaton.characters(policy)
  const kinds = texts.kindsAt(text)
  const done = new Set<number>()
  // Lower case first: paths mostly are.
  for (let i = 0; i <= LAST - FIRST; i++) {
    const code = ((i + 0x40) % (LAST - FIRST + 1)) + FIRST
    const character = String.fromCharCode(code)
    const isTriple = character === '%' || (open !== '' && /[0-9A-Fa-f]/.test(character))
    const isOwn = isTriple || distinguished.has(character)
    if (NEVER.has(code) || (!isOwn && done.has(kinds[code]!))) continue
    if (!isOwn) done.add(kinds[code]!)
    // In the form of P2 the digits of a triple are in upper case.
    if (open !== '' && /[a-f]/.test(character)) continue
    const longer = path + character
    yield {
      path: longer,
      policy: automaton.read(policy, character),
      text: texts.read(text, code),
      open: /%[0-9A-F]?$/.exec(longer)?.[0].replace(/[0-9A-F]/, '0') ?? '',
    }
  }
}
