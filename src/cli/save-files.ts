/**
 * A request of the explorer's page → files of a site, written to disk: only files that the site has or is made of, and only
 * where each is still as the page read it.
 */
import { randomBytes } from 'node:crypto'
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { loadSites, type SiteFiles } from './load-site.ts'

const REQUEST = v.strictObject({
  site: v.string(),
  /** The text of each file: as the page read it, and as it is to be. */
  files: v.record(v.string(), v.strictObject({ base: v.string(), text: v.string() })),
})
type SaveRequest = v.InferOutput<typeof REQUEST>

/** The status of the answer, and what it says. */
export interface SaveAnswer {
  readonly status: 200 | 400 | 404 | 409
  readonly message: string
}

/** Saves the files of one site, all of them or none. Throws where the disk refuses. */
export function saveFiles(policies: string, body: string): SaveAnswer {
  const request = readRequest(body)
  if (request === null) return { status: 400, message: 'the request is not a list of files' }
  const site = loadSites(policies).find((each) => each.site === request.site)
  if (site === undefined) return { status: 404, message: `there is no site \`${request.site}\`` }
  const files = Object.entries(request.files)
  const others = files.filter(([path, { base }]) => !isOnDisk(site, path, base)).map(([path]) => `\`${path}\``)
  if (others.length > 0) return { status: 409, message: `${others.join(', ')} changed on disk, or is not UTF-8` }
  for (const [path, { text }] of files) {
    if (site.files.has(path)) replaceFile(join(site.folder, path), text)
    else writeFileSync(join(site.folder, path), text, { flag: 'wx' })
  }
  return { status: 200, message: 'saved' }
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

/** Bytes are compared: a file that is not UTF-8 is not what the page shows, and is not overwritten. */
function isOnDisk({ files }: SiteFiles, path: string, base: string): boolean {
  const bytes = files.get(path)
  return bytes === undefined ? base === '' && CREATED.includes(path) : Buffer.from(base).equals(bytes)
}

/** Nobody reads half a file: the new one takes the place of the old one at once. */
function replaceFile(path: string, text: string): void {
  const real = realpathSync.native(path)
  const written = join(dirname(real), `.${basename(real)}.${randomBytes(6).toString('hex')}`)
  try {
    writeFileSync(written, text, { flag: 'wx', mode: statSync(real).mode })
    renameSync(written, real)
  } finally {
    rmSync(written, { force: true })
  }
}
