/** Text → its octets in UTF-8, and octets → their digest. */

export const encoder = new TextEncoder()

/** Octets as text with a character for each, and the byte order mark of UTF-8 in it. */
export const LATIN_1 = new TextDecoder('latin1')
export const BYTE_ORDER_MARK = '\xef\xbb\xbf'

export async function digestOf(octets: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', octets as BufferSource))
}
