/**
 * A request of the explorer's page → files of a site, written to disk: only files that the site has or is made of, and only
 * where each is still as the page read it.
 */
import { join, relative } from 'node:path'
import * as v from 'valibot'
import { loadSites, type SiteFiles } from '../input/load-site.ts'
import { ChangedError, writeFiles } from '../output/write-files.ts'
import { pruneVersions, versionFiles } from './history.ts'

const REQUEST = v.strictObject({
  site: v.string(),
  /** The text of each file: as the page read it, and as it is to be. */
  files: v.record(v.string(), v.strictObject({ base: v.string(), text: v.string() })),
  /** For the site's history: what the save changes, and why. */
  effect: v.optional(v.string(), ''),
  comment: v.optional(v.string(), ''),
})
type SaveRequest = v.InferOutput<typeof REQUEST>

/** The status of the answer, and what it says: the paths that were written, or why none was. */
interface SaveAnswer {
  readonly status: 200 | 400 | 404 | 409
  readonly message: string
}

/** Saves the files of one site: none of them where one has changed. Throws, and saves none, where the disk is full. */
export function saveFiles(policies: string, body: string): SaveAnswer {
  const request = readRequest(body)
  if (request === null) return { status: 400, message: 'the request is not a list of files' }
  const site = loadSites(policies).find((each) => each.site === request.site)
  if (site === undefined) return { status: 404, message: `there is no site \`${request.site}\`` }
  const files = Object.entries(request.files)
  const others = files.filter(([path, change]) => !isOnDisk(site, path, change)).map(([path]) => path)
  if (others.length > 0) return conflictOf(others)
  return replaceFiles(site, request)
}

function conflictOf(paths: readonly string[]): SaveAnswer {
  const names = paths.map((path) => `\`${path}\``).join(', ')
  return { status: 409, message: `${names} changed on disk, or is not UTF-8` }
}

function readRequest(body: string): SaveRequest | null {
  try {
    return v.parse(REQUEST, JSON.parse(body))
  } catch (fault) {
    if (fault instanceof SyntaxError || v.isValiError(fault)) return null
    throw fault
  }
}

/** Files that a site may have, and that the page may create. */
const CREATED: readonly string[] = ['robots.txt', 'site.toml', 'cases.toml']

/**
 * Whether a file is as the page read it, or has the new text already: a request may come twice. Bytes are compared: a file
 * that is not UTF-8 is not what the page shows, and is not overwritten.
 */
function isOnDisk({ files }: SiteFiles, path: string, { base, text }: SaveRequest['files'][string]): boolean {
  const bytes = files.get(path)
  if (bytes === undefined) return base === '' && CREATED.includes(path)
  return [base, text].some((each) => Buffer.from(each).equals(bytes))
}

/** Writes all of them, or none: reading a folder of many sites takes a while, in which an editor may have saved. */
function replaceFiles(site: SiteFiles, { files: changed, effect, comment }: SaveRequest): SaveAnswer {
  const { folder, files, boundary } = site
  const texts = Object.entries(changed).map(([path, { text }]) => [path, text] as const)
  const time = new Date().toISOString()
  try {
    // Versions come first: what was there before is kept also where the rest breaks off.
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
    if (fault instanceof ChangedError) return conflictOf(fault.paths.map((path) => relative(folder, path)))
    throw fault
  }
}

/** A path as the author would type it, where it is below the working folder. */
function shownPath(path: string): string {
  const below = relative('', path)
  return below.startsWith('..') ? path : below
}
