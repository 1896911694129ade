/**
 * Octets ⇄ text, without loss: what is UTF-8 becomes its characters, every other octet a lone surrogate of its own
 * (U+DC80 to U+DCFF), which no UTF-8 holds.
 */

const SURROGATE = 0xdc00
const ESCAPED = /[\udc80-\udcff](?<![\ud800-\udbff][\udc80-\udcff])/g
const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whether octets are UTF-8. */
export function isUtf8(octets: Uint8Array): boolean {
  try {
    fatal.decode(octets)
    return true
  } catch {
    return false
  }
}

/** Octets → text in which an octet that is no part of UTF-8 is a lone surrogate. */
export function escapedText(octets: Uint8Array): string {
  if (isUtf8(octets)) return fatal.decode(octets)
  const parts: string[] = []
  let plain = 0
  for (let at = 0; at < octets.length; ) {
    const length = sequenceLength(octets, at)
    if (length > 0) {
      at += length
      continue
    }
    parts.push(fatal.decode(octets.subarray(plain, at)), String.fromCharCode(SURROGATE + octets[at]!))
    at++
    plain = at
  }
  return parts.join('') + fatal.decode(octets.subarray(plain))
}

/** Whether a text holds an octet that is not UTF-8. */
export function hasEscapes(text: string): boolean {
  return text.search(ESCAPED) >= 0
}

/** The text with each of these octets replaced. */
export function replaceEscapes(text: string, replacement: (octet: number) => string): string {
  return text.replace(ESCAPED, (octet) => replacement(octet.charCodeAt(0) - SURROGATE))
}

/** The octets of such a text. */
export function octetsOf(text: string): Uint8Array {
  const parts = text.split(ESCAPED)
  const octets = [...text.matchAll(ESCAPED)].map(([octet]) => octet.charCodeAt(0) - SURROGATE)
  return Buffer.concat(parts.map((part, i) => Buffer.concat([Buffer.from(part), Buffer.from(octets.slice(i, i + 1))])))
}

/** How long the UTF-8 sequence at a place is (Unicode, table 3-7); 0 where there is none. */
function sequenceLength(octets: Uint8Array, at: number): number {
  const lead = octets[at]!
  if (lead < 0x80) return 1
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  return lead >= 0xc2 && lead <= 0xf4 && isUtf8(octets.subarray(at, at + length)) && at + length <= octets.length
    ? length
    : 0
}
