/**
 * The temporary files in which new content waits: their names, and what is left of them when a process is killed.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A name beside a file, with the process that writes it. A site has no files whose names begin with a dot. */
export function temporaryBeside(path: string): string {
  return join(dirname(path), `.acap-${process.pid}-${randomBytes(6).toString('hex')}`)
}

const TEMPORARY = /^\.acap-(\d+)-[\da-f]{12}$/

/** Whether a name is that of a temporary file. */
export function isTemporary(name: string): boolean {
  return TEMPORARY.test(name)
}

/** Removes a temporary file or folder. What cannot be removed now is left for the next write. */
export function discard(temporary: string): boolean {
  try {
    rmSync(temporary, { recursive: true, force: true })
    return true
  } catch {
    return false
  }
}

/** Removes what this user's processes left in a folder that were killed while they wrote. */
export function removeLeftovers(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const [, pid] = TEMPORARY.exec(name) ?? []
    const path = join(folder, name)
    if (pid !== undefined && !isRunning(Number(pid)) && isOwn(path)) discard(path)
  }
}

/** In a folder like /tmp, anybody makes files of any name. */
function isOwn(path: string): boolean {
  return process.getuid === undefined || lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid()
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
