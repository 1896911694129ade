/** I1: whether a crawler's name stands in a User-Agent header as a whole token. C1: where a conventional token ends. */

import { foldCase } from './path-form.ts'

/** I1: how much of a header is looked at, in characters. */
export const LONGEST_HEADER = 1024

export const ODD_NAME = /[^\0-\x7e]|[*$]/

/**
 * What stands in a name trie before names that must stand as whole products (I1), that do so outside browsers' headers, which
 * have them, too, and that match a header which consists of them alone.
 */
export const MARKS = {
  product: '\u0001',
  productOutsideBrowsers: '\u0002',
  header: '\u0003',
} as const

/** Whether a character code is a letter, a digit or `_`, the characters that may not touch the end of a name. */
export function isWordCode(code: number): boolean {
  const folded = code | 32
  return (folded >= 97 && folded <= 122) || (code >= 48 && code <= 57) || code === 0x5f
}

/** Whether a character code is one behind which no name begins: a product token has hyphens, too (RFC 9309 2.2.1). */
export function isTokenCode(code: number): boolean {
  return isWordCode(code) || code === 0x2d
}

/**
 * Whether `name` occurs in `userAgent` with no letter, digit, `_` or hyphen directly before it, and no word character
 * directly after (I1). Both are in lower case already; an empty name matches nothing, `*` is not a name here.
 */
export function matchesUserAgent(name: string, userAgent: string): boolean {
  if (name === '') return false
  for (let at = userAgent.indexOf(name); at >= 0; at = userAgent.indexOf(name, at + 1)) {
    const before = at === 0 || !isTokenCode(userAgent.charCodeAt(at - 1))
    const end = at + name.length
    if (before && (end === userAgent.length || !isWordCode(userAgent.charCodeAt(end)))) return true
  }
  return false
}

/** Whether `name` begins a product with a version in `text`, the whole text, or what follows `compatible;` (I5); lower case. */
export function isNamedAsProduct(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (at === 0 || /compatible; *$/.test(text.slice(0, at))) return true
    if (!isTokenCode(text.charCodeAt(at - 1)) && VERSION_BEHIND.test(text.slice(at + name.length)))
      return true
  }
  return false
}

const VERSION_BEHIND = /^(?:-[a-z0-9_-]+)?\/[a-z0-9]/

/**
 * A `User-agent` value of several words (C1) → these words in lower case, one space between them; null for any other
 * value. A token with a version behind a slash is one word, and comments and versions are none.
 */
export function rowOfWords(value: string): string | null {
  const text = value.trim()
  if (/^[A-Za-z0-9_-]+\//.test(text)) return null
  const rest = text
    .replace(/\([^)]*\)?/g, ' ')
    .split(/[ \t]+/)
    .slice(1)
  const isSeveral = rest.some((word) => /^[A-Za-z]/.test(word) && !/^v\.?[0-9]/i.test(word))
  return isSeveral ? foldCase(text.replace(/[ \t]+/g, ' ')) : null
}

/**
 * The product token of a `User-agent` value (C1), lower case: cut at the first character that is not a letter, digit,
 * `-` or `_`; null where the value identifies no crawler. `*` alone or before white space is `*`.
 */
export function productToken(value: string): string | null {
  if (/[^\0-\x7f]/.test(value)) return null
  if (/^\*(?:[ \t]|$)/.test(value)) return '*'
  const token = /^[A-Za-z0-9_-]*/.exec(value)?.[0] ?? ''
  return token === '' ? null : token.toLowerCase()
}
