/**
 * The bytes of a bundle, format 3: what encode and decode both know, which never see each other.
 * All numbers are u32 and little endian.
 *
 *   0  label "ACAPEDGE"          8 octets
 *   8  format version
 *  12  size of the whole
 *  16  checksum of the header from octet 20 on, and of the directory
 *  20  checksum of the words that programs name by number (VOCABULARY)
 *  24  number of sections
 *  28  SHA-256 of everything behind the header, carried, never computed here: 32 octets
 *  60  zero
 *  64  the directory: kind, offset, size and checksum of each section
 *   …  the sections, one behind the other, in the order of the directory (write-file.ts)
 *
 * A section is read when it is needed. One that is damaged says nothing of the others.
 *
 * The values of a store have the same form with other sections (docs/decisions/bundle.md). A
 * manifest has `values` in the place of what is elsewhere; a shared value has the registry and the
 * lists of addresses; a site's value has the site.
 */
import type { Category } from '../words/decision-words.ts'
import { USAGES } from '../words/usages.ts'

export const LABEL = 'ACAPEDGE'
export const FORMAT_VERSION = 3
export const HEADER = {
  version: 8,
  size: 12,
  checksum: 16,
  covered: 20,
  vocabulary: 20,
  count: 24,
  hash: 28,
} as const
export const HASH_SIZE = 32
export const HEADER_SIZE = 64
export const ENTRY_SIZE = 16

/** The contents of sections. Sections of sites are in the order of site numbers. */
export const SECTION = {
  hosts: 1,
  names: 2,
  registry: 3,
  crawlers: 4,
  network: 5,
  site: 6,
  values: 7,
} as const
export type SectionKind = (typeof SECTION)[keyof typeof SECTION]

/** Larger than any policy that the build accepts, so a larger size is corruption. */
export const MAX_SIZE = 64 * 1024 * 1024

/** Kinds of columns. `rises`: u32 stored as differences, which compress well. */
export const COLUMN = { u8: 1, u32: 4, rises: 5 } as const
export type Column = Uint8Array | Uint32Array

/** The crawlers of a registry as columns: a request needs only one of them. */
export interface CrawlerColumns {
  readonly names: readonly string[]
  readonly categories: readonly Category[]
  readonly operators: readonly string[]
  /** Per crawler: the index of its category. */
  readonly category: Uint8Array
  /** Per crawler: the index of its operator, from 1; 0 for none. */
  readonly operator: Uint32Array
}

/** Sites by host, for the search before a site is decoded. */
export interface HostColumns {
  /** In order of octets: host `i` is `text[start[i]]` up to `text[start[i + 1]]`. */
  readonly start: Uint32Array
  readonly text: Uint8Array
  readonly site: Uint32Array
  /** Whether hosts that no site names are refused. */
  readonly refusesOthers: boolean
  /** The origins of sites, by site number. Sites without one are left out. */
  readonly origins: Readonly<Record<number, string>>
  /** Sites whose policy refuses nothing: it is off, or only observes. */
  readonly lenient: readonly number[]
}

/** The sites in a manifest. */
export interface ValueList {
  readonly sites: Uint8Array
}

export interface NameLists {
  /** The names that any site mentions, in lower case, sorted. */
  readonly crawlers: readonly string[]
  /** By the numbers of the sites. */
  readonly sites: readonly string[]
}

/**
 * A fast checksum of words. It always detects a change within one word. It protects against
 * corruption only, not against attack.
 */
export function checksum(words: Uint32Array): number {
  // A new isolate interprets this loop, so the lookup would be half of its cost.
  const { imul } = Math
  const { length } = words
  let sum = 0x811c9dc5
  for (let at = 0; at < length; at++) {
    sum = imul(sum ^ words[at]!, 0x9e3779b1)
    sum ^= sum >>> 15
  }
  return sum >>> 0
}

/** A bundle carries the checksum of these words: programs for other words would be misread. */
export const VOCABULARY = checksum(Uint32Array.from(new TextEncoder().encode(USAGES.join(' '))))

export function padded(size: number): number {
  return (size + 3) & ~3
}

export function compareOctets(
  text: Uint8Array,
  from: number,
  to: number,
  octets: Uint8Array,
): number {
  const length = Math.min(to - from, octets.length)
  for (let i = 0; i < length; i++) {
    if (text[from + i] !== octets[i]) return text[from + i]! - octets[i]!
  }
  return to - from - octets.length
}

/**
 * The key of a value in a store. It includes format and vocabulary, because the same content may
 * mean something else.
 */
export function valueKey(hash: Uint8Array): string {
  return `values/${FORMAT_VERSION}-${VOCABULARY.toString(16)}/${hexadecimal(hash)}`
}

export function hashOfKey(key: string): Uint8Array {
  const text = key.slice(-2 * HASH_SIZE)
  return Uint8Array.from({ length: HASH_SIZE }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  )
}

export function hexadecimal(octets: Uint8Array): string {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('')
}
