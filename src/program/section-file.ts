/**
 * Reads a file of bundle format 3. Header and directory are checked when it is opened, each section
 * when it is read. Columns are views of the bytes, except `rises`.
 */
import {
  COLUMN,
  type Column,
  checksum,
  ENTRY_SIZE,
  FORMAT_VERSION,
  HASH_SIZE,
  HEADER,
  HEADER_SIZE,
  hexadecimal,
  LABEL,
  MAX_SIZE,
  padded,
  type SectionKind,
  VOCABULARY,
} from './format.ts'

/** Why the bytes are not a usable bundle. */
export interface BundleError {
  readonly code: 'label' | 'version' | 'size' | 'checksum' | 'content'
  readonly message: string
}

/** A value, or an error. */
export type Result<Key extends string, Value> =
  | ({ readonly ok: true } & { readonly [K in Key]: Value })
  | { readonly ok: false; readonly error: BundleError }

export class BundleFault extends Error {
  readonly code: BundleError['code']

  constructor(code: BundleError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** By kind: its sections, each with kind, offset, size and checksum. */
type Directory = ReadonlyMap<number, Uint32Array>

export class SectionFile {
  readonly #buffer: ArrayBuffer
  readonly #directory: Directory

  constructor(buffer: ArrayBuffer, directory: Directory) {
    this.#buffer = buffer
    this.#directory = directory
  }

  get hash(): string {
    return hexadecimal(new Uint8Array(this.#buffer, HEADER.hash, HASH_SIZE))
  }

  count(kind: SectionKind): number {
    return (this.#directory.get(kind)?.length ?? 0) / 4
  }

  checksum(kind: SectionKind, number: number): number {
    return this.#directory.get(kind)?.[number * 4 + 3] ?? 0
  }

  /**
   * Reads a section, on first use. `what` names it in errors. @throws if its checksum or form is
   * wrong
   */
  section<Value>(kind: SectionKind, what: string | (() => string), number = 0): () => Value {
    const entry = this.#directory.get(kind)?.subarray(number * 4, number * 4 + 4) ?? []
    // A missing section never has the right checksum.
    const [, offset = HEADER_SIZE, size = 0, sum = -1] = entry
    if (checksum(new Uint32Array(this.#buffer, offset, size / 4)) !== sum) {
      const name = typeof what === 'string' ? what : what()
      throw new BundleFault('checksum', `the bundle is corrupt: ${name}: the checksum does not fit`)
    }
    let value: Value | undefined
    return () => {
      value ??= readSection(this.#buffer, offset) as Value
      return value
    }
  }
}

/** Opens a file. A view of a part of a buffer is copied, because columns need alignment. @throws */
export function openFile(source: ArrayBuffer | Uint8Array): SectionFile {
  const buffer = source instanceof Uint8Array ? bufferOf(source) : source
  checkHeader(buffer)
  const directory = directoryOf(buffer)
  if (directory === null)
    throw new BundleFault('content', 'the bundle is corrupt: its directory does not fit its size')
  return new SectionFile(buffer, directory)
}

function bufferOf(view: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = view
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? buffer
    : new Uint8Array(view).buffer
}

/** Checks the header, and the directory by its checksum. @throws */
function checkHeader(buffer: ArrayBuffer): void {
  const { byteLength } = buffer
  if (byteLength < HEADER_SIZE)
    throw new BundleFault('size', `${byteLength} bytes are too few for a bundle`)
  const view = new DataView(buffer)
  const label = String.fromCharCode(...new Uint8Array(buffer, 0, LABEL.length))
  if (label !== LABEL) throw new BundleFault('label', `the file does not begin with \`${LABEL}\``)
  const version = view.getUint32(HEADER.version, true)
  if (version !== FORMAT_VERSION) throw new BundleFault('version', otherVersion(version))
  const size = view.getUint32(HEADER.size, true)
  if (size !== byteLength || size > MAX_SIZE) {
    throw new BundleFault('size', `the bundle says ${size} bytes and has ${byteLength}`)
  }
  const end = HEADER_SIZE + view.getUint32(HEADER.count, true) * ENTRY_SIZE
  const isWhole = end <= byteLength
  const sum = isWhole
    ? checksum(new Uint32Array(buffer, HEADER.covered, (end - HEADER.covered) / 4))
    : null
  if (view.getUint32(HEADER.checksum, true) !== sum) {
    throw new BundleFault(
      'checksum',
      'the bundle is corrupt: the checksum of its header does not fit',
    )
  }
  if (view.getUint32(HEADER.vocabulary, true) !== VOCABULARY) {
    throw new BundleFault(
      'version',
      'the bundle has another list of usages: build it again with `acap build`',
    )
  }
}

function otherVersion(version: number): string {
  const says = `the bundle has format ${version}, and this code reads format ${FORMAT_VERSION}`
  return version < FORMAT_VERSION
    ? `${says}: build it again with \`acap build\``
    : `${says}: update acap-edge, or build it again with this version`
}

/** Null unless the sections fill the file without gaps and those of a kind are adjacent. */
function directoryOf(buffer: ArrayBuffer): Directory | null {
  const count = new DataView(buffer).getUint32(HEADER.count, true)
  const words = new Uint32Array(buffer, HEADER_SIZE, (count * ENTRY_SIZE) / 4)
  const directory = new Map<number, Uint32Array>()
  let end = HEADER_SIZE + count * ENTRY_SIZE
  for (let place = 0; place < words.length; ) {
    const first = place
    const kind = words[first]!
    if (directory.has(kind)) return null
    for (; words[place] === kind; place += 4) {
      const size = words[place + 2]!
      if (words[place + 1] !== end || size % 4 !== 0) return null
      end += size
    }
    directory.set(kind, words.subarray(first, place))
  }
  return end === buffer.byteLength ? directory : null
}

export function attempt<Key extends string, Value>(
  key: Key,
  read: () => Value,
): Result<Key, Value> {
  try {
    return { ok: true, [key]: read() } as Result<Key, Value>
  } catch (error) {
    const { message } = error as Error
    if (error instanceof BundleFault) return { ok: false, error: { code: error.code, message } }
    return { ok: false, error: { code: 'content', message: `the bundle is corrupt: ${message}` } }
  }
}

type Container = Record<string | number, unknown>

/** Reads the section at `offset`. @throws RangeError, SyntaxError or TypeError for invalid bytes */
export function readSection(buffer: ArrayBuffer, offset: number): unknown {
  const view = new DataView(buffer)
  const columns: Column[] = []
  let at = offset + 8
  for (let left = view.getUint32(offset + 4, true); left > 0; left--) {
    const kind = view.getUint8(at)
    const length = view.getUint32(at + 4, true)
    columns.push(readColumn(buffer, at + 8, kind, length))
    at += 8 + padded(kind === COLUMN.u8 ? length : length * 4)
  }
  const text = decoder.decode(new Uint8Array(buffer, at, view.getUint32(offset, true)))
  const [value, places] = JSON.parse(text) as [unknown, (string | number)[][]]
  if (places.length !== columns.length) throw new RangeError('a column has no place')
  for (const [i, path] of places.entries()) {
    let container = value as Container
    for (let step = 0; step < path.length - 1; step++)
      container = ownMember(container, path[step]!) as Container
    ownMember(container, path.at(-1)!)
    container[path.at(-1)!] = columns[i]
  }
  return value
}

/** Only own members: others would lead to the shared prototype. */
function ownMember(container: Container, key: string | number): unknown {
  if (!Object.hasOwn(container, key)) throw new RangeError('a column has no place')
  return container[key]
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readColumn(buffer: ArrayBuffer, at: number, kind: number, length: number): Column {
  if (kind === COLUMN.u8) return new Uint8Array(buffer, at, length)
  if (kind !== COLUMN.u32 && kind !== COLUMN.rises)
    throw new RangeError(`no column has kind ${kind}`)
  const stored = new Uint32Array(buffer, at, length)
  if (kind === COLUMN.u32) return stored
  const column = new Uint32Array(length)
  for (let i = 0, sum = 0; i < length; i++) column[i] = sum += stored[i]!
  return column
}
