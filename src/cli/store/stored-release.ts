/** Computes a store's next release, and rebuilds a damaged one from the records of its versions. */

import { StorageError, UsageError } from '../../base/faults.ts'
import { FORMAT_VERSION, LABEL } from '../../program/format.ts'
import type { PolicyVersion, Release } from '../../program/release.ts'
import {
  isVersion,
  NewerFormatError,
  OlderFormatError,
  readRelease,
} from '../../program/release.ts'
import { manifestIn, type StoreTarget } from './target.ts'

/** How many versions are kept beside the ones in force and on trial. */
export const MOST_EARLIER = 10
const MOST_HISTORY = 50

type Content = Pick<PolicyVersion, 'manifest' | 'shared'>

/**
 * The release that puts this content in force; `percent`: on trial instead, for so many hosts. Null
 * where it is already.
 * `most`: the highest number that a version had.
 */
export function withVersion(
  release: Release | null,
  content: Content,
  now: number,
  percent: number | null = null,
  most: number = highest(release),
): Release | null {
  const known = [release?.trial, release?.current].find(
    (each) => each != null && isSame(each, content),
  )
  const version = plain(known ?? { ...content, version: 1 + most, published: now })
  if (percent !== null) {
    if (release === null)
      throw new UsageError('there is no version in force to compare with', 'acap publish')
    if (isSame(release.current, content))
      throw new UsageError('this is the version in force: nothing has changed')
    return following(release, now, { trial: { ...version, percent } })
  }
  if (release === null) {
    const sequence = sequenceAfter(0, now)
    return withHistory(
      { format: FORMAT_VERSION, sequence, current: version, trial: null, earlier: [] },
      now,
    )
  }
  if (isSame(release.current, content))
    return release.trial === null ? null : following(release, now, { trial: null })
  return following(release, now, { current: version, trial: null })
}

/**
 * The release that ends a trial, or puts the named or earlier version in force. @throws UsageError
 * without one
 */
export function withoutVersion(release: Release, named: number | null, now: number): Release {
  if (named === null && release.trial !== null) return following(release, now, { trial: null })
  const current = release.earlier.find(({ version }) => named === null || version === named)
  if (current !== undefined) return following(release, now, { current, trial: null })
  if (named === release.current.version)
    throw new UsageError(`version ${named} is in force already`)
  const what = named === null ? 'an earlier version' : `version ${named}`
  throw new UsageError(`the store does not have ${what}`, 'acap publish --list')
}

export function versionsOf(release: Release | null): readonly PolicyVersion[] {
  if (release === null) return []
  return [release.current, ...(release.trial === null ? [] : [release.trial]), ...release.earlier]
}

/** The release that changes nothing but says that the store was changed. */
export function renewed(release: Release, now: number): Release {
  return following(release, now, {})
}

/** The next release of a store: the version that it replaces is the first of the earlier ones. */
function following(release: Release, now: number, change: Partial<Release>): Release {
  const sequence = sequenceAfter(release.sequence, now)
  const most = highest({ ...release, ...change, highest: highest(release) })
  const next = withHistory({ ...release, ...change, sequence, highest: most }, now)
  if (next.current.version === release.current.version) return next
  const others = release.earlier.filter(({ version }) => version !== next.current.version)
  return { ...next, earlier: [release.current, ...others].slice(0, MOST_EARLIER) }
}

/** The release with what serves from now on, where that has changed. */
function withHistory(release: Release, now: number): Release {
  const { current, trial, history = [] } = release
  const versions = [
    current.version,
    ...(trial === null || trial.percent === 0 ? [] : [trial.version]),
  ]
  if (history[0]?.versions.join() === versions.join()) return release
  return { ...release, history: [{ from: now, versions }, ...history].slice(0, MOST_HISTORY) }
}

/** Seconds, so that a store that was emptied goes on where it was. */
function sequenceAfter(sequence: number, now: number): number {
  return Math.max(sequence + 1, Math.floor(now / 1000))
}

function highest(release: Release | null): number {
  if (release === null) return 0
  const versions = [release.current, release.trial, ...release.earlier].map(
    (each) => each?.version ?? 0,
  )
  return Math.max(release.highest ?? 0, ...versions)
}

function isSame(version: Content, { manifest, shared }: Content): boolean {
  return version.manifest === manifest && version.shared === shared
}

function plain({ version, published, manifest, shared }: PolicyVersion): PolicyVersion {
  return { version, published, manifest, shared }
}

/** The release is lost or damaged; `--rebuild` repairs it. */
export class DamagedError extends StorageError {
  constructor(how: 'damaged' | 'missing' | 'of an older format') {
    const does =
      how === 'of an older format'
        ? 'publishes the folder again'
        : 'reads the versions back from their values'
    super(
      `the release of the store is ${how}: nothing was changed`,
      `acap publish --rebuild ${does}`,
    )
  }
}

/**
 * Reads a release; null where there is none, or a bundle in its place. @throws DamagedError;
 * StorageError for a newer one
 */
export function readStoredRelease(bytes: Uint8Array | null): Release | null {
  if (bytes === null || Buffer.from(bytes.subarray(0, LABEL.length)).toString('latin1') === LABEL)
    return null
  try {
    const release = readRelease(bytes)
    if (release !== null) return release
  } catch (fault) {
    if (fault instanceof NewerFormatError) throw new StorageError(fault.message)
    if (fault instanceof OlderFormatError) throw new DamagedError('of an older format')
  }
  throw new DamagedError('damaged')
}

const RECORDS = 'versions/'

/** Refuses a store that has versions and no release. @throws DamagedError */
export async function refuseLost(target: StoreTarget): Promise<void> {
  if ((await target.list(RECORDS)).length > 0) throw new DamagedError('missing')
}

export function recordsOf(release: Release): ReadonlyMap<string, Uint8Array> {
  const textOf = (each: PolicyVersion) =>
    new TextEncoder().encode(`${JSON.stringify(plain(each))}\n`)
  return new Map(versionsOf(release).map((each) => [`${RECORDS}${each.version}`, textOf(each)]))
}

/**
 * The keys of records that a release does not need. The highest number stays: it is not given
 * twice.
 */
export async function surplusRecords(
  target: StoreTarget,
  release: Release,
): Promise<readonly string[]> {
  const needed = recordsOf(release)
  const keys = await target.list(RECORDS)
  const most = Math.max(...keys.map(numberOf))
  return keys.filter((key) => !needed.has(key) && numberOf(key) !== most)
}

/**
 * No edge takes a lower sequence than it knows. That of a store is ahead of the clock by the
 * switches of one second.
 */
const SEQUENCE_MARGIN = 3600

/**
 * Reads the versions back from their records, as far as their manifests can be read: the last one
 * is in force.
 */
export async function rebuiltRelease(target: StoreTarget, now: number) {
  const keys = [...(await target.list(RECORDS))].sort((a, b) => numberOf(b) - numberOf(a))
  const versions: PolicyVersion[] = []
  for (const key of keys) {
    const version = await readableVersion(target, key)
    if (version !== null) versions.push(version)
    if (versions.length > MOST_EARLIER) break
  }
  const [current, ...earlier] = versions
  const highest = keys.length === 0 ? 0 : numberOf(keys[0]!)
  if (current === undefined) return { release: null, highest }
  // A clock that was once ahead put the sequence ahead, so start from the latest time.
  const latest = Math.max(now, ...versions.map(({ published }) => published))
  const sequence = Math.floor(latest / 1000) + SEQUENCE_MARGIN
  return {
    release: { format: FORMAT_VERSION, sequence, current, trial: null, earlier, highest },
    highest,
  }
}

/** The version of a record; null where the record or its manifest cannot be read. */
async function readableVersion(target: StoreTarget, key: string): Promise<PolicyVersion | null> {
  try {
    const version: unknown = JSON.parse(
      new TextDecoder().decode((await target.get(key)) ?? undefined),
    )
    return isVersion(version) && (await manifestIn(target, version.manifest)) !== null
      ? version
      : null
  } catch {
    return null
  }
}

function numberOf(key: string): number {
  const number = Number(key.slice(RECORDS.length))
  return Number.isSafeInteger(number) ? number : 0
}
