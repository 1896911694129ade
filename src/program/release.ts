/**
 * Reads and writes releases: the JSON that a store may have under the key `bundle`, with the
 * current version and one on trial. Everything else in a store is immutable
 * (docs/decisions/bundle.md).
 */
import { FORMAT_VERSION } from './format.ts'

export const RELEASE_KEY = 'bundle'

export interface PolicyVersion {
  readonly version: number
  readonly published: number
  /** The keys of its manifest and of the value that its sites share. */
  readonly manifest: string
  readonly shared: string
}

interface Trial extends PolicyVersion {
  /** The percentage of hosts that it serves; 0: it only decides and logs. */
  readonly percent: number
}

/**
 * The versions that served from a time on, in milliseconds since 1970: the current one, and one on
 * trial.
 */
interface Served {
  readonly from: number
  readonly versions: readonly number[]
}

export interface Release {
  readonly format: number
  /** Grows with every change. An edge never goes back to a lower one. */
  readonly sequence: number
  readonly current: PolicyVersion
  readonly trial: Trial | null
  /** Former versions, the last one first. */
  readonly earlier: readonly PolicyVersion[]
  /**
   * The highest version number so far, trials included, because logs name versions. Older releases
   * have none.
   */
  readonly highest?: number
  /** Which versions served when, the last first. Older releases have none. */
  readonly history?: readonly Served[]
}

/** A release written by newer code, which must not be overwritten. */
export class NewerFormatError extends Error {}
export class OlderFormatError extends Error {}

/** The limit for a release: a few hundred octets per version. */
const MOST_OCTETS = 64 * 1024

/**
 * Parses a release; null if the bytes are not one, so must be a bundle. @throws NewerFormatError,
 * OlderFormatError, SyntaxError
 */
export function readRelease(bytes: Uint8Array): Release | null {
  if (bytes[0] !== OPENING_BRACE) return null
  if (bytes.length > MOST_OCTETS)
    throw new SyntaxError(`the release is damaged: it has ${bytes.length} octets`)
  const release = JSON.parse(new TextDecoder().decode(bytes)) as Release
  const { format } = release
  const says = `the release has format ${format}, and this code reads format ${FORMAT_VERSION}`
  if (format > FORMAT_VERSION) throw new NewerFormatError(`${says}: update acap-edge`)
  if (format < FORMAT_VERSION)
    throw new OlderFormatError(`${says}: \`acap publish --rebuild\` publishes it again`)
  if (format !== FORMAT_VERSION || !isRelease(release))
    throw new SyntaxError('the release is damaged: a member is missing or of another kind')
  return release
}

function isRelease({ sequence, current, trial, earlier, highest = 1 }: Release): boolean {
  const versions = Array.isArray(earlier) ? [current, ...earlier] : [null]
  return (
    isCount(sequence) &&
    isCount(highest) &&
    versions.every(isVersion) &&
    (trial === null || isTrial(trial))
  )
}

function isTrial(trial: Trial): boolean {
  return (
    isVersion(trial) && Number.isFinite(trial.percent) && trial.percent >= 0 && trial.percent <= 100
  )
}

export function isVersion(value: unknown): value is PolicyVersion {
  const { version, published, manifest, shared } = (value ?? {}) as PolicyVersion
  return isKey(manifest) && isKey(shared) && isCount(version) && Number.isSafeInteger(published)
}

/** Whether a value is a valid key. Other paths or URLs could lead out of the store. */
function isKey(value: unknown): boolean {
  return typeof value === 'string' && /^values\/[\w-]+\/[\da-f]{64}$/.test(value)
}

/**
 * The limit for a sequence, as seconds in the year 33,658: sequences are close to the clock. A
 * larger one could never be replaced.
 */
const MOST_COUNT = 1e12

function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0 && number <= MOST_COUNT
}

const OPENING_BRACE = 0x7b
