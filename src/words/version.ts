/** V1, V3: a version number as written → how fields under it are read. The same for `ACAP-version` and the META tag. */

/** How fields are read: `later` is a 1.m that we do not know; `none`: another major version, nothing is read. */
export type VersionReading = '1.0' | '1.1' | 'later' | 'none'

/** A version of ACAP that a file declares. */
export interface Version {
  readonly declared: string
  readonly reading: VersionReading
  /** Not two or more integers joined by dots: an error, read as 1.0 (V3). */
  readonly malformed: boolean
}

/** What counts where nothing is declared (V1). */
export const UNDECLARED: Version = { declared: '1.0', reading: '1.0', malformed: false }

const NUMBERS = /^0*(\d+)\.0*(\d+)(?:\.\d+)*$/

/** Reads a version number; white space around it is gone already. */
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
