/**
 * P1, P2, P3 and L3 written from the text: the one form of paths and patterns, what a pattern matches, and which of two
 * patterns is narrower.
 */

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const UNRESERVED = `${LOWER}${UPPER}0123456789-._~`
const RESERVED = ":/?#[]@!$&'()*+,;="
const HEX = '0123456789ABCDEFabcdef'

/** Letters to lower case, ASCII only. */
export function fold(text: string): string {
  return [...text].map((c) => (UPPER.includes(c) ? LOWER[UPPER.indexOf(c)] : c)).join('')
}

/** P2 for the path and query of a request target: a fragment is dropped, `*` and `$` are literal. */
export function targetForm(target: string): string {
  return onePart(target.split('#')[0]!)
}

/** P2 for a crawler's usage purpose: `#` is `%23`. P3: lower case. */
export function purposeForm(purpose: string): string {
  return fold(purpose.split('#').map(onePart).join('%23'))
}

/** P2, octet by octet, where every `*` and `$` means itself. */
function onePart(text: string): string {
  const octets = [...new TextEncoder().encode(text)]
  let out = ''
  for (let i = 0; i < octets.length; i++) {
    const c = String.fromCharCode(octets[i]!)
    const digits = octets.slice(i + 1, i + 3).map((octet) => String.fromCharCode(octet))
    if (c === '%' && digits.length === 2 && digits.every((d) => HEX.includes(d))) {
      const value = Number.parseInt(digits.join(''), 16)
      out += UNRESERVED.includes(String.fromCharCode(value))
        ? String.fromCharCode(value)
        : percent(value)
      i += 2
    } else if (c === '*' || c === '$') out += percent(octets[i]!)
    else if (c === '%' || UNRESERVED.includes(c) || RESERVED.includes(c)) out += c
    else out += percent(octets[i]!)
  }
  return out
}

function percent(octet: number): string {
  return `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
}

/**
 * P1: whether a pattern matches a target from its first character, as a prefix. Both are in the form of P2.
 * `places` are all the places in the target to which the pattern, as far as it is read, can have come.
 */
export function matches(pattern: string, target: string): boolean {
  let places = [0]
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i]!
    if (c === '*') places = from(places[0]!, target.length)
    else if (c === '$' && i === pattern.length - 1)
      places = places.filter((place) => place === target.length)
    else places = places.filter((place) => target[place] === c).map((place) => place + 1)
    if (places.length === 0) return false
  }
  return true
}

/** All places from the first to the last. */
export function from(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** P3: the same with letter case ignored. */
export function matchesAnyCase(pattern: string, target: string): boolean {
  return matches(fold(pattern), fold(target))
}

/** P1, P3: whether one of the purpose patterns matches one of the crawler's purposes; an empty pattern matches nothing. */
export function matchesPurpose(patterns: readonly string[], purposes: readonly string[]): boolean {
  return patterns.some(
    (pattern) => pattern !== '' && purposes.some((p) => matchesAnyCase(pattern, purposeForm(p))),
  )
}

/** L3: whether pattern `a` is narrower than pattern `b`. */
export function isNarrower(a: string, b: string): boolean {
  const x = comparable(a)
  const y = comparable(b)
  let i = 0
  while (i < x.length && x[i] === y[i]) i++
  return narrowness(x, i) > narrowness(y, i)
}

/** Letter case is ignored; a pattern that begins with `*` is compared as if `/` stood before it. */
function comparable(pattern: string): string {
  return fold(pattern.startsWith('*') ? `/${pattern}` : pattern)
}

/** From broad to narrow: the pattern has ended, `$` as the anchor, `*`, a character. */
function narrowness(pattern: string, i: number): number {
  const c = pattern[i]
  if (c === undefined) return 0
  if (c === '$' && i === pattern.length - 1) return 1
  return c === '*' ? 2 : 3
}
