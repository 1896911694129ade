/**
 * A site's folder → the versions that the explorer saved, in `.history/`: each is one file with all texts of the site, its
 * time, what it changed and why. The folder is no part of the site: it is never built, published or committed.
 */
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { UsageError } from '../exit-codes.ts'
import type { SiteFiles } from '../input/load-site.ts'
import { readInside } from '../input/read-file.ts'
import type { NewFile } from '../output/write-files.ts'

const FOLDER = '.history'
const MOST_VERSIONS = 100
const MOST_BYTES = 10 * 1024 * 1024
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.json$/

const VERSION = v.strictObject({
  time: v.string(),
  effect: v.string(),
  comment: v.string(),
  files: v.record(v.string(), v.string()),
})

/** What a site was at a time, and what the save did that made it so. */
type Version = v.InferOutput<typeof VERSION>

/** A version without its files, with the name that stands for it. */
interface ListedVersion extends Omit<Version, 'files'> {
  readonly id: string
}

/** The versions, the latest first. */
export function listVersions(site: SiteFiles): readonly ListedVersion[] {
  return namesIn(site).flatMap((id) => {
    const version = versionNamed(site, id)
    return version === null ? [] : [{ id, time: version.time, effect: version.effect, comment: version.comment }]
  })
}

/** One version; null where it is none of ours. */
export function versionNamed(site: SiteFiles, id: string): Version | null {
  if (!namesIn(site).includes(id)) return null
  try {
    return v.parse(
      VERSION,
      JSON.parse(readInside(join(site.folder, FOLDER, id), site.boundary ?? site.folder).toString()),
    )
  } catch (fault) {
    if (fault instanceof SyntaxError || v.isValiError(fault)) return null
    throw fault
  }
}

/**
 * The files of a new version, to be written with what it is a version of. What is on disk becomes one first, unless the
 * latest version is the same: others may have written it.
 */
export function versionFiles(site: SiteFiles, version: Version): readonly NewFile[] {
  refuseLink(site)
  const before = textsOf(site)
  const [latest] = namesIn(site)
  const known = latest === undefined ? null : versionNamed(site, latest)
  const instant = Date.parse(version.time)
  const isKnown = JSON.stringify(known?.files) === JSON.stringify(before)
  const found = { time: iso(instant - 1), effect: 'as it was found on disk', comment: '', files: before }
  const files = sorted({ ...before, ...version.files })
  const isNew = JSON.stringify(files) !== JSON.stringify(before)
  const all = [...(isKnown ? [] : [found]), ...(isNew ? [{ ...version, files }] : [])]
  const place = (name: string) => ({ path: join(site.folder, FOLDER, name), boundary: site.boundary })
  return [
    { ...place('.gitignore'), content: '*\n' },
    ...all.map((each) => ({ ...place(`${each.time.replace(/[:.]/g, '-')}.json`), content: JSON.stringify(each) })),
  ]
}

/** Removes the oldest versions beyond what is kept. */
export function pruneVersions(site: SiteFiles): void {
  let bytes = 0
  for (const [i, name] of namesIn(site).entries()) {
    const path = join(site.folder, FOLDER, name)
    bytes += lstatSync(path).size
    if (i >= MOST_VERSIONS || bytes > MOST_BYTES) rmSync(path)
  }
}

/** The names of versions, the latest first; no link is followed. */
function namesIn({ folder }: SiteFiles): readonly string[] {
  const stats = lstatSync(join(folder, FOLDER), { throwIfNoEntry: false })
  if (stats?.isDirectory() !== true) return []
  const entries = readdirSync(join(folder, FOLDER), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile() && NAME.test(entry.name)).map(({ name }) => name)
  return names.sort().reverse()
}

function refuseLink({ folder }: SiteFiles): void {
  const path = join(folder, FOLDER)
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && !stats.isDirectory()) throw new UsageError(`\`${path}\` is not a folder`, 'remove it')
}

/** The files that are texts. */
function textsOf({ files }: SiteFiles): Version['files'] {
  const texts = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString(), bytes] as const)
  const whole = texts.filter(([, text, bytes]) => Buffer.from(text).equals(bytes))
  return sorted(Object.fromEntries(whole.map(([path, text]) => [path, text])))
}

function sorted(files: Version['files']): Version['files'] {
  return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function iso(instant: number): string {
  return new Date(instant).toISOString()
}
