/**
 * The bytes of a bundle: label, version, limits, checksum, and the order of the typed columns. Shared by encode and
 * decode, which never see each other.
 *
 *   0  label "ACAPEDGE"          8 octets
 *   8  format version            u32, little endian, as all numbers
 *  12  size of the whole         u32
 *  16  checksum of all that follows   u32
 *  20  size of the text part     u32
 *  24  number of columns         u32
 *  28  SHA-256 of the content    32 octets, carried, never computed here
 *  60  columns: kind u8 and three zeros, elements u32, then the elements, padded to 4 octets each.
 *      A column that never falls is kept as its rises, which compress to next to nothing
 *   …  the text part: JSON in UTF-8, in which `{"$": n}` stands for column n
 */
export const LABEL = 'ACAPEDGE'
export const FORMAT_VERSION = 2
export const HEADER_SIZE = 60
export const HASH_OFFSET = 28
export const CHECKSUM_OFFSET = 16
export const COVERED_FROM = 20

/** Larger than any policy the build accepts; a size beyond it is corruption, not data. */
export const MAX_SIZE = 64 * 1024 * 1024

export const COLUMN_U8 = 1
export const COLUMN_U32 = 4
/** A u32 column kept as the differences of its elements. */
export const COLUMN_RISES = 5
export type Column = Uint8Array | Uint32Array

/**
 * A fast 32-bit checksum over whole words. Each step is a bijection of the state and of the word, so a change within
 * one word is always noticed. It guards against corruption, not against an adversary.
 */
export function checksum(words: Uint32Array): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < words.length; at++) {
    sum = Math.imul(sum ^ words[at]!, 0x9e3779b1)
    sum ^= sum >>> 15
  }
  return sum >>> 0
}

/** The octets an array of `size` octets takes with its padding. */
export function padded(size: number): number {
  return (size + 3) & ~3
}
