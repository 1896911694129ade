/**
 * A file of bundle format 2 → its sections: the header and the directory checked at once, each section when it is read.
 */
import {
  CHECKSUM_OFFSET,
  COUNT_OFFSET,
  COVERED_FROM,
  checksum,
  ENTRY_SIZE,
  FORMAT_VERSION,
  HASH_OFFSET,
  HASH_SIZE,
  HEADER_SIZE,
  hexadecimal,
  LABEL,
  MAX_SIZE,
  type SectionKind,
  SIZE_OFFSET,
  VERSION_OFFSET,
  VOCABULARY,
  VOCABULARY_OFFSET,
} from './format.ts'
import { readSection } from './read-section.ts'

/** Why bytes are no bundle that this code can use. */
export interface BundleError {
  readonly code: 'label' | 'version' | 'size' | 'checksum' | 'content'
  readonly message: string
}

export type Result<Key extends string, Value> =
  | ({ readonly ok: true } & { readonly [K in Key]: Value })
  | { readonly ok: false; readonly error: BundleError }

/** Why reading ends: what `attempt` gives as an error. */
class BundleFault extends Error {
  readonly code: BundleError['code']

  constructor(code: BundleError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** One section: where it stands, and what its checksum must be. */
interface Entry {
  readonly offset: number
  readonly size: number
  readonly checksum: number
}

/** The sections of a file, by their places in the directory. */
interface Directory {
  /** Kind, offset, size and checksum of each. */
  readonly words: Uint32Array
  /** The first place of each kind. Sections of one kind stand together. */
  readonly firstOf: ReadonlyMap<number, number>
  /** How many there are of each kind. */
  readonly countOf: ReadonlyMap<number, number>
}

/** A file whose header and directory are sound. */
export class SectionFile {
  readonly #buffer: ArrayBuffer
  readonly #directory: Directory

  constructor(buffer: ArrayBuffer, directory: Directory) {
    this.#buffer = buffer
    this.#directory = directory
  }

  /** The hash that the header carries, in lower-case hexadecimal. */
  get hash(): string {
    return hexadecimal(new Uint8Array(this.#buffer, HASH_OFFSET, HASH_SIZE))
  }

  /** How many sections of a kind there are. */
  count(kind: SectionKind): number {
    return this.#directory.countOf.get(kind) ?? 0
  }

  /**
   * A section, which is read at the first call. `what` names it in messages.
   * @throws where it is not as its checksum says, and at the call for bytes that no encoder wrote.
   */
  section<Value>(kind: SectionKind, what: string | (() => string), number = 0): () => Value {
    const { offset, size, checksum: sum } = entryAt(this.#directory, kind, number) ?? NOWHERE
    if (checksum(new Uint32Array(this.#buffer, offset, size / 4)) !== sum) {
      const name = typeof what === 'string' ? what : what()
      throw fault('checksum', `the bundle is corrupt: ${name}: the checksum does not fit`)
    }
    let value: Value | undefined
    return () => {
      value ??= readSection(this.#buffer, offset) as Value
      return value
    }
  }
}

/** A section that is not there: its checksum fits nothing. */
const NOWHERE: Entry = { offset: HEADER_SIZE, size: 0, checksum: -1 }

/** Opens a file; a view on a part of a buffer is copied, so that columns can be laid on the bytes. @throws */
export function openFile(source: ArrayBuffer | Uint8Array): SectionFile {
  const buffer = source instanceof Uint8Array ? bufferOf(source) : source
  checkHeader(buffer)
  const directory = directoryOf(buffer)
  if (directory === null) throw fault('content', 'the bundle is corrupt: its directory does not fit its size')
  return new SectionFile(buffer, directory)
}

function bufferOf(view: Uint8Array): ArrayBuffer {
  const { buffer, byteLength } = view
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? buffer : new Uint8Array(view).buffer
}

/** Looks at the header, and at the directory as far as its checksum goes. @throws */
function checkHeader(buffer: ArrayBuffer): void {
  const { byteLength } = buffer
  if (byteLength < HEADER_SIZE) throw fault('size', `${byteLength} bytes are too few for a bundle`)
  const view = new DataView(buffer)
  const label = String.fromCharCode(...new Uint8Array(buffer, 0, LABEL.length))
  if (label !== LABEL) throw fault('label', `the file does not begin with \`${LABEL}\``)
  const version = view.getUint32(VERSION_OFFSET, true)
  if (version !== FORMAT_VERSION) throw fault('version', otherVersion(version))
  const size = view.getUint32(SIZE_OFFSET, true)
  if (size !== byteLength || size > MAX_SIZE || size % 4 !== 0) {
    throw fault('size', `the bundle says ${size} bytes and has ${byteLength}`)
  }
  const end = HEADER_SIZE + view.getUint32(COUNT_OFFSET, true) * ENTRY_SIZE
  const isWhole = end <= byteLength
  const sum = isWhole ? checksum(new Uint32Array(buffer, COVERED_FROM, (end - COVERED_FROM) / 4)) : null
  if (view.getUint32(CHECKSUM_OFFSET, true) !== sum) {
    throw fault('checksum', 'the bundle is corrupt: the checksum of its header does not fit')
  }
  if (view.getUint32(VOCABULARY_OFFSET, true) !== VOCABULARY) {
    throw fault('version', 'the bundle was built for another list of usages: build it again with `acap build`')
  }
}

function otherVersion(version: number): string {
  const says = `the bundle has format ${version}, and this code reads format ${FORMAT_VERSION}`
  return version < FORMAT_VERSION
    ? `${says}: build it again with \`acap build\``
    : `${says}: update acap-edge, or build it again with this version`
}

/** The directory; null where its sections do not fill the file one behind the other, or are no sections. */
function directoryOf(buffer: ArrayBuffer): Directory | null {
  const count = new DataView(buffer).getUint32(COUNT_OFFSET, true)
  const words = new Uint32Array(buffer, HEADER_SIZE, (count * ENTRY_SIZE) / 4)
  const firstOf = new Map<number, number>()
  const countOf = new Map<number, number>()
  let end = HEADER_SIZE + count * ENTRY_SIZE
  for (let place = 0; place < count; ) {
    const first = place
    const kind = words[first * 4]!
    if (firstOf.has(kind)) return null
    for (; place < count && words[place * 4] === kind; place++) {
      const size = words[place * 4 + 2]!
      if (words[place * 4 + 1] !== end || size % 4 !== 0) return null
      end += size
    }
    firstOf.set(kind, first)
    countOf.set(kind, place - first)
  }
  return end === buffer.byteLength ? { words, firstOf, countOf } : null
}

/** The section of a kind with a number among these; null where there is none. */
function entryAt({ words, firstOf }: Directory, kind: number, number: number): Entry | null {
  const first = firstOf.get(kind)
  if (first === undefined) return null
  const at = (first + number) * 4
  return { offset: words[at + 1]!, size: words[at + 2]!, checksum: words[at + 3]! }
}

/** What reading gives, as a result. */
export function attempt<Key extends string, Value>(key: Key, read: () => Value): Result<Key, Value> {
  try {
    return { ok: true, [key]: read() } as Result<Key, Value>
  } catch (error) {
    const { message } = error as Error
    if (error instanceof BundleFault) return { ok: false, error: { code: error.code, message } }
    return { ok: false, error: { code: 'content', message: `the bundle is corrupt: ${message}` } }
  }
}

/** What reading throws. */
export function fault(code: BundleError['code'], message: string): Error {
  return new BundleFault(code, message)
}
