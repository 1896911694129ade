/**
 * The bytes under the key of the release → the release; or the versions of a store, read back from their values where that
 * is damaged. A record beside the values says of each version what its values do not: its number and its time.
 */
import { FORMAT_VERSION, LABEL } from '../../bundle/format.ts'
import { isVersion, NewerFormatError, type PolicyVersion, type Release, readRelease } from '../../bundle/release.ts'
import { StorageError } from '../exit-codes.ts'
import { manifestIn } from './damage.ts'
import { MOST_EARLIER, versionsOf } from './next-release.ts'
import type { StoreTarget } from './target.ts'

/** What `--rebuild` is for. */
export class DamagedError extends StorageError {
  constructor(how: 'damaged' | 'missing') {
    const help = 'acap publish --rebuild reads the versions back from their values'
    super(`the release of the store is ${how}: nothing was changed`, help)
  }
}

/** Reads a release; null where there is none, or a bundle in its place. @throws DamagedError; StorageError for a newer one */
export function readStoredRelease(bytes: Uint8Array | null): Release | null {
  if (bytes === null || Buffer.from(bytes.subarray(0, LABEL.length)).toString('latin1') === LABEL) return null
  const release = parsed(bytes)
  if (release === null) throw new DamagedError('damaged')
  return release
}

/** Null for what is no release. @throws StorageError for one of a newer format. */
function parsed(bytes: Uint8Array): Release | null {
  try {
    return readRelease(bytes)
  } catch (fault) {
    if (fault instanceof NewerFormatError) throw new StorageError(fault.message)
    return null
  }
}

const RECORDS = 'versions/'

/** Refuses a store that has versions and no release. @throws DamagedError */
export async function refuseLost(target: StoreTarget): Promise<void> {
  if ((await target.list(RECORDS)).length > 0) throw new DamagedError('missing')
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
    const version: unknown = JSON.parse(new TextDecoder().decode((await target.get(key)) ?? undefined))
    return isVersion(version) && (await manifestIn(target, version.manifest)) !== null ? version : null
  } catch {
    return null
  }
}

function numberOf(key: string): number {
  const number = Number(key.slice(RECORDS.length))
  return Number.isSafeInteger(number) ? number : 0
}
