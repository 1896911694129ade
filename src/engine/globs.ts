/**
 * Patterns that no trie holds: the few of purposes and App-Directives. Globs of the 1996 standard are glob-set.ts'.
 */

/** Whether `text` matches a pattern by P1: as a prefix, with `*` and a final `$`. Both are in the form of P2. */
export function matchesPattern(pattern: string, text: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const [start = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  const last = isAnchored ? parts.pop() : ''
  // Anchored and without a star: all of the text.
  if (last === undefined) return text === start
  if (!text.startsWith(start)) return false
  let at = start.length
  for (const part of parts) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
