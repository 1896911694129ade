/**
 * Parses ACAP version numbers, and says how fields under each are read (V1, V3). For `ACAP-version`
 * and META.
 */

/**
 * How fields are read. `later`: a 1.m that we do not know. `none`: another major version, so
 * nothing is read.
 */
export type VersionReading = '1.0' | '1.1' | 'later' | 'none'

/** A declared version of ACAP. */
export interface Version {
  readonly declared: string
  readonly reading: VersionReading
  /**
   * Whether it is not a list of integers joined by dots. It is then an error and read as 1.0 (V3).
   */
  readonly malformed: boolean
}

/** The version if none is declared (V1). */
export const UNDECLARED: Version = { declared: '1.0', reading: '1.0', malformed: false }

const NUMBERS = /^0*(\d+)\.0*(\d+)(?:\.\d+)*$/

/** Parses a version number without surrounding white space. */
export function readVersion(text: string): Version {
  const numbers = NUMBERS.exec(text)
  if (!numbers) return { declared: text, reading: '1.0', malformed: true }
  if (numbers[1] !== '1') return { declared: text, reading: 'none', malformed: false }
  const minor = numbers[2]
  return {
    declared: text,
    reading: minor === '0' ? '1.0' : minor === '1' ? '1.1' : 'later',
    malformed: false,
  }
}
