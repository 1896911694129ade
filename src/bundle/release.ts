/**
 * What a store has under the key `bundle`, where that is no bundle: which versions are in force and on trial. A few lines of
 * JSON. Everything else in a store is immutable (docs/decisions/bundle.md).
 */
import { FORMAT_VERSION } from './format.ts'

/** The key of the release, or of a bundle. */
export const RELEASE_KEY = 'bundle'

/** One version of the policies. */
export interface PolicyVersion {
  /** Counts from 1. */
  readonly version: number
  /** Milliseconds since 1970. */
  readonly published: number
  /** The keys of its manifest, and of the value that its sites share. */
  readonly manifest: string
  readonly shared: string
}

/** A version that is not in force everywhere. */
interface Trial extends PolicyVersion {
  /** The share of hosts that are served by it; 0: it decides and logs, nothing else. */
  readonly percent: number
}

/** What is in force. */
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
}

/** Reads a release; null where the bytes are none, so that they are a bundle. @throws SyntaxError or TypeError */
export function readRelease(bytes: Uint8Array): Release | null {
  if (bytes[0] !== OPENING_BRACE) return null
  const release = JSON.parse(new TextDecoder().decode(bytes)) as Release
  if (release.format !== FORMAT_VERSION) throw new TypeError(otherFormat(release.format))
  return release
}

function otherFormat(format: number): string {
  const says = `the release has format ${format}, and this code reads format ${FORMAT_VERSION}`
  return format > FORMAT_VERSION ? `${says}: update acap-edge` : `${says}: publish it again`
}

const OPENING_BRACE = 0x7b
