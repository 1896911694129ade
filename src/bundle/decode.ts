/**
 * Bytes → Bundle, checked in a stated order: label, version, size, checksum, columns, text. The answer is a bundle or a
 * typed error, never an empty policy. Columns are views on the bytes; only those kept as rises are written out.
 */

import { DEFAULT_SITE } from '../vocabulary/site-config.ts'
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
import type { Bundle, SiteProgram } from './program.ts'

/** Why bytes are not bundle that this code can use. */
export interface BundleError {
  readonly code: 'label' | 'version' | 'size' | 'checksum' | 'content'
  readonly message: string
}

export type Decoded =
  | { readonly ok: true; readonly bundle: Bundle }
  | { readonly ok: false; readonly error: BundleError }

/** Decodes a bundle; a view is copied, so that its columns can be laid on the bytes. Never throws. */
export function decode(source: ArrayBuffer | Uint8Array): Decoded {
  const bytes = source instanceof Uint8Array ? new Uint8Array(source).buffer : source
  if (bytes.byteLength < HEADER_SIZE) return fail('size', `${bytes.byteLength} bytes are too few for a bundle`)
  const view = new DataView(bytes)
  const label = String.fromCharCode(...new Uint8Array(bytes, 0, LABEL.length))
  if (label !== LABEL) return fail('label', `the file does not begin with \`${LABEL}\``)
  const version = view.getUint32(8, true)
  if (version !== FORMAT_VERSION) {
    return fail('version', `the bundle has format ${version}, this code reads format ${FORMAT_VERSION}: build it anew`)
  }
  const size = view.getUint32(12, true)
  if (size !== bytes.byteLength || size > MAX_SIZE || size % 4 !== 0) {
    return fail('size', `the bundle says ${size} bytes and has ${bytes.byteLength}`)
  }
  if (view.getUint32(CHECKSUM_OFFSET, true) !== checksum(new Uint32Array(bytes, COVERED_FROM))) {
    return fail('checksum', 'the bundle is corrupt: its checksum does not fit')
  }
  try {
    return { ok: true, bundle: read(bytes, view) }
  } catch (error) {
    return fail('content', `the bundle is corrupt: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function read(bytes: ArrayBuffer, view: DataView): Bundle {
  const columns: Column[] = []
  let at = HEADER_SIZE
  for (let i = view.getUint32(24, true); i > 0; i--) {
    const length = view.getUint32(at + 4, true)
    const kind = view.getUint8(at)
    columns.push(readColumn(bytes, at + 8, kind, length))
    at += 8 + padded(kind === COLUMN_U8 ? length : length * COLUMN_U32)
  }
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    new Uint8Array(bytes, at, view.getUint32(20, true)),
  )
  const content = JSON.parse(text, (_key, value) => columnOf(value, columns)) as Omit<Bundle, 'hash'>
  const hash = [...new Uint8Array(bytes, HASH_OFFSET, 32)].map((octet) => octet.toString(16).padStart(2, '0')).join('')
  return { hash, ...content, sites: content.sites.map(withDefaults) }
}

/** A bundle that was built before a key of site.toml existed says nothing of it: its default holds. */
function withDefaults(site: SiteProgram): SiteProgram {
  return { ...site, config: { ...DEFAULT_SITE, ...site.config } }
}

function readColumn(bytes: ArrayBuffer, at: number, kind: number, length: number): Column {
  if (kind === COLUMN_U8) return new Uint8Array(bytes, at, length)
  if (kind !== COLUMN_U32 && kind !== COLUMN_RISES) throw new RangeError(`no column has kind ${kind}`)
  const stored = new Uint32Array(bytes, at, length)
  if (kind === COLUMN_U32) return stored
  const column = new Uint32Array(length)
  for (let i = 0, sum = 0; i < length; i++) column[i] = sum += stored[i]!
  return column
}

function columnOf(value: unknown, columns: readonly Column[]): unknown {
  if (typeof value !== 'object' || value === null || !('$' in value) || typeof value.$ !== 'number') return value
  const column = columns[value.$]
  if (column === undefined) throw new RangeError(`there is not a column ${value.$}`)
  return column
}

function fail(code: BundleError['code'], message: string): Decoded {
  return { ok: false, error: { code, message } }
}
