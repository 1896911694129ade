/**
 * Percent triples in qualifier values (ACAP Part 1, 3): text to text, both ways. It knows nothing of what a value
 * means.
 */

const NEEDS_TRIPLE = /[^A-Za-z0-9\-._~!$&()*+/:;=?@]+/g
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
  return text.replace(NEEDS_TRIPLE, (run) => Array.from(encoder.encode(run), percentTriple).join(''))
}

function percentTriple(octet: number): string {
  return `%${octet.toString(16).toUpperCase().padStart(2, '0')}`
}
