/**
 * A folder → the files in it and in its folders, by their paths from it, with `/` on every system.
 */
import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The paths, sorted. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll(sep, '/'))
    .sort()
}
