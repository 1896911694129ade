/**
 * The header and the directory of a bundle: checked, and looked into (format.ts).
 */
import {
  CHECKSUM_OFFSET,
  COUNT_OFFSET,
  COVERED_FROM,
  checksum,
  ENTRY_SIZE,
  FORMAT_VERSION,
  HASH_OFFSET,
  HEADER_SIZE,
  LABEL,
  MAX_SIZE,
  SIZE_OFFSET,
  VERSION_OFFSET,
  VOCABULARY,
  VOCABULARY_OFFSET,
} from './format.ts'

/** Why bytes are no bundle that this code can use. */
export interface BundleError {
  readonly code: 'label' | 'version' | 'size' | 'checksum' | 'content'
  readonly message: string
}

export type Result<Key extends string, Value> =
  | ({ readonly ok: true } & { readonly [K in Key]: Value })
  | { readonly ok: false; readonly error: BundleError }

/** One section: where it stands, and what its checksum must be. */
export interface Entry {
  readonly offset: number
  readonly size: number
  readonly checksum: number
}

/** The sections of a bundle, by their places in the directory. */
export interface Directory {
  /** Kind, offset, size and checksum of each. */
  readonly words: Uint32Array
  /** The first place of each kind. Sections of one kind stand together. */
  readonly firstOf: ReadonlyMap<number, number>
  /** How many there are of each kind. */
  readonly countOf: ReadonlyMap<number, number>
}

/** What is wrong with the header, or with the directory as a whole; null for nothing. */
export function headerError(buffer: ArrayBuffer): BundleError | null {
  const { byteLength } = buffer
  if (byteLength < HEADER_SIZE) return { code: 'size', message: `${byteLength} bytes are too few for a bundle` }
  const view = new DataView(buffer)
  const label = String.fromCharCode(...new Uint8Array(buffer, 0, LABEL.length))
  if (label !== LABEL) return { code: 'label', message: `the file does not begin with \`${LABEL}\`` }
  const version = view.getUint32(VERSION_OFFSET, true)
  if (version !== FORMAT_VERSION) return { code: 'version', message: otherVersion(version) }
  const size = view.getUint32(SIZE_OFFSET, true)
  if (size !== byteLength || size > MAX_SIZE || size % 4 !== 0) {
    return { code: 'size', message: `the bundle says ${size} bytes and has ${byteLength}` }
  }
  const end = HEADER_SIZE + view.getUint32(COUNT_OFFSET, true) * ENTRY_SIZE
  const isWhole = end <= byteLength
  const sum = isWhole ? checksum(new Uint32Array(buffer, COVERED_FROM, (end - COVERED_FROM) / 4)) : null
  if (view.getUint32(CHECKSUM_OFFSET, true) !== sum) {
    return { code: 'checksum', message: 'the bundle is corrupt: the checksum of its header does not fit' }
  }
  if (view.getUint32(VOCABULARY_OFFSET, true) !== VOCABULARY) {
    return {
      code: 'version',
      message: 'the bundle was built for another list of usages: build it again with `acap build`',
    }
  }
  return null
}

function otherVersion(version: number): string {
  const says = `the bundle has format ${version}, and this code reads format ${FORMAT_VERSION}`
  return version < FORMAT_VERSION
    ? `${says}: build it again with \`acap build\``
    : `${says}: update acap-edge, or build it again with this version`
}

/** The directory; null where its sections do not fill the file one behind the other, or are no sections. */
export function directoryOf(buffer: ArrayBuffer): Directory | null {
  const count = new DataView(buffer).getUint32(COUNT_OFFSET, true)
  const words = new Uint32Array(buffer, HEADER_SIZE, (count * ENTRY_SIZE) / 4)
  const firstOf = new Map<number, number>()
  const countOf = new Map<number, number>()
  let end = HEADER_SIZE + count * ENTRY_SIZE
  for (let place = 0; place < count; place++) {
    const [kind, offset, size] = [words[place * 4]!, words[place * 4 + 1]!, words[place * 4 + 2]!]
    if (offset !== end || size % 4 !== 0) return null
    end += size
    const earlier = countOf.get(kind) ?? 0
    if (earlier === 0) firstOf.set(kind, place)
    else if (firstOf.get(kind)! + earlier !== place) return null
    countOf.set(kind, earlier + 1)
  }
  return end === buffer.byteLength ? { words, firstOf, countOf } : null
}

/** The section of a kind with a number among these; null where there is none. */
export function entryAt({ words, firstOf }: Directory, kind: number, number: number): Entry | null {
  const first = firstOf.get(kind)
  if (first === undefined) return null
  const at = (first + number) * 4
  return { offset: words[at + 1]!, size: words[at + 2]!, checksum: words[at + 3]! }
}

/** A section that is not there: its checksum fits nothing. */
export const NOWHERE: Entry = { offset: HEADER_SIZE, size: 0, checksum: -1 }

/** What is wrong with the bytes of a section, as its checksum says; null for nothing. */
export function entryError(buffer: ArrayBuffer, { offset, size, checksum: sum }: Entry): string | null {
  return checksum(new Uint32Array(buffer, offset, size / 4)) === sum ? null : 'the checksum does not fit'
}

/** The hash that the header carries, in lower-case hexadecimal. */
export function hashIn(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer, HASH_OFFSET, 32)].map((octet) => octet.toString(16).padStart(2, '0')).join('')
}

/** An error as a result. */
export function fail(code: BundleError['code'], message: string): { readonly ok: false; readonly error: BundleError } {
  return { ok: false, error: { code, message } }
}
