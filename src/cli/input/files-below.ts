/**
 * A folder → the files in it and in its folders, by their paths from it, with `/` on every system. Names that begin with
 * a dot are left out: tools keep their state there.
 */
import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The paths, sorted. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !`/${path}`.includes('/.') && statSync(join(folder, path)).isFile())
    .sort()
}
