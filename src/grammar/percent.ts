/**
 * Percent triples: text to text, both ways. It knows nothing of what a text means.
 */

const NEEDS_TRIPLE = /[^A-Za-z0-9\-._~!$&()*+/:;=?@]+/g
const TRIPLES = Array.from({ length: 256 }, (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)
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
export function percentTriples(text: string): string {
  let triples = ''
  for (const octet of encoder.encode(text)) triples += TRIPLES[octet]!
  return triples
}
