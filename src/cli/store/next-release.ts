/**
 * A release and what is to be done → the next release.
 */
import { FORMAT_VERSION } from '../../bundle/format.ts'
import type { PolicyVersion, Release } from '../../bundle/release.ts'
import { UsageError } from '../exit-codes.ts'

/** How many versions are kept beside the ones in force and on trial. */
export const MOST_EARLIER = 10
/** How many changes of what serves are remembered. */
const MOST_HISTORY = 50

/** What identifies a version's content. */
type Content = Pick<PolicyVersion, 'manifest' | 'shared'>

/**
 * The release that puts this content in force; `percent`: on trial instead, for so many hosts. Null where it is already.
 * `most`: the highest number that a version had.
 */
export function withVersion(
  release: Release | null,
  content: Content,
  now: number,
  percent: number | null = null,
  most: number = highest(release),
): Release | null {
  const known = [release?.trial, release?.current].find((each) => each != null && isSame(each, content))
  const version = plain(known ?? { ...content, version: 1 + most, published: now })
  if (percent !== null) {
    if (release === null) throw new UsageError('there is no version in force to compare with', 'acap publish')
    if (isSame(release.current, content)) throw new UsageError('this is the version in force: nothing has changed')
    return following(release, now, { trial: { ...version, percent } })
  }
  if (release === null)
    return withHistory(
      { format: FORMAT_VERSION, sequence: sequenceAfter(0, now), current: version, trial: null, earlier: [] },
      now,
    )
  if (isSame(release.current, content)) return release.trial === null ? null : following(release, now, { trial: null })
  return following(release, now, { current: version, trial: null })
}

/**
 * The release that goes back: it ends a trial, or puts the version before this one in force, or the one that is named.
 * @throws UsageError where there is none.
 */
export function withoutVersion(release: Release, named: number | null, now: number): Release {
  if (named === null && release.trial !== null) return following(release, now, { trial: null })
  const current = release.earlier.find(({ version }) => named === null || version === named)
  if (current !== undefined) return following(release, now, { current, trial: null })
  if (named === release.current.version) throw new UsageError(`version ${named} is in force already`)
  const what = named === null ? 'an earlier version' : `version ${named}`
  throw new UsageError(`the store does not have ${what}`, 'acap publish --list')
}

/** The versions of a release: in force, on trial, earlier ones. */
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
  const next = withHistory(
    {
      ...release,
      ...change,
      sequence,
      highest: highest({ ...release, ...change, highest: highest(release) }),
    },
    now,
  )
  if (next.current.version === release.current.version) return next
  const others = release.earlier.filter(({ version }) => version !== next.current.version)
  return { ...next, earlier: [release.current, ...others].slice(0, MOST_EARLIER) }
}

/** The release with what serves from now on, where that has changed. */
function withHistory(release: Release, now: number): Release {
  const { current, trial, history = [] } = release
  const versions = [current.version, ...(trial === null || trial.percent === 0 ? [] : [trial.version])]
  if (history[0]?.versions.join() === versions.join()) return release
  return { ...release, history: [{ from: now, versions }, ...history].slice(0, MOST_HISTORY) }
}

/** Seconds, so that a store that was emptied goes on where it was. */
function sequenceAfter(sequence: number, now: number): number {
  return Math.max(sequence + 1, Math.floor(now / 1000))
}

function highest(release: Release | null): number {
  if (release === null) return 0
  const versions = [release.current, release.trial, ...release.earlier].map((each) => each?.version ?? 0)
  return Math.max(release.highest ?? 0, ...versions)
}

function isSame(version: Content, { manifest, shared }: Content): boolean {
  return version.manifest === manifest && version.shared === shared
}

function plain({ version, published, manifest, shared }: PolicyVersion): PolicyVersion {
  return { version, published, manifest, shared }
}
