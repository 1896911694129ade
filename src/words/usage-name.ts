/** A usage's name as written → the standard usage (R9); a `class` token → what it binds (E1). */
import type { ElementField } from './embedded.ts'
import { foldCase } from './path-form.ts'
import { isUsage, type Usage } from './usages.ts'

/** Names that the specifications' own examples use for another. */
const MISSPELT: Readonly<Record<string, Usage>> = { 'present-links': 'present-link' }

/** The usage a word names. `misspelt` where only R9 understands it; null where it names none. */
export function readUsageName(
  word: string,
): { readonly usage: Usage; readonly misspelt: boolean } | null {
  const name = foldCase(word)
  if (isUsage(name)) return { usage: name, misspelt: false }
  const meant = Object.hasOwn(MISSPELT, name) ? MISSPELT[name] : undefined
  return meant ? { usage: meant, misspelt: true } : null
}

const TOKEN = /^the-acap:(dis)?allow-(.+)$/i

/**
 * Reads one class token; null where it is none of ACAP's, or names no standard usage.
 *
 * @param token One word of a `class` attribute.
 * @example readClassToken('the-acap:disallow-index')
 */
export function readClassToken(token: string): ElementField | null {
  const parts = TOKEN.exec(token)
  const named = parts && readUsageName(parts[2] ?? '')
  return named && { effect: parts[1] ? 'disallow' : 'allow', usage: named.usage }
}
