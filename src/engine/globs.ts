/**
 * Patterns that no trie holds: the few of purposes and App-Directives. Globs of the 1996 standard are glob-set.ts'.
 * Iterative, one place to go back to; worst case (length of pattern) × (length of text).
 */
import { ANY, accepts, type GlobToken, literal } from '../grammar/glob.ts'

/** Whether `text` matches a pattern by P1: as a prefix, with `*` and a final `$`. Both are in the form of P2. */
export function matchesPattern(pattern: string, text: string): boolean {
  const anchored = pattern.endsWith('$')
  const tokens = [...(anchored ? pattern.slice(0, -1) : pattern)].map((c) => (c === '*' ? ANY : literal(c)))
  return matchesTokens(anchored ? tokens : [...tokens, ANY], text)
}

/** Whether the tokens match the whole of `text`. */
export function matchesTokens(tokens: readonly GlobToken[], text: string): boolean {
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
