/**
 * Prepares to replace a file: resolves links in its path and names the temporary file beside it.
 */
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StorageError, UsageError } from '../faults.ts'
import { realPathIn } from './read-file.ts'

/**
 * Resolves links in the path, makes missing folders, and stays inside `boundary`.
 * @throws UsageError, or the system's error
 */
export function filePlace(path: string, boundary: string | null): string {
  if (path === '' || /[\\/]$/.test(path)) throw new UsageError(`\`${path}\` names no file`)
  const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined
  if (isThere && !existsSync(path))
    throw new UsageError(`\`${path}\` is a link to nothing`, 'remove it')
  const stats = isThere ? statSync(path) : null
  if (stats?.isDirectory()) throw new UsageError(`\`${path}\` is a folder`)
  // A pipe has no real path.
  if (stats?.isFile() === false) throw new UsageError(`\`${path}\` is not a regular file`)
  if (stats === null) mkdirSync(dirname(path), { recursive: true })
  const real = isThere
    ? realpathSync.native(path)
    : join(realpathSync.native(dirname(path)), basename(path))
  return boundary === null ? real : realPathIn(boundary, path, real)
}

/** Refuses a file that cannot be replaced. @throws StorageError, or an error of the system. */
export function refuseIrreplaceable(path: string, real: string): void {
  const stats = statSync(real, { throwIfNoEntry: false })
  if (stats === undefined) return
  // Renaming would replace a read-only file, so its mode is checked.
  accessSync(real, constants.W_OK)
  if (stats.nlink > 1)
    throw new StorageError(
      `\`${path}\` has ${stats.nlink} names (hard links), and only one would change`,
    )
  if (isMountPoint(real))
    throw new StorageError(`\`${path}\` is a mount, and cannot be replaced`, 'mount its folder')
}

/**
 * Linux lists mounts here. The fifth word of a line is the mount point, with some characters in
 * octal.
 */
const MOUNTS = '/proc/self/mountinfo'

function isMountPoint(path: string): boolean {
  if (!existsSync(MOUNTS)) return false
  const written = path.replace(
    /[ \t\n\\]/g,
    (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )
  const lines = readFileSync(MOUNTS, 'utf8').split('\n')
  return lines.some((line) => line.split(' ', 5)[4] === written)
}

/** A hidden name beside a file, with this process's id. Files of sites never begin with a dot. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.acap-${process.pid}-${randomBytes(6).toString('hex')}`)
}

const TEMPORARY = /^\.acap-(\d+)-[\da-f]{12}$/

export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name)
}

/** Removes a temporary file or folder. If that fails, the next write removes it. */
export function discard(temporary: string): boolean {
  try {
    rmSync(temporary, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

/** Removes temporary files that killed processes of this user left in a folder. */
export function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const [, pid] = TEMPORARY.exec(name) ?? []
    const path = join(folder, name)
    if (pid !== undefined && !isRunning(Number(pid)) && isOwn(path)) discard(path)
  }
}

/** In a folder like /tmp, other users can make files of any name. */
function isOwn(path: string): boolean {
  return (
    process.getuid === undefined ||
    lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid()
  )
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
