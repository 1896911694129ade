/**
 * Sections → a file of bundle format 2 (format.ts), with the hash of its content. Equal sections give equal bytes.
 */
import { columnsOf } from './crawler-table.ts'
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
  SECTION,
  type SectionKind,
  SIZE_OFFSET,
  VERSION_OFFSET,
  VOCABULARY,
  VOCABULARY_OFFSET,
} from './format.ts'
import type { Network, Registry } from './program.ts'
import { writeSection } from './write-section.ts'

/** A section, encoded. */
export interface Section {
  readonly kind: SectionKind
  readonly bytes: Uint8Array<ArrayBuffer>
}

export function section(kind: SectionKind, value: unknown): Section {
  return { kind, bytes: writeSection(value) }
}

/** What all sites share. */
export function sharedSections({ crawlers, ...recognition }: Registry, networks: readonly Network[]): Section[] {
  return [
    section(SECTION.registry, recognition),
    section(SECTION.crawlers, columnsOf(crawlers)),
    ...networks.map((network) => section(SECTION.network, network)),
  ]
}

/** The file of these sections. */
export async function sectionFile(sections: readonly Section[]): Promise<Uint8Array<ArrayBuffer>> {
  const size = sections.reduce((sum, { bytes }) => sum + ENTRY_SIZE + bytes.length, HEADER_SIZE)
  const bytes = new Uint8Array(size)
  writeSections(bytes, sections)
  await writeHeader(bytes, sections.length)
  return bytes
}

/** Writes the directory and the sections behind it. */
function writeSections(bytes: Uint8Array<ArrayBuffer>, sections: readonly Section[]): void {
  const view = new DataView(bytes.buffer)
  let at = HEADER_SIZE + sections.length * ENTRY_SIZE
  for (const [i, section] of sections.entries()) {
    const words = [section.kind, at, section.bytes.length, checksum(new Uint32Array(section.bytes.buffer))]
    words.forEach((word, k) => {
      view.setUint32(HEADER_SIZE + i * ENTRY_SIZE + k * 4, word, true)
    })
    bytes.set(section.bytes, at)
    at += section.bytes.length
  }
}

async function writeHeader(bytes: Uint8Array<ArrayBuffer>, sections: number): Promise<void> {
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(LABEL))
  view.setUint32(VERSION_OFFSET, FORMAT_VERSION, true)
  view.setUint32(SIZE_OFFSET, bytes.length, true)
  view.setUint32(VOCABULARY_OFFSET, VOCABULARY, true)
  view.setUint32(COUNT_OFFSET, sections, true)
  bytes.set(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.subarray(HEADER_SIZE))), HASH_OFFSET)
  const covered = HEADER_SIZE + sections * ENTRY_SIZE - COVERED_FROM
  view.setUint32(CHECKSUM_OFFSET, checksum(new Uint32Array(bytes.buffer, COVERED_FROM, covered / 4)), true)
}
