/**
 * The bytes under the key of the release → the release; or the versions of a store, read back from their values where that
 * is damaged. A record beside the values says of each version what its values do not: its number and its time.
 */
import * as v from 'valibot'
import { FORMAT_VERSION, LABEL } from '../../bundle/format.ts'
import { type PolicyVersion, type Release, readRelease } from '../../bundle/release.ts'
import { StorageError } from '../exit-codes.ts'
import { manifestIn } from './damage.ts'
import { MOST_EARLIER, versionsOf } from './next-release.ts'
import type { StoreTarget } from './target.ts'

const COUNT = v.pipe(v.number(), v.safeInteger(), v.minValue(1))
const TIME = v.pipe(v.number(), v.safeInteger())
const VERSION = v.looseObject({ version: COUNT, published: TIME, manifest: v.string(), shared: v.string() })
const RELEASE = v.looseObject({
  sequence: COUNT,
  current: VERSION,
  trial: v.nullable(v.looseObject({ ...VERSION.entries, percent: v.number() })),
  earlier: v.array(VERSION),
  highest: v.optional(COUNT),
})

const REBUILD = 'acap publish --rebuild reads the versions back from their values'

/** Reads a release; null where there is none, or a bundle in its place. @throws StorageError where it is damaged. */
export function readStoredRelease(bytes: Uint8Array | null): Release | null {
  if (bytes === null || Buffer.from(bytes.subarray(0, LABEL.length)).toString('latin1') === LABEL) return null
  const release = parsed(bytes)
  if (v.is(RELEASE, release)) return release as Release
  throw new StorageError('the release of the store is damaged: nothing was changed', REBUILD)
}

/** Null for what is no release. @throws StorageError for one of another format. */
function parsed(bytes: Uint8Array): Release | null {
  try {
    return readRelease(bytes)
  } catch (fault) {
    if (fault instanceof TypeError) throw new StorageError(fault.message, REBUILD)
    return null
  }
}

const RECORDS = 'versions/'

/** Refuses a store that has versions and no release. @throws StorageError */
export async function refuseLost(target: StoreTarget): Promise<void> {
  if ((await target.list(RECORDS)).length > 0)
    throw new StorageError('the release of the store is missing: nothing was changed', REBUILD)
}

/** The records of the versions of a release, by their keys. */
export function recordsOf(release: Release): ReadonlyMap<string, Uint8Array> {
  return new Map(
    versionsOf(release).map(({ version, published, manifest, shared }) => {
      const record: PolicyVersion = { version, published, manifest, shared }
      return [`${RECORDS}${version}`, new TextEncoder().encode(`${JSON.stringify(record)}\n`)]
    }),
  )
}

/** The keys of records that a release does not need. The highest number stays: it is not given twice. */
export async function surplusRecords(target: StoreTarget, release: Release): Promise<readonly string[]> {
  const needed = recordsOf(release)
  const keys = await target.list(RECORDS)
  const most = Math.max(...keys.map(numberOf))
  return keys.filter((key) => !needed.has(key) && numberOf(key) !== most)
}

/** The versions that can be read back. */
interface Rebuilt {
  /** With the last version in force; null where none can be read. */
  readonly release: Release | null
  /** The highest number that a version had. */
  readonly highest: number
}

/** No edge takes a lower sequence than it knows. That of a store is ahead of the clock by the switches of one second. */
const SEQUENCE_MARGIN = 3600

/** Reads the versions back from their records, as far as their manifests can be read. */
export async function rebuiltRelease(target: StoreTarget, now: number): Promise<Rebuilt> {
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
  // A clock that was ahead once has put the sequence ahead, too.
  const latest = Math.max(now, ...versions.map(({ published }) => published))
  const sequence = Math.floor(latest / 1000) + SEQUENCE_MARGIN
  return { release: { format: FORMAT_VERSION, sequence, current, trial: null, earlier, highest }, highest }
}

/** The version of a record; null where the record or its manifest cannot be read. */
async function readableVersion(target: StoreTarget, key: string): Promise<PolicyVersion | null> {
  try {
    const version = v.parse(VERSION, JSON.parse(new TextDecoder().decode((await target.get(key)) ?? undefined)))
    return (await manifestIn(target, version.manifest)) === null ? null : version
  } catch {
    return null
  }
}

function numberOf(key: string): number {
  return Number(key.slice(RECORDS.length)) || 0
}
