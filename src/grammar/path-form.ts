/**
 * P2: one form for both sides of a match. Text in, text out; the engine's `target.ts` computes the same form into bytes.
 * It knows characters only, nothing of what a path is for.
 */

/** What P2 does with an octet that stands literally in a target or pattern. */
const KEEP = 0
const ENCODE = 1
const PERCENT = 2
const WILD = 3

/**
 * The class of every octet: unreserved and reserved characters (RFC 3986 2.2, 2.3) are kept, `%` is looked at,
 * `*` and `$` are wildcards in a pattern and literals in a target, everything else is percent-encoded.
 */
export const OCTET_CLASS: Uint8Array = (() => {
  const table = new Uint8Array(256).fill(ENCODE)
  const unescaped = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!&'()+,;="
  for (const c of unescaped) table[c.charCodeAt(0)] = KEEP
  table[0x25] = PERCENT
  table[0x2a] = WILD
  table[0x24] = WILD
  return table
})()

/** The longest target that is judged, in bytes of its form (P8). */
export const LONGEST_TARGET = 8192

const HEX = '0123456789ABCDEF'
const PLAIN = /^[A-Za-z0-9\-._~:/?[\]@!&'()+,;=]*$/
const PLAIN_PATTERN = /^[A-Za-z0-9\-._~:/?[\]@!&'()+,;=*]*\$?$/
const encoder = new TextEncoder()

/** The value of a hexadecimal digit's character code, or -1. */
export function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const folded = code | 32
  return folded >= 97 && folded <= 102 ? folded - 87 : -1
}

/** Whether an octet is unreserved (RFC 3986 2.3), so that P2 decodes it. */
export function isUnreserved(octet: number): boolean {
  const folded = octet | 32
  return (
    (folded >= 97 && folded <= 122) ||
    (octet >= 48 && octet <= 57) ||
    octet === 0x2d ||
    octet === 0x2e ||
    octet === 0x5f ||
    octet === 0x7e
  )
}

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

/**
 * A text that a reader brings to a form: the form itself, but where a stray `%` in it would be read as the beginning of
 * a triple.
 */
export function writtenForm(form: string, read: (text: string) => string): string {
  if (read(form) === form) return form
  return form.replace(/%([0-9A-Fa-f])([0-9A-Fa-f])/g, (triple, first: string, second: string) =>
    read(triple) === triple ? triple : `%${percent(first.charCodeAt(0))}${second}`,
  )
}

/** A pattern in the form of P2 as it is written where it is read again. */
export function writtenPattern(pattern: string): string {
  return writtenForm(pattern, patternForm)
}

/** A path in the form of P2 as a target. */
export function writtenTarget(path: string): string {
  return writtenForm(path, targetForm)
}

/** ASCII letters to lower case; everything else stays (docs/semantics.md). */
export function foldCase(text: string): string {
  // `toLowerCase` alone would fold letters beyond ASCII, too.
  return BEYOND_ASCII.test(text) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text.toLowerCase()
}

const BEYOND_ASCII = /[^\0-\x7f]/

function form(text: string, isPattern: boolean, fragment: 'drop' | 'encode'): string {
  const cut = fragment === 'drop' ? text.indexOf('#') : -1
  const octets = encoder.encode(cut < 0 ? text : text.slice(0, cut))
  let out = ''
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i]!
    const kind = OCTET_CLASS[octet]
    if (kind === PERCENT) {
      const high = i + 2 < octets.length ? hexValue(octets[i + 1]!) : -1
      const low = high < 0 ? -1 : hexValue(octets[i + 2]!)
      if (low < 0) {
        out += '%'
        continue
      }
      const value = high * 16 + low
      out += isUnreserved(value) ? String.fromCharCode(value) : percent(value)
      i += 2
    } else if (kind === ENCODE || (octet === 0x23 && fragment === 'encode')) {
      out += percent(octet)
    } else if (kind === WILD) {
      const wild = isPattern && (octet === 0x2a || i === octets.length - 1)
      out += wild ? String.fromCharCode(octet) : percent(octet)
    } else out += String.fromCharCode(octet)
  }
  return out
}

function percent(octet: number): string {
  return `%${HEX[octet >> 4]}${HEX[octet & 15]}`
}
