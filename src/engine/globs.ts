/**
 * Patterns that no trie holds: globs of the 1996 standard (X1), and the few patterns of purposes and App-Directives.
 * Iterative, one place to go back to; worst case (length of pattern) × (length of text).
 */
import { patternForm } from '../grammar/path-form.ts'

/** Whether `text` matches a pattern by P1: as a prefix, with `*` and a final `$`. Both are in the form of P2. */
export function matchesPattern(pattern: string, text: string): boolean {
  const anchored = pattern.endsWith('$')
  const tokens = [...(anchored ? pattern.slice(0, -1) : pattern)].map((c) => (c === '*' ? ANY : literal(c)))
  return matchesTokens(anchored ? tokens : [...tokens, ANY], text)
}

/** One element of a glob: any run, any one character, or a set of characters. */
interface Token {
  readonly run: boolean
  readonly negated: boolean
  /** Inclusive ranges of character codes. */
  readonly ranges: readonly (readonly [number, number])[]
}

const ANY: Token = { run: true, negated: false, ranges: [] }
const ONE: Token = { run: false, negated: true, ranges: [] }

function literal(character: string): Token {
  const code = character.charCodeAt(0)
  return { run: false, negated: false, ranges: [[code, code]] }
}

/** Reads a shell glob (X1). What it says literally is brought to the form of P2. */
export function parseGlob(glob: string): readonly Token[] {
  const tokens: Token[] = []
  let pending = ''
  const flush = () => {
    // A literal `*` or `$` is a character here, so it takes its encoded form.
    const form = patternForm(pending.replaceAll('*', '%2A').replaceAll('$', '%24'))
    for (const character of form) tokens.push(literal(character))
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

/** Where the class that opens at `open` closes; -1 where it does not, and `[` is literal. */
function endOfClass(glob: string, open: number): number {
  const negation = glob[open + 1] === '!' || glob[open + 1] === '^' ? 1 : 0
  // A `]` that comes first belongs to the class.
  return glob.indexOf(']', open + 2 + negation)
}

function readClass(content: string): Token {
  const negated = content.startsWith('!') || content.startsWith('^')
  const members = negated ? content.slice(1) : content
  const ranges: [number, number][] = []
  for (let at = 0; at < members.length; at++) {
    const from = members.charCodeAt(at)
    if (members[at + 1] === '-' && at + 2 < members.length) {
      ranges.push([from, members.charCodeAt(at + 2)])
      at += 2
    } else ranges.push([from, from])
  }
  return { run: false, negated, ranges }
}

function accepts(token: Token, code: number): boolean {
  return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.negated
}

/** Whether the tokens match the whole of `text`. */
export function matchesTokens(tokens: readonly Token[], text: string): boolean {
  let token = 0
  let at = 0
  let retryToken = -1
  let retryAt = 0
  while (at < text.length) {
    const current = tokens[token]
    if (current?.run) {
      retryToken = ++token
      retryAt = at
    } else if (current !== undefined && accepts(current, text.charCodeAt(at))) {
      token++
      at++
    } else if (retryToken >= 0) {
      token = retryToken
      at = ++retryAt
    } else return false
  }
  while (tokens[token]?.run) token++
  return token === tokens.length
}
