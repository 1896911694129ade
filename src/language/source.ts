/**
 * Bytes or a string → a Source: the text of one file, with what is needed to give the same bytes back (R1, R6).
 * It knows characters and positions, nothing of fields.
 */

/** The text of one file. */
export interface Source {
  /** The file's path inside the site's folder. */
  readonly file: string
  /** Without the BOM; what is no UTF-8 is U+FFFD here. */
  readonly text: string
  readonly bom: boolean
  /** The bytes after the BOM, kept only where decoding lost something. */
  readonly raw: Uint8Array | null
}

/** A place in a file; line and column count from 1, columns and lengths in UTF-16 code units. */
export interface Span {
  readonly source: string
  readonly line: number
  readonly column: number
  readonly length: number
}

const BOM = 0xfeff
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

/** Reads a file's content (R1). */
export function readSource(input: string | Uint8Array, file: string): Source {
  const { text, lossy } = typeof input === 'string' ? { text: input, lossy: false } : decode(input)
  const bom = text.charCodeAt(0) === BOM
  const raw = lossy ? (input as Uint8Array).subarray(bom ? 3 : 0) : null
  return { file, text: bom ? text.slice(1) : text, bom, raw }
}

function decode(bytes: Uint8Array): { text: string; lossy: boolean } {
  try {
    return { text: strict.decode(bytes), lossy: false }
  } catch {
    return { text: lenient.decode(bytes), lossy: true }
  }
}

/** The number of bytes that the source prints as. */
export function byteLength(source: Source): number {
  const body = source.raw?.length ?? new TextEncoder().encode(source.text).length
  return body + (source.bom ? 3 : 0)
}
