/** Text → its octets in UTF-8, and octets → their digest. */

export const encoder = new TextEncoder()

export async function digestOf(octets: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', octets as BufferSource))
}
