/**
 * Writes to disk what the page saves: the files of a site, each only if it is still as the page
 * read it, or the folder of a new site. It keeps earlier versions in `.history/` of the site's
 * folder; these are never built, published or committed.
 */
import { existsSync, lstatSync, readdirSync, realpathSync, rmdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { loadSites, type SiteFiles, sitesByHost } from '../../author/files/load-site.ts'
import { freeHost, hostGiven, newFolder, withHosts } from '../../author/files/presets.ts'
import { UsageError } from '../../base/faults.ts'
import { readInside } from '../../base/files/read-file.ts'
import { ChangedError, type NewFile, writeFiles } from '../../base/files/write-files.ts'
import { FOUND_ON_DISK } from '../site-files.ts'

const REQUEST = v.strictObject({
  site: v.string(),
  /** Whether `site` is the host of a site that is to have a folder. */
  isNew: v.optional(v.boolean(), false),
  /** The text of each file: as the page read it, and as it is to be. */
  files: v.record(v.string(), v.strictObject({ base: v.string(), text: v.string() })),
  /** For the site's history: what the save changes, and why. */
  effect: v.optional(v.string(), ''),
  comment: v.optional(v.string(), ''),
})
type SaveRequest = v.InferOutput<typeof REQUEST>

/** One version of a site: all its texts, and what made it so. */
const VERSION = v.strictObject({
  time: v.string(),
  effect: v.string(),
  comment: v.string(),
  files: v.record(v.string(), v.string()),
})
type Version = v.InferOutput<typeof VERSION>

const FOLDER = '.history'
const MOST_VERSIONS = 100
const MOST_BYTES = 10 * 1024 * 1024
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.json$/

/** `site`: the name of a new one. */
type SaveAnswer = { readonly status: number; readonly message: string; readonly site?: string }

function readJson<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return read.success ? read.output : null
}

/**
 * Saves the files of one site: all, or none where one has changed or the disk is full. Says which,
 * or why none.
 */
export function saveFiles(policies: string, body: string): SaveAnswer {
  const request = readJson(REQUEST, body)
  if (request === null) return { status: 400, message: 'the request is not a list of files' }
  const site = request.isNew
    ? newSite(policies, request.site)
    : loadSites(policies).find((each) => each.site === request.site)
  if (site === undefined) return { status: 404, message: `there is no site \`${request.site}\`` }
  const others = Object.keys(request.files).filter(
    (path) => !isOnDisk(site, path, request.files[path]!),
  )
  if (others.length > 0) return conflictOf(others)
  return request.isNew ? createFolder(site, request) : replaceFiles(site, request)
}

/** A site that has no folder and no files. Throws as `acap init` does where it cannot be one. */
function newSite(policies: string, given: string): SiteFiles {
  const site = freeHost(hostGiven(given), sitesByHost(policies))
  const boundary = existsSync(policies) ? realpathSync.native(policies) : null
  return { site, folder: newFolder(policies, site), files: new Map(), boundary }
}

/** Makes a site's folder as a whole: its files, for its host, and its first version. */
function createFolder(
  created: SiteFiles,
  { files: given, effect, comment }: SaveRequest,
): SaveAnswer {
  const { site, folder, boundary } = created
  const begun = Object.entries(given).map(
    ([path, { text }]) => [path, withHosts(text, [site])] as const,
  )
  const files = { 'robots.txt': '', 'site.toml': '', ...Object.fromEntries(begun) }
  const hosts = /^[ \t]*hosts\b/m.test(files['site.toml']) ? '' : `hosts = ["${site}"]\n`
  const texts = { ...files, 'site.toml': hosts + files['site.toml'] }
  const time = new Date().toISOString()
  const history = versionFiles(created, { time, effect, comment, files: texts })
  const content = new Map([
    ...history.map(({ path, content }) => [relative(folder, path), content] as const),
    ...Object.entries(texts),
  ])
  const [real] = writeFiles([{ path: folder, content, before: null, boundary }])
  return { status: 200, message: `\`${shownPath(real!)}\``, site }
}

function conflictOf(paths: readonly string[]): SaveAnswer {
  const names = paths.map((path) => `\`${path}\``).join(', ')
  return { status: 409, message: `${names} changed on disk, or is not UTF-8` }
}

const CREATED: readonly string[] = ['robots.txt', 'site.toml', 'cases.toml']

/**
 * Whether a file is as the page read it, or has the new text already: a request may come twice.
 * Bytes are compared: a file that is not UTF-8 is not what the page shows, and is not overwritten.
 */
function isOnDisk(
  { files }: SiteFiles,
  path: string,
  { base, text }: SaveRequest['files'][string],
): boolean {
  const bytes = files.get(path)
  if (bytes === undefined) return base === '' && CREATED.includes(path)
  return [base, text].some((each) => Buffer.from(each).equals(bytes))
}

/**
 * Writes all of them, or none: reading a folder of many sites takes a while, in which an editor may
 * have saved.
 */
function replaceFiles(
  site: SiteFiles,
  { files: changed, effect, comment }: SaveRequest,
): SaveAnswer {
  const { folder, files, boundary } = site
  const texts = Object.entries(changed).map(([path, { text }]) => [path, text] as const)
  const time = new Date().toISOString()
  try {
    // Versions are written first: what was there before is kept even if the rest fails.
    const paths = writeFiles([
      ...versionFiles(site, { time, effect, comment, files: Object.fromEntries(texts) }),
      ...texts.map(([path, content]) => {
        return { path: join(folder, path), content, before: files.get(path) ?? null, boundary }
      }),
    ])
    pruneVersions(site)
    const written = paths.slice(paths.length - texts.length)
    return { status: 200, message: written.map((path) => `\`${shownPath(path)}\``).join(', ') }
  } catch (fault) {
    if (fault instanceof ChangedError)
      return conflictOf(fault.paths.map((path) => relative(folder, path)))
    throw fault
  } finally {
    // If the first save of a site failed, its new history is empty, and goes.
    const history = join(folder, FOLDER)
    if (existsSync(history) && readdirSync(history).length === 0) rmdirSync(history)
  }
}

/** A path as the author would type it, where it is below the working folder. */
function shownPath(path: string): string {
  const below = relative('', path)
  return below.startsWith('..') ? path : below
}

export function listVersions(
  site: SiteFiles,
): readonly (Omit<Version, 'files'> & { readonly id: string })[] {
  return keptVersions(site).map(({ id, time, effect, comment }) => ({ id, time, effect, comment }))
}

/** All versions with their files, the latest first. */
export function keptVersions(site: SiteFiles): readonly (Version & { readonly id: string })[] {
  return namesIn(site).flatMap((id) => {
    const version = versionNamed(site, id)
    return version === null ? [] : [{ id, ...version }]
  })
}

/** One version; null where it is none of ours. */
export function versionNamed(site: SiteFiles, id: string): Version | null {
  if (!namesIn(site).includes(id)) return null
  const path = join(site.folder, FOLDER, id)
  return readJson(VERSION, readInside(path, site.boundary ?? site.folder).toString())
}

/**
 * The files of `.history/` that a save adds. Other programs may have changed the site: then what
 * they left on disk becomes a version, too, before the new one.
 */
function versionFiles(
  site: SiteFiles,
  version: Version,
): readonly (NewFile & { readonly content: string })[] {
  const path = join(site.folder, FOLDER)
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UsageError(`\`${path}\` is not a folder`, 'remove it')
  const before = textsOnDisk(site)
  const [latest] = namesIn(site)
  const known = latest === undefined ? null : versionNamed(site, latest)
  const isKnown = site.files.size === 0 || isDeepStrictEqual(known?.files, before)
  const found = {
    time: new Date(Date.parse(version.time) - 1).toISOString(),
    effect: FOUND_ON_DISK,
    comment: '',
    files: before,
  }
  const files = { ...before, ...version.files }
  const isNew = !isDeepStrictEqual(files, before)
  const all = [...(isKnown ? [] : [found]), ...(isNew ? [{ ...version, files }] : [])]
  const place = (name: string) => ({ path: join(path, name), boundary: site.boundary })
  return [
    { ...place('.gitignore'), content: '*\n' },
    ...all.map((each) => ({
      ...place(`${each.time.replace(/[:.]/g, '-')}.json`),
      content: JSON.stringify(each),
    })),
  ]
}

function pruneVersions(site: SiteFiles): void {
  let bytes = 0
  for (const [i, name] of namesIn(site).entries()) {
    const path = join(site.folder, FOLDER, name)
    bytes += lstatSync(path).size
    if (i >= MOST_VERSIONS || bytes > MOST_BYTES) rmSync(path)
  }
}

/** The names of versions, the latest first; no link is followed. */
function namesIn({ folder }: SiteFiles): readonly string[] {
  const path = join(folder, FOLDER)
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return []
  const entries = readdirSync(path, { withFileTypes: true })
  const versions = entries.filter((each) => each.isFile() && NAME.test(each.name))
  return versions
    .map(({ name }) => name)
    .toSorted()
    .toReversed()
}

export function textsOnDisk({ files }: SiteFiles): Version['files'] {
  const texts = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()] as const)
  return Object.fromEntries(
    texts.filter(([path, text]) => Buffer.from(text).equals(files.get(path)!)),
  )
}
