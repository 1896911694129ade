/** Reads names of usages as written (R9), and `class` tokens (E1). */
import type { ElementField } from './embedded.ts'
import { foldCase } from './path-form.ts'
import { isUsage, type Usage } from './usages.ts'

/** Wrong names in the specifications' own examples. */
const MISSPELT: Readonly<Record<string, Usage>> = { 'present-links': 'present-link' }

/** The usage that a word names; null for none. `misspelt`: only R9 accepts it. */
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
 * Parses one class token; null if it is not ACAP's or names no standard usage.
 * @param token One word of a `class` attribute.
 * @example readClassToken('the-acap:disallow-index')
 */
export function readClassToken(token: string): ElementField | null {
  const parts = TOKEN.exec(token)
  const named = parts && readUsageName(parts[2] ?? '')
  return named && { effect: parts[1] ? 'disallow' : 'allow', usage: named.usage }
}
