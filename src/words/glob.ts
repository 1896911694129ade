/** A path of the 1996 standard as a shell glob → its elements (X1), in the form of P2. It matches nothing itself. */
import { patternForm } from './path-form.ts'

/** One element of a glob: any run, any one character, or a set of characters. */
export interface GlobToken {
  readonly run: boolean
  readonly negated: boolean
  readonly ranges: readonly (readonly [number, number])[]
}

const ANY: GlobToken = { run: true, negated: false, ranges: [] }
const ONE: GlobToken = { run: false, negated: true, ranges: [] }

/** Whether a character is one that the token stands for. A run is none. */
export function accepts(token: GlobToken, code: number): boolean {
  return holds(token, code) !== token.negated
}

/** `accepts` where letter case does not count: a class stands for both cases of its letters. */
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

/** Whether a path of a 2.0 group is a glob: otherwise all of it, a `\` too, stands for itself. */
export function isGlob(path: string): boolean {
  if (/[*?]/.test(path)) return true
  for (let at = path.indexOf('['); at >= 0; at = path.indexOf('[', at + 1))
    if (endOfClass(path, at) > 0) return true
  return false
}

/**
 * The pattern that says the same as the path of a rule in a 2.0 group (X1), in the form of P2; null for a glob that says
 * more than `*` can. The whole target has to equal the path, and `$` is a character.
 */
export function extendedPattern(path: string): string | null {
  if (/[?[\\]/.test(path) && isGlob(path)) return null
  const pattern = patternForm(path).replace(/\$$/, '%24')
  return pattern.endsWith('*') ? pattern : `${pattern}$`
}

/** Reads a shell glob (X1). What it says literally is brought to the form of P2. */
export function readGlob(glob: string): readonly GlobToken[] {
  const tokens: GlobToken[] = []
  let pending = ''
  const flush = () => {
    // A literal `*` or `$` is a character here, so it takes its encoded form.
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

/** Whether the whole of a text is what the elements stand for: for one glob; many are a GlobSet's. */
export function matchesGlob(tokens: readonly GlobToken[], text: string): boolean {
  let [token, at] = [0, 0]
  /** The latest run, and from where on its rest was tried. */
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

/** The plainest path that a glob matches: nothing for a run, a character of each set. */
export function plainestPath(glob: string): string {
  return readGlob(glob)
    .map((token) => (token.run ? '' : plainestOf(token)))
    .join('')
}

/** A character that a set of characters takes. */
export function plainestOf(token: GlobToken): string {
  if (!token.negated) return String.fromCharCode(token.ranges[0]![0])
  return [...'xyzabc0123456789-'].find((letter) => accepts(token, letter.charCodeAt(0))) ?? ''
}

/** Where the class that opens at `open` closes; -1 where it does not, and `[` is literal. */
function endOfClass(glob: string, open: number): number {
  const negation = glob[open + 1] === '!' || glob[open + 1] === '^' ? 1 : 0
  // A `]` that comes first belongs to the class.
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

/** Sets wider than this are seen through their ends alone. */
const WIDEST_SET = 64

/** The characters that a token names, whether it accepts them or all others. */
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
