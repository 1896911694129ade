/**
 * The first bytes of a body that the runtime decodes when it is read → whether they are coded still. An app may answer with
 * bytes that it coded itself; the runtime passes these on as they are, and nothing but the bytes tells.
 */

/** How many bytes are looked at. */
const LIMIT = 512

/** Whether a body in this coding begins as coded bytes do, and not as text. */
export function isStillCoded(first: Uint8Array, coding: string): boolean {
  if (coding === 'gzip') return first[0] === 0x1f && (first.length < 2 || first[1] === 0x8b)
  const isText = TEXT_STARTS.some((start) => start.every((byte, i) => byte === first[i]))
  return !isText && first.subarray(0, LIMIT).some(isControl)
}

/** Byte order marks and `<`, as UTF-8 and UTF-16 have them. */
const TEXT_STARTS = [[0xef, 0xbb, 0xbf], [0xfe, 0xff], [0xff, 0xfe], [0x3c], [0, 0x3c]]

/** Whether a byte stands in no text. */
function isControl(byte: number): boolean {
  return byte < 0x09 || byte === 0x0b || (byte > 0x0d && byte < 0x20)
}
