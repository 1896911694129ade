/** Encodes text as UTF-8 and computes digests. */

export const encoder = new TextEncoder()

/** Decodes each octet to one character, and keeps a byte order mark. */
export const LATIN_1 = new TextDecoder('latin1')
export const BYTE_ORDER_MARK = '\xef\xbb\xbf'

export async function digestOf(octets: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', octets as BufferSource))
}
