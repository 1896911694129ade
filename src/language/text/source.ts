/** The text of a file, with what is needed to restore its bytes (R1, R6). */

export interface Source {
  readonly file: string
  /** Without the BOM. Invalid UTF-8 is U+FFFD. */
  readonly text: string
  readonly bom: boolean
  /** The bytes after the BOM, kept only if the text does not restore them. */
  readonly raw: Uint8Array | null
}

/** A place in a file; line and column count from 1, columns and lengths in UTF-16 code units. */
export interface Span {
  readonly source: string
  readonly line: number
  readonly column: number
  readonly length: number
}

/** The start of a site's robots.txt, for findings without a place. */
export const FILE_START: Span = { source: 'robots.txt', line: 1, column: 1, length: 0 }

const BOM = 0xfeff
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

/** Reads a file's content (R1). @throws TypeError for anything but text and bytes */
export function readSource(input: string | Uint8Array, file: string): Source {
  if (typeof input !== 'string' && !(input instanceof Uint8Array))
    throw new TypeError(`the text of \`${file}\` must be a string or a Uint8Array`)
  let text: string
  let lossy: Uint8Array | null = null
  try {
    text = typeof input === 'string' ? input : strict.decode(input)
  } catch {
    lossy = input as Uint8Array
    text = lenient.decode(lossy)
  }
  const bom = text.charCodeAt(0) === BOM
  return { file, text: bom ? text.slice(1) : text, bom, raw: lossy?.subarray(bom ? 3 : 0) ?? null }
}

/** The place of the first U+FFFD for invalid UTF-8, and how many there are. */
export function brokenPlaces({
  raw,
}: Source): { readonly first: number; readonly count: number } | null {
  if (raw === null) return null
  const bytes = Uint8Array.from(raw)
  // Real U+FFFD characters in the bytes are replaced by U+FFFC, which has the same length.
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) bytes[at + 2] = 0xbc
  }
  const text = lenient.decode(bytes)
  return { first: text.indexOf('\ufffd'), count: text.split('\ufffd').length - 1 }
}

/**
 * Texts have fewer control characters. Compressed data has one in nine bytes, and UTF-16 a zero
 * beside each letter.
 */
const MOST_CONTROLS = 1 / 16
const CONTROL = /[\0-\x08\x0e-\x1f\x7f]/g

/**
 * The first control character of a file that is not text, but UTF-16 or binary (R1); null for text.
 */
export function foreignPlace({ text }: Source): number | null {
  const controls = text.match(CONTROL)?.length ?? 0
  return controls > text.length * MOST_CONTROLS ? text.search(CONTROL) : null
}

export function byteLength(source: Source): number {
  const body = source.raw?.length ?? new TextEncoder().encode(source.text).length
  return body + (source.bom ? 3 : 0)
}
