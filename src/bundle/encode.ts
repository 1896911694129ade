/**
 * Bundle → bytes (format.ts). Deterministic: equal bundles give equal bytes. Runs offline only.
 */
import {
  CHECKSUM_OFFSET,
  COLUMN_RISES,
  COLUMN_U8,
  COLUMN_U32,
  COVERED_FROM,
  type Column,
  checksum,
  FORMAT_VERSION,
  HASH_OFFSET,
  HEADER_SIZE,
  LABEL,
  MAX_SIZE,
  padded,
} from './format.ts'
import type { Bundle } from './program.ts'

/** The policies compile to more than a Worker could load. */
export class BundleTooLargeError extends RangeError {
  override readonly name = 'BundleTooLargeError'

  /** `size` in bytes. */
  constructor(size: number) {
    const [is, may] = [size, MAX_SIZE].map((bytes) => Math.ceil(bytes / 2 ** 20))
    super(`the policies compile to ${is} MiB, and a bundle may have ${may}`)
  }
}

/**
 * Encodes a bundle, giving it the hash of its content.
 * @throws BundleTooLargeError when it would be larger than a Worker could load.
 */
export async function encode(content: Omit<Bundle, 'hash'>): Promise<Uint8Array<ArrayBuffer>> {
  const columns: Column[] = []
  const text = new TextEncoder().encode(JSON.stringify(content, (_key, value) => column(value, columns)))
  const size =
    HEADER_SIZE + columns.reduce((sum, { byteLength }) => sum + 8 + padded(byteLength), 0) + padded(text.length)
  if (size > MAX_SIZE) throw new BundleTooLargeError(size)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(LABEL))
  view.setUint32(8, FORMAT_VERSION, true)
  view.setUint32(12, size, true)
  view.setUint32(20, text.length, true)
  view.setUint32(24, columns.length, true)
  let at = HEADER_SIZE
  for (const each of columns) {
    view.setUint8(at, kindOf(each))
    view.setUint32(at + 4, each.length, true)
    writeColumn(view, at + 8, each)
    at += 8 + padded(each.byteLength)
  }
  bytes.set(text, at)
  bytes.set(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.subarray(HEADER_SIZE))), HASH_OFFSET)
  view.setUint32(CHECKSUM_OFFSET, checksum(new Uint32Array(bytes.buffer, COVERED_FROM)), true)
  return bytes
}

/** Moves a typed array into `columns`; everything else stays in the text part. */
function column(value: unknown, columns: Column[]): unknown {
  if (!(value instanceof Uint8Array || value instanceof Uint32Array)) return value
  columns.push(value)
  return { $: columns.length - 1 }
}

function kindOf(column: Column): number {
  if (column.BYTES_PER_ELEMENT === COLUMN_U8) return COLUMN_U8
  return column.every((element: number, i: number) => i === 0 || element >= column[i - 1]!) ? COLUMN_RISES : COLUMN_U32
}

function writeColumn(view: DataView, at: number, column: Column): void {
  const kind = kindOf(column)
  if (kind === COLUMN_U8) {
    new Uint8Array(view.buffer, at, column.length).set(column)
    return
  }
  column.forEach((element: number, i: number) => {
    const before = kind === COLUMN_RISES && i > 0 ? column[i - 1]! : 0
    view.setUint32(at + i * COLUMN_U32, element - before, true)
  })
}
