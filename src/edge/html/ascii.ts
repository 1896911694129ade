/**
 * Bytes of a page as ASCII characters, for encodings in which ASCII is ASCII.
 */

/** Whether a byte is white space to HTML. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d && byte !== 0x0b)
}

/** Whether a byte is a letter. */
export function isLetter(byte: number): boolean {
  const folded = byte | 0x20
  return folded >= 0x61 && folded <= 0x7a
}

/** Whether the name of a tag ends before a byte. */
export function endsTagName(byte: number): boolean {
  return isSpace(byte) || byte === 0x2f || byte === 0x3e
}

/** Bytes as text, one character for each. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let i = from; i < to && i < bytes.length; i++) text += String.fromCharCode(bytes[i]!)
  return text
}

/** The same in lower case. */
export function lowerCaseOf(bytes: Uint8Array, from: number, to: number): string {
  return textOf(bytes, from, to).toLowerCase()
}
