/**
 * Conventional rules → the pattern that says the same by ACAP and by RFC 9309, and names as they are written.
 */
import { isGlob } from '../grammar/glob.ts'
import { productToken } from '../grammar/name-token.ts'
import { patternForm } from '../grammar/path-form.ts'
import type { ConventionalRule } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { fieldValue } from '../language/text/tree.ts'

/** How a group is read (X1). */
export type Version = 'conventional' | 'extended'

/**
 * A rule's pattern; null where it has none: rules that never match (P4), and globs of the 1996 standard that say more
 * than `*` can.
 */
export function patternOf({ raw, pattern }: ConventionalRule, version: Version): string | null {
  if (!/^[/*]/.test(pattern)) return null
  if (version === 'conventional') return pattern
  if (/[?[\\]/.test(raw) && isGlob(raw)) return null
  // X1: the whole target has to equal it, and `$` is a character.
  const whole = patternForm(raw).replace(/\$$/, '%24')
  return whole.endsWith('*') ? whole : `${whole}$`
}

/** Tokens as the author wrote them, without what C1 cuts off. */
export function tokensIn(trees: SiteReading['trees']): (token: string) => string {
  const written = new Map<string | null, string>()
  for (const tree of trees.values()) {
    for (const line of tree.blocks.flatMap(({ names }) => names)) {
      const value = fieldValue(tree, line)
      const token = productToken(value)
      if (!written.has(token)) written.set(token, value)
    }
  }
  return (token) => written.get(token)?.slice(0, token.length) ?? token
}
