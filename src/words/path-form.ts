/** P2: one form for both sides of a match, and percent triples. Knows characters only. */

/** The longest target that is judged, in bytes of its form (P8). */
export const LONGEST_TARGET = 8192

const PLAIN = /^[A-Za-z0-9\-._~:/?[\]@!&'()+,;=]*$/
const PLAIN_PATTERN = /^[A-Za-z0-9\-._~:/?[\]@!&'()+,;=*]*\$?$/

/** What is not unreserved or reserved (RFC 3986 2.2, 2.3): a triple, a wildcard, or a run of other characters. */
const ODD = /%[\dA-Fa-f]{2}|[*$]|[^A-Za-z0-9_\-.~:/?#[\]@!&'()+,;=%*$]+/gu
const UNRESERVED = /^[\w\-.~]$/

/** The path and query of a request target in the form of P2. A fragment is dropped. */
export function targetForm(target: string): string {
  return PLAIN.test(target) ? target : form(target, false, 'drop')
}

/** A resource path pattern in the form of P2: `*` and a final `$` stay wildcards. A fragment is dropped. */
export function patternForm(pattern: string): string {
  return PLAIN_PATTERN.test(pattern) ? pattern : form(pattern, true, 'drop')
}

/** A pattern's characters, with its end: anchored by `$`, or open as if `*` stood there. A run of stars is one. */
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

/** A text that `read` brings to a form: the form, unless a stray `%` in it would be read as the beginning of a triple. */
export function writtenForm(form: string, read: (text: string) => string): string {
  if (read(form) === form) return form
  return form.replace(/%([0-9A-Fa-f])([0-9A-Fa-f])/g, (triple, first: string, second: string) =>
    read(triple) === triple ? triple : `%${percentTriples(first)}${second}`,
  )
}

/** A pattern in the form of P2 as it is written where it is read again. */
export function writtenPattern(pattern: string): string {
  return writtenForm(pattern, patternForm)
}

export function writtenTarget(path: string): string {
  return writtenForm(path, targetForm)
}

/** ASCII letters to lower case; everything else stays (docs/semantics.md). */
export function foldCase(text: string): string {
  // `toLowerCase` alone would fold letters beyond ASCII, too.
  return BEYOND_ASCII.test(text)
    ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : text.toLowerCase()
}

const BEYOND_ASCII = /[^\0-\x7f]/

/** `*` and a final `$` are wildcards in a pattern and literals in a target. A `%` without two digits stays. */
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

/** The text with its `%nn` decoded as UTF-8; null where a `%` has no two digits or the octets are not UTF-8. */
export function decodePercent(text: string): string | null {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // A URIError is how the platform says "not decodable"; it carries nothing more.
    return null
  }
}

/** The text with everything in `%nn` that may not stand as it is in a name of a list: also the comma and `%` itself. */
export function encodePercent(text: string): string {
  return text.replace(NEEDS_TRIPLE, percentTriples)
}

/** Every character as triples of its UTF-8; a lone surrogate as U+FFFD. */
function percentTriples(text: string): string {
  let triples = ''
  for (const octet of encoder.encode(text)) triples += TRIPLES[octet]!
  return triples
}
