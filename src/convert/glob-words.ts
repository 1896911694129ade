/**
 * Globs of the 1996 standard that say more than `*` can (X1) → the nearest pattern that matches all that they do, and a
 * path that they match.
 */
import { type GlobToken, readGlob } from '../grammar/glob.ts'
import type { ConventionalGroup, ConventionalRule } from '../language/policy/policy.ts'
import { versionOf } from '../publish/token-reading.ts'
import { patternOf } from './wording.ts'

/** The rules of a token's groups that have no pattern of their own. */
export function globsOf(groups: readonly ConventionalGroup[], token: string): readonly ConventionalRule[] {
  if (versionOf(groups, token) !== 'extended') return []
  const rules = groups.flatMap((group) => group.rules)
  return rules.filter((rule) => /^[/*]/.test(rule.pattern) && patternOf(rule, 'extended') === null)
}

/** The pattern in which everything that is neither a character nor `*` is `*`. */
export function widened({ raw }: ConventionalRule): string {
  const text = readGlob(raw).map((token) => (isCharacter(token) ? first(token) : '*'))
  const pattern = text.join('').replace(/\*+/g, '*')
  return pattern.endsWith('*') ? pattern : `${pattern}$`
}

/** Paths that a glob matches, each as a pattern for itself: the plainest, and one more for each thing that may vary. */
export function samples({ raw }: ConventionalRule): readonly [string, ...string[]] {
  const tokens = readGlob(raw)
  const plain = tokens.map((token) => (token.run ? '' : first(token)))
  const pattern = (path: readonly string[]) => `${path.join('')}$`
  const others = tokens.flatMap((token, i) => (isCharacter(token) ? [] : [pattern(plain.with(i, last(token)))]))
  return [pattern(plain), ...others]
}

function isCharacter({ run, negated, ranges }: GlobToken): boolean {
  return !run && !negated && ranges.length === 1 && ranges[0]![0] === ranges[0]![1]
}

/** A character that a token accepts. */
function first({ negated, ranges }: GlobToken): string {
  return negated ? free(ranges, FREE) : String.fromCharCode(ranges[0]![0])
}

/** Another one, where it accepts several. */
function last({ run, negated, ranges }: GlobToken): string {
  if (run) return 'w'
  return negated ? free(ranges, [...FREE].reverse()) : String.fromCharCode(ranges.at(-1)![1])
}

const FREE = [...'xyzabc0123456789-']

function free(ranges: GlobToken['ranges'], letters: readonly string[]): string {
  const isFree = (letter: string) =>
    ranges.every(([from, to]) => letter.charCodeAt(0) < from || letter.charCodeAt(0) > to)
  return letters.find(isFree) ?? ''
}
