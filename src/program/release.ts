/**
 * What a store has under the key `bundle`, where that is no bundle: the versions in force and on trial, as JSON.
 * Everything else in a store is immutable (docs/decisions/bundle.md).
 */
import { FORMAT_VERSION } from './format.ts'

export const RELEASE_KEY = 'bundle'

export interface PolicyVersion {
  readonly version: number
  readonly published: number
  /** The keys of its manifest, and of the value that its sites share. */
  readonly manifest: string
  readonly shared: string
}

interface Trial extends PolicyVersion {
  /** The share of hosts that are served by it; 0: it decides and logs, nothing else. */
  readonly percent: number
}

/** The versions that served from a time on, in milliseconds since 1970: the one in force, and one on trial for some hosts. */
interface Served {
  readonly from: number
  readonly versions: readonly number[]
}

export interface Release {
  readonly format: number
  /** Grows by one with every change. An edge never goes back to a lower one. */
  readonly sequence: number
  readonly current: PolicyVersion
  readonly trial: Trial | null
  /** Versions that were in force, the last one first. */
  readonly earlier: readonly PolicyVersion[]
  /** The highest number that a version had: logs name versions, also those of a trial that ended. Older releases have none. */
  readonly highest?: number
  /** What served when, the last first. Older releases have none. */
  readonly history?: readonly Served[]
}

/** A release of newer code, which must not be written over. */
export class NewerFormatError extends Error {}
export class OlderFormatError extends Error {}

/** What a release may have at most: a few hundred octets for each version. An isolate has no memory for the largest value. */
const MOST_OCTETS = 64 * 1024

/** Reads a release; null where the bytes are none, so that they are a bundle. @throws NewerFormatError, OlderFormatError, SyntaxError */
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

/** Whether a value is the key of a value: another path or URL could lead out of the store. */
function isKey(value: unknown): boolean {
  return typeof value === 'string' && /^values\/[\w-]+\/[\da-f]{64}$/.test(value)
}

/** Seconds since 1970 of the year 33,658: sequences are ahead of the clock by few. No other would follow a larger one. */
const MOST_COUNT = 1e12

function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0 && number <= MOST_COUNT
}

const OPENING_BRACE = 0x7b
