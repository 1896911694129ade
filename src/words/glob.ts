/**
 * Parses paths of the 1996 standard, which are shell globs, into tokens (X1), in the form of P2.
 */
import { patternForm } from './path-form.ts'

/** One token of a glob: any run of characters, any one character, or a set of characters. */
export interface GlobToken {
  readonly run: boolean
  readonly negated: boolean
  readonly ranges: readonly (readonly [number, number])[]
}

const ANY: GlobToken = { run: true, negated: false, ranges: [] }
const ONE: GlobToken = { run: false, negated: true, ranges: [] }

/** Whether a token matches a character. A run matches none here. */
export function accepts(token: GlobToken, code: number): boolean {
  return holds(token, code) !== token.negated
}

/** `accepts` without letter case: a class matches both cases of its letters. */
export function acceptsAnyCase(token: GlobToken, code: number): boolean {
  const letter = code | CASE_BIT
  const isLetter = letter >= LOWER_A && letter <= LOWER_Z
  return (holds(token, code) || (isLetter && holds(token, code ^ CASE_BIT))) !== token.negated
}

const CASE_BIT = 0x20
const LOWER_A = 0x61
const LOWER_Z = 0x7a

function holds({ ranges }: GlobToken, code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to)
}

/** Whether a path of a 2.0 group is a glob. Otherwise it is literal, including `\`. */
export function isGlob(path: string): boolean {
  if (/[*?]/.test(path)) return true
  for (let at = path.indexOf('['); at >= 0; at = path.indexOf('[', at + 1))
    if (endOfClass(path, at) > 0) return true
  return false
}

/**
 * Converts a path of a 2.0 group to an equivalent pattern in the form of P2 (X1); null if `*`
 * cannot express it. A glob must match the whole target, and `$` is literal.
 */
export function extendedPattern(path: string): string | null {
  if (/[?[\\]/.test(path) && isGlob(path)) return null
  const pattern = patternForm(path).replace(/\$$/, '%24')
  return pattern.endsWith('*') ? pattern : `${pattern}$`
}

/** Parses a shell glob (X1). Literal parts are brought to the form of P2. */
export function readGlob(glob: string): readonly GlobToken[] {
  const tokens: GlobToken[] = []
  let pending = ''
  const flush = () => {
    // `*` and `$` are literal here, so they are encoded.
    const form = patternForm(pending.replaceAll('*', '%2A').replaceAll('$', '%24'))
    for (const character of form) {
      const code = character.charCodeAt(0)
      tokens.push({ run: false, negated: false, ranges: [[code, code]] })
    }
    pending = ''
  }
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at]!
    const close = character === '[' ? endOfClass(glob, at) : -1
    if (character === '\\' && at + 1 < glob.length) pending += glob[++at]!
    else if (character === '*' || character === '?') {
      flush()
      tokens.push(character === '*' ? ANY : ONE)
    } else if (close > 0) {
      flush()
      tokens.push(readClass(glob.slice(at + 1, close)))
      at = close
    } else pending += character
  }
  flush()
  return tokens
}

/** Whether one glob matches the whole text. For many globs, GlobSet is faster. */
export function matchesGlob(tokens: readonly GlobToken[], text: string): boolean {
  let [token, at] = [0, 0]
  /** The latest run, and where its next attempt starts. */
  let [run, from] = [-1, 0]
  while (at < text.length) {
    const next = tokens[token]
    if (next?.run) [run, from] = [token++, at]
    else if (next !== undefined && accepts(next, text.charCodeAt(at)))
      [token, at] = [token + 1, at + 1]
    else if (run >= 0) [token, at] = [run + 1, ++from]
    else return false
  }
  return tokens.slice(token).every((each) => each.run)
}

/** An example path that a glob matches: runs are empty, sets give one character. */
export function plainestPath(glob: string): string {
  return readGlob(glob)
    .map((token) => (token.run ? '' : plainestOf(token)))
    .join('')
}

/** An example character of a set. */
export function plainestOf(token: GlobToken): string {
  if (!token.negated) return String.fromCharCode(token.ranges[0]![0])
  return [...'xyzabc0123456789-'].find((letter) => accepts(token, letter.charCodeAt(0))) ?? ''
}

/** Where the class that opens at `open` ends; -1 if it does not end, so that `[` is literal. */
function endOfClass(glob: string, open: number): number {
  const negation = glob[open + 1] === '!' || glob[open + 1] === '^' ? 1 : 0
  // A `]` directly after the opening belongs to the class.
  let at = open + 1 + negation
  if (glob[at] === ']') at++
  while (at < glob.length && glob[at] !== ']') at += glob[at] === '\\' ? 2 : 1
  return at < glob.length ? at : -1
}

function readClass(content: string): GlobToken {
  const negated = content.startsWith('!') || content.startsWith('^')
  const ranges: [number, number][] = []
  let at = negated ? 1 : 0
  const next = () => {
    if (content[at] === '\\' && at + 1 < content.length) at++
    return content.charCodeAt(at++)
  }
  while (at < content.length) {
    const from = next()
    const isRange = content[at] === '-' && at + 1 < content.length
    if (isRange) at++
    ranges.push([from, isRange ? next() : from])
  }
  return { run: false, negated, ranges }
}

/** Of wider sets only the first and last characters are tried. */
const WIDEST_SET = 64

/** The characters that a set lists, whether it accepts them or excludes them. */
export function members({ ranges }: GlobToken): readonly string[] {
  return ranges.flatMap(([from, to]) => {
    if (to < from) return []
    const codes =
      to - from < WIDEST_SET
        ? Array.from({ length: to - from + 1 }, (_, i) => from + i)
        : [from, to]
    return codes.map((code) => String.fromCharCode(code))
  })
}
