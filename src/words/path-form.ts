/** Normalises both sides of a path match to one form (P2), and handles percent encoding. */

/** The longest target that is decided on, in bytes of its normal form (P8). */
export const LONGEST_TARGET = 8192

const PLAIN = /^[A-Za-z0-9\-._~:/?[\]@!&'()+,;=]*$/
const PLAIN_PATTERN = /^[A-Za-z0-9\-._~:/?[\]@!&'()+,;=*]*\$?$/

/**
 * What needs attention: a percent triple, a wildcard, or a run of characters that are neither
 * unreserved nor reserved (RFC 3986 2.2, 2.3).
 */
const ODD = /%[\dA-Fa-f]{2}|[*$]|[^A-Za-z0-9_\-.~:/?#[\]@!&'()+,;=%*$]+/gu
const UNRESERVED = /^[\w\-.~]$/

/** The path and query of a request target in the form of P2. A fragment is dropped. */
export function targetForm(target: string): string {
  return PLAIN.test(target) ? target : form(target, false, 'drop')
}

/**
 * A resource path pattern in the form of P2: `*` and a final `$` stay wildcards. A fragment is
 * dropped.
 */
export function patternForm(pattern: string): string {
  return PLAIN_PATTERN.test(pattern) ? pattern : form(pattern, true, 'drop')
}

/**
 * A pattern's symbols with an explicit end: `$` anchors it, otherwise `*` is added. Runs of stars
 * become one.
 */
export function patternSymbols(pattern: string): string {
  const anchored = pattern.endsWith('$')
  const symbols = anchored ? pattern.slice(0, -1) : `${pattern}*`
  return symbols.includes('**') ? symbols.replace(/\*+/g, '*') : symbols
}

/** A usage-purpose pattern in the form of P2, lower case (P3); `#` becomes `%23`. */
export function purposePatternForm(pattern: string): string {
  return foldCase(form(pattern, true, 'encode'))
}

/** A usage purpose in the form of P2, lower case (P3); `#` becomes `%23`. */
export function purposeForm(purpose: string): string {
  return foldCase(form(purpose, false, 'encode'))
}

/**
 * A text that `read` normalises to `form`: usually the form itself, unless it has a stray `%` that
 * would be read as a triple.
 */
export function writtenForm(form: string, read: (text: string) => string): string {
  if (read(form) === form) return form
  return form.replace(/%([0-9A-Fa-f])([0-9A-Fa-f])/g, (triple, first: string, second: string) =>
    read(triple) === triple ? triple : `%${percentTriples(first)}${second}`,
  )
}

/** Writes a pattern in the form of P2 so that reading it gives the same form. */
export function writtenPattern(pattern: string): string {
  return writtenForm(pattern, patternForm)
}

export function writtenTarget(path: string): string {
  return writtenForm(path, targetForm)
}

/** ASCII letters to lower case; everything else stays (docs/semantics.md). */
export function foldCase(text: string): string {
  // `toLowerCase` would change letters beyond ASCII, too.
  return BEYOND_ASCII.test(text)
    ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : text.toLowerCase()
}

const BEYOND_ASCII = /[^\0-\x7f]/

/**
 * `*` and a final `$` are wildcards in a pattern and literal in a target. A `%` without two digits
 * stays.
 */
function form(text: string, isPattern: boolean, fragment: 'drop' | 'encode'): string {
  const whole = fragment === 'drop' ? text.replace(/#.*/s, '') : text.replaceAll('#', '%23')
  return whole.replace(ODD, (odd, at: number) => {
    if (odd.startsWith('%')) {
      const character = String.fromCharCode(Number.parseInt(odd.slice(1), 16))
      return UNRESERVED.test(character) ? character : odd.toUpperCase()
    }
    const isWild = isPattern && (odd === '*' || (odd === '$' && at === whole.length - 1))
    return isWild ? odd : percentTriples(odd)
  })
}

const NEEDS_TRIPLE = /[^A-Za-z0-9\-._~!$&()*+/:;=?@]+/g
const TRIPLES = Array.from(
  { length: 256 },
  (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`,
)
const encoder = new TextEncoder()

/** Decodes `%nn` as UTF-8; null for a stray `%` or invalid UTF-8. */
export function decodePercent(text: string): string | null {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // The platform reports invalid text by a URIError.
    return null
  }
}

/** Encodes what a name in a list cannot contain, including the comma and `%`. */
export function encodePercent(text: string): string {
  return text.replace(NEEDS_TRIPLE, percentTriples)
}

/** Encodes every character as UTF-8 triples; a lone surrogate as U+FFFD. */
function percentTriples(text: string): string {
  let triples = ''
  for (const octet of encoder.encode(text)) triples += TRIPLES[octet]!
  return triples
}
