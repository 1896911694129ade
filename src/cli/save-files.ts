/**
 * A request of the explorer's page → files of a site, written to disk: only files that the site has or is made of, and only
 * where each is still as the page read it.
 */
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import { loadSites, type SiteFiles } from './load-site.ts'

const REQUEST = v.strictObject({
  site: v.string(),
  /** The text of each file: as the page read it, and as it is to be. */
  files: v.record(v.string(), v.strictObject({ base: v.string(), text: v.string() })),
})
type SaveRequest = v.InferOutput<typeof REQUEST>

/** The status of the answer, and what it says: the paths that were written, or why none was. */
export interface SaveAnswer {
  readonly status: 200 | 400 | 404 | 409
  readonly message: string
}

/** A file of a request, and where its new text waits until it takes the place of the old one. */
interface Staged {
  readonly path: string
  readonly text: string
  /** The file itself, where the path is a link. */
  readonly real: string
  readonly waiting: string
  /** What was read; undefined for a file that is created. */
  readonly before: Uint8Array | undefined
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
  return replaceFiles(files.map(([path, { text }]) => stagedFile(site, path, text)))
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

function stagedFile({ folder, files }: SiteFiles, path: string, text: string): Staged {
  const before = files.get(path)
  const real = before === undefined ? join(folder, path) : realpathSync.native(join(folder, path))
  return { path, text, real, before, waiting: join(dirname(real), `.acap-${randomBytes(6).toString('hex')}`) }
}

/** Nobody reads half a file: all are written first, and each takes the place of the old one at once. */
function replaceFiles(staged: readonly Staged[]): SaveAnswer {
  try {
    for (const each of staged) writeWaiting(each)
    // Reading a folder of many sites takes a while, in which an editor may have saved.
    const others = staged.filter((each) => !isAsRead(each)).map(({ path }) => path)
    if (others.length > 0) return conflictOf(others)
    for (const { waiting, real } of staged) renameSync(waiting, real)
    return { status: 200, message: staged.map(({ real }) => `\`${shownPath(real)}\``).join(', ') }
  } finally {
    for (const { waiting } of staged) rmSync(waiting, { force: true })
  }
}

/** A path as the author would type it, where it is below the working folder. */
function shownPath(path: string): string {
  const below = relative('', path)
  return below.startsWith('..') ? path : below
}

function writeWaiting({ waiting, real, text, before }: Staged): void {
  // A file that its owner has closed to changes could be replaced all the same.
  if (before !== undefined) accessSync(real, constants.W_OK)
  writeFileSync(waiting, text, { flag: 'wx' })
  if (before !== undefined) chmodSync(waiting, statSync(real).mode)
}

function isAsRead({ real, before }: Staged): boolean {
  return before === undefined ? !existsSync(real) : readFileSync(real).equals(before)
}
