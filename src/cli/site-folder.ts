/**
 * A site's folder → the files in it. Names that begin with a dot are no part of a site; neither are links to folders,
 * pipes and devices, which are refused.
 */
import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './exit-codes.ts'
import { isInside, leadsOut, notRegular, readInside } from './read-file.ts'

/** Folders in folders, at most: a site has `permissions/news.txt`, and hardly deeper ones. */
const DEEPEST = 16

/** The files of a folder and its folders by their path from it, with `/` on every system, sorted. */
export function readFilesBelow(folder: string, boundary: string): ReadonlyMap<string, Uint8Array> {
  const real = realpathSync.native(folder)
  if (!isInside(real, boundary)) throw leadsOut(folder, real)
  const paths = pathsBelow(folder, '', 0).sort()
  return new Map(paths.map((path) => [path, readInside(join(folder, path), boundary)]))
}

function pathsBelow(folder: string, within: string, depth: number): string[] {
  if (depth > DEEPEST) throw new UsageError(`\`${join(folder, within)}\` is more than ${DEEPEST} folders deep`)
  const entries = readdirSync(join(folder, within), { withFileTypes: true })
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const path = within === '' ? entry.name : `${within}/${entry.name}`
      return isFolder(entry, join(folder, path)) ? pathsBelow(folder, path, depth + 1) : [path]
    })
}

function isFolder(entry: Dirent, path: string): boolean {
  if (entry.isSymbolicLink()) refuseFolderLink(path)
  else if (!entry.isFile() && !entry.isDirectory()) throw notRegular(path)
  return entry.isDirectory()
}

/** Whether a link to a file leads out is seen when that file has been opened. */
export function refuseFolderLink(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) throw new UsageError(`\`${path}\` is a link to nothing`, 'remove it')
  if (stats.isDirectory()) throw new UsageError(`\`${path}\` is a link to a folder`, 'put the folder itself there')
}
