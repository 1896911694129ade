/**
 * Octets ⇄ text, without loss: what is UTF-8 becomes its characters, every other octet a lone surrogate of its own
 * (U+DC80 to U+DCFF), which no UTF-8 holds.
 */

const SURROGATE = 0xdc00
const ESCAPED = /[\udc80-\udcff]/gu
/** A sequence of UTF-8 beyond ASCII (Unicode, table 3-7), or else an octet that belongs to none; octets as Latin-1. */
const SEQUENCE =
  /((?:[\xc2-\xdf]|(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])|(?:\xf0[\x90-\xbf]|\xf4[\x80-\x8f]|[\xf1-\xf3][\x80-\xbf])[\x80-\xbf])[\x80-\xbf])|[\x80-\xff]/g

/** Octets → text in which an octet that is no part of UTF-8 is a lone surrogate. */
export function escapedText(octets: Uint8Array): string {
  const latin1 = Buffer.from(octets).toString('latin1')
  return latin1.replace(SEQUENCE, (octet: string, sequence?: string) =>
    sequence === undefined
      ? String.fromCharCode(SURROGATE + octet.charCodeAt(0))
      : Buffer.from(sequence, 'latin1').toString(),
  )
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
  const latin1 = text.replace(/[^\0-\x7f]/gu, (character) =>
    hasEscapes(character)
      ? String.fromCharCode(character.charCodeAt(0) - SURROGATE)
      : Buffer.from(character).toString('latin1'),
  )
  return Buffer.from(latin1, 'latin1')
}
