/**
 * Patterns in the form of P2 → where to ask about them: deep inside one, where two of them meet, and in another letter
 * case. Who is asked is not known here.
 */

import { matchingForm } from '../../compile/trie-builder.ts'
import { readGlob } from '../../grammar/glob.ts'
import { foldCase, patternSymbols, writtenTarget } from '../../grammar/path-form.ts'
import { commonOfPair, type Letters } from './common-patterns.ts'
import { PatternAutomaton } from './pattern-automaton.ts'
import { reachPaths } from './reach-paths.ts'
import { StemIndex } from './stem-index.ts'
import { rooted, witnesses } from './witnesses.ts'

/** A path to ask about. */
export interface Point {
  readonly target: string
  /** Whether it differs from what a pattern matches as written by letter case alone. */
  readonly isFlipped: boolean
}

/** What a `*` stands for in a path: hardly any pattern has it, so that few others match the path. */
const FILL = '!w'
/** How many pairs of patterns are looked at. */
const MOST_PAIRS = 2000
/** How many letters of a pattern are tried in the other case. */
const MOST_FLIPS = 32
/** How far globs and patterns are walked together. */
const MOST_REACHED = { states: 5_000, steps: 500_000 }

/** A target that a pattern matches, and as few others as possible. */
export function inside(pattern: string): string {
  return writtenTarget(deepPath(pattern))
}

/** Paths in the form of P2 that a pattern matches; first the one that fewest others match. */
export function pathsOf(pattern: string): string[] {
  return [deepPath(pattern), ...witnesses(pattern).reverse()]
}

function deepPath(pattern: string): string {
  return rooted(patternSymbols(pattern).replace(/\*+/g, FILL))
}

/** The places to ask at about patterns, and globs (X1), those of single ones first; each path once. */
export function* pointsOf(patterns: readonly string[], globs: readonly string[] = []): Iterable<Point> {
  const seen = new Set<string>()
  for (const point of allPoints([...new Set(patterns)], globs)) {
    if (!seen.has(point.target)) yield point
    seen.add(point.target)
  }
}

function* allPoints(patterns: readonly string[], globs: readonly string[]): Iterable<Point> {
  for (const pattern of patterns) {
    for (const target of targetsOf(pattern)) yield { target, isFlipped: false }
  }
  // Letter case is the most common difference: one path of each pattern comes before the many that may be cut.
  for (const pattern of patterns) {
    for (const flipped of [...flips(pattern)].slice(0, 1)) yield { target: targetsOf(flipped)[0]!, isFlipped: true }
  }
  for (const target of globPaths(globs, patterns)) yield { target, isFlipped: false }
  const common = commonPatterns(patterns, patterns, 'exact')
  for (const pattern of common) yield { target: inside(pattern), isFlipped: false }
  for (const pattern of commonPatterns(patterns, patterns, 'folded')) yield { target: inside(pattern), isFlipped: true }
  for (const pattern of [...patterns, ...common]) {
    for (const flipped of flips(pattern)) {
      for (const target of targetsOf(flipped)) yield { target, isFlipped: true }
    }
  }
}

function targetsOf(pattern: string): string[] {
  return [...witnesses(pattern).map(writtenTarget), inside(pattern)]
}

/** Where globs meet patterns: what they have in common is no pattern. */
function globPaths(globs: readonly string[], patterns: readonly string[]): readonly string[] {
  if (globs.length === 0) return []
  const automaton = new PatternAutomaton()
  for (const pattern of patterns) automaton.addPattern(matchingForm(pattern), false)
  for (const glob of globs) automaton.addGlob(glob, readGlob(glob))
  return [...reachPaths(automaton, MOST_REACHED)]
}

/** The patterns that one of these has in common with one of those, and that are neither. */
export function commonPatterns(these: readonly string[], those: readonly string[], letters: Letters): Set<string> {
  const common = new Set<string>()
  for (const [a, b] of pairsOf(these, those, letters))
    for (const pattern of commonOfPair(a, b, letters)) common.add(pattern)
  for (const pattern of [...these, ...those]) common.delete(pattern)
  return common
}

function* pairsOf(
  these: readonly string[],
  those: readonly string[],
  letters: Letters,
): Iterable<readonly [string, string]> {
  const index = new StemIndex(those, letters)
  let left = MOST_PAIRS
  for (const [i, a] of these.entries()) {
    for (const j of index.near(a)) {
      const b = those[j]!
      if ((these === those && j <= i) || isPlainPair(a, b)) continue
      if (left-- === 0) return
      yield [a, b]
    }
  }
}

/** Two plain patterns where one begins the other: the longer one is what they have in common. */
function isPlainPair(a: string, b: string): boolean {
  return !/[*$]/.test(a + b) && (a.startsWith(b) || b.startsWith(a))
}

/** A pattern in other letter cases: each of its letters alone, from both ends, and all of them. */
function flips(pattern: string): ReadonlySet<string> {
  const places = [...pattern.matchAll(/[A-Za-z]/g)].map(({ index }) => index)
  const some = places.length > MOST_FLIPS ? [...places.slice(0, MOST_FLIPS), places.at(-1)!] : places
  const single = some.map((i) => pattern.slice(0, i) + flipped(pattern[i]!) + pattern.slice(i + 1))
  const all = new Set([...single, pattern.toUpperCase(), foldCase(pattern)])
  all.delete(pattern)
  return all
}

function flipped(letter: string): string {
  return letter < 'a' ? foldCase(letter) : letter.toUpperCase()
}
