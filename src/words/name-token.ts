/**
 * Finds crawler names as whole tokens in User-Agent headers (I1), and product tokens in
 * `User-agent` lines (C1).
 */

import { foldCase } from './path-form.ts'

/** How many characters of a header are searched (I1). */
export const LONGEST_HEADER = 1024

export const ODD_NAME = /[^\0-\x7e]|[*$]/

/**
 * Marks in a name trie: names that count only as a whole product (I1), those that do so only
 * outside browsers' headers, and those that count as a whole header.
 */
export const MARKS = {
  product: '\u0001',
  productOutsideBrowsers: '\u0002',
  header: '\u0003',
} as const

/**
 * Whether a character code is a letter, a digit or `_`, the characters that may not touch the end
 * of a name.
 */
export function isWordCode(code: number): boolean {
  const folded = code | 32
  return (folded >= 97 && folded <= 122) || (code >= 48 && code <= 57) || code === 0x5f
}

/**
 * Whether no name can begin after a character: product tokens contain hyphens, too (RFC 9309
 * 2.2.1).
 */
export function isTokenCode(code: number): boolean {
  return isWordCode(code) || code === 0x2d
}

/**
 * Whether `name` occurs in `userAgent` as a whole token: no letter, digit, `_` or hyphen before it,
 * no word character after it (I1). Both must be in lower case. An empty name never matches, and `*`
 * is not special.
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

/**
 * Whether `name` is a product with a version at the start of `text`, or after `compatible;` (I5).
 * Lower case.
 */
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
 * A `User-agent` value of several words (C1) as lower-case words with single spaces; null for other
 * values. Versions and comments are dropped.
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
 * The product token of a `User-agent` value (C1), lower case: cut at the first character that is
 * not a letter, digit, `-` or `_`; null if there is none. `*`, alone or before white space, stays
 * `*`.
 */
export function productToken(value: string): string | null {
  if (/[^\0-\x7f]/.test(value)) return null
  if (/^\*(?:[ \t]|$)/.test(value)) return '*'
  const token = /^[A-Za-z0-9_-]*/.exec(value)?.[0] ?? ''
  return token === '' ? null : token.toLowerCase()
}
