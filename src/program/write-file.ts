/**
 * Writes sections as a file of bundle format 3 (format.ts), with the hash of its content. Equal
 * sections give equal bytes. A section has the typed arrays of its value as columns, and everything
 * else as JSON in which they are null:
 *
 *   0  size of the JSON, in octets
 *   4  number of columns
 *   8  the columns: kind u8 and three zeros, elements u32, then the elements, each padded to a
 *      multiple of 4 octets
 *   …  JSON in UTF-8: `[value, places]`, where `places` has the path of each column in the value;
 *      padded with zeros
 */
import {
  COLUMN,
  type Column,
  type CrawlerColumns,
  checksum,
  ENTRY_SIZE,
  FORMAT_VERSION,
  HEADER,
  HEADER_SIZE,
  LABEL,
  padded,
  SECTION,
  type SectionKind,
  VOCABULARY,
} from './format.ts'
import { OPERATORS_HELP } from './operators-help.ts'
import type { KnownCrawler, Network, Registry } from './program.ts'

export interface Section {
  readonly kind: SectionKind
  readonly bytes: Uint8Array<ArrayBuffer>
}

export function section(kind: SectionKind, value: unknown): Section {
  return { kind, bytes: WRITTEN.get(value as object) ?? writeSection(value) }
}

export function sharedSections(
  { crawlers, ...recognition }: Registry,
  networks: readonly Network[],
): Section[] {
  return [
    section(SECTION.registry, { ...recognition, help: OPERATORS_HELP }),
    section(SECTION.crawlers, columnsOf(crawlers)),
    ...networks.map((network) => section(SECTION.network, network)),
  ]
}

function columnsOf(crawlers: readonly KnownCrawler[]): CrawlerColumns {
  const categories = [...new Set(crawlers.map(({ category }) => category))]
  const operators = [...new Set(crawlers.flatMap(({ operator }) => operator ?? []))]
  const placeOf = new Map(operators.map((operator, i) => [operator, i + 1]))
  return {
    names: crawlers.map(({ name }) => name),
    categories,
    operators,
    category: Uint8Array.from(crawlers, ({ category }) => categories.indexOf(category)),
    operator: Uint32Array.from(crawlers, ({ operator }) =>
      operator === null ? 0 : placeOf.get(operator)!,
    ),
  }
}

export async function sectionFile(sections: readonly Section[]): Promise<Uint8Array<ArrayBuffer>> {
  const size = sections.reduce((sum, { bytes }) => sum + ENTRY_SIZE + bytes.length, HEADER_SIZE)
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  const start = HEADER_SIZE + sections.length * ENTRY_SIZE
  let at = start
  for (const [i, section] of sections.entries()) {
    const words = [
      section.kind,
      at,
      section.bytes.length,
      checksum(new Uint32Array(section.bytes.buffer)),
    ]
    words.forEach((word, k) => {
      view.setUint32(HEADER_SIZE + i * ENTRY_SIZE + k * 4, word, true)
    })
    bytes.set(section.bytes, at)
    at += section.bytes.length
  }
  bytes.set(new TextEncoder().encode(LABEL))
  view.setUint32(HEADER.version, FORMAT_VERSION, true)
  view.setUint32(HEADER.size, bytes.length, true)
  view.setUint32(HEADER.vocabulary, VOCABULARY, true)
  view.setUint32(HEADER.count, sections.length, true)
  bytes.set(
    new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.subarray(HEADER_SIZE))),
    HEADER.hash,
  )
  const covered = new Uint32Array(bytes.buffer, HEADER.covered, (start - HEADER.covered) / 4)
  view.setUint32(HEADER.checksum, checksum(covered), true)
  return bytes
}

type Path = readonly (string | number)[]

/** Values that were read from bytes, with these bytes. */
const WRITTEN = new WeakMap<object, Uint8Array<ArrayBuffer>>()

/** Notes that a value was read from these bytes, so that writing it needs no encoding. */
export function asWritten<T extends object>(value: T, bytes: Uint8Array<ArrayBuffer>): T {
  WRITTEN.set(value, bytes)
  return value
}

/** The bytes of a section, a multiple of four. Equal values give equal bytes. */
export function writeSection(value: unknown): Uint8Array<ArrayBuffer> {
  const columns: { readonly column: Column; readonly path: Path }[] = []
  const plain = withoutColumns(value, [], (column, path) => columns.push({ column, path }))
  const text = new TextEncoder().encode(JSON.stringify([plain, columns.map(({ path }) => path)]))
  const size = columns.reduce((sum, { column }) => sum + 8 + padded(column.byteLength), 8)
  const bytes = new Uint8Array(size + padded(text.length))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, text.length, true)
  view.setUint32(4, columns.length, true)
  let at = 8
  for (const { column } of columns) {
    view.setUint8(at, kindOf(column))
    view.setUint32(at + 4, column.length, true)
    writeColumn(view, at + 8, column)
    at += 8 + padded(column.byteLength)
  }
  bytes.set(text, at)
  return bytes
}

/** Copies a value with null in place of typed arrays, which are reported with their paths. */
function withoutColumns(
  value: unknown,
  path: Path,
  take: (column: Column, path: Path) => void,
): unknown {
  if (value instanceof Uint8Array || value instanceof Uint32Array) {
    take(value, path)
    return null
  }
  if (Array.isArray(value)) return value.map((each, i) => withoutColumns(each, [...path, i], take))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withoutColumns(each, [...path, key], take)]),
  )
}

function kindOf(column: Column): number {
  if (column instanceof Uint8Array) return COLUMN.u8
  return column.every((element, i) => i === 0 || element >= column[i - 1]!)
    ? COLUMN.rises
    : COLUMN.u32
}

function writeColumn(view: DataView, at: number, column: Column): void {
  const kind = kindOf(column)
  if (kind === COLUMN.u8) new Uint8Array(view.buffer, at, column.length).set(column)
  else {
    column.forEach((element: number, i: number) => {
      const before = kind === COLUMN.rises && i > 0 ? column[i - 1]! : 0
      view.setUint32(at + i * 4, element - before, true)
    })
  }
}
