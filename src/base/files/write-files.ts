/**
 * Replaces several files safely: after a full disk or a killed process, each file is the old one or
 * the new one, whole. All contents are written to temporary files beside the targets before the
 * first is renamed (docs/decisions/explorer-saves.md).
 */
import {
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StorageError, UsageError, withFaultPath } from '../faults.ts'
import {
  discard,
  filePlace,
  refuseIrreplaceable,
  removeLeftovers,
  temporaryBeside,
} from './file-place.ts'

/** A file to write, or a folder with its files by name, which is made as a whole. */
export interface NewFile {
  readonly path: string
  readonly content: string | Uint8Array | ReadonlyMap<string, string>
  /**
   * The bytes that were read before, or null if there was no file. Writing fails if this has
   * changed. Absent: not checked.
   */
  readonly before?: Uint8Array | null
  /** A real path that no link may lead out of. */
  readonly boundary?: string | null
}

/** A file has changed since it was read. Nothing was written. */
export class ChangedError extends StorageError {
  readonly paths: readonly string[]

  constructor(paths: readonly string[]) {
    super(
      `${paths.map((path) => `\`${path}\``).join(', ')} changed on disk: nothing was written`,
      'try again',
    )
    this.paths = paths
  }
}

interface Staged extends NewFile {
  /** The real path, with links resolved. */
  readonly real: string
  readonly temporary: string
}

/**
 * Writes all files or none. Keeps links, modes and owners. Files whose content is the same are left
 * alone. Returns real paths.
 * @throws UsageError, StorageError, or an error of the system whose `path` is the one given
 */
export function writeFiles(files: readonly NewFile[]): readonly string[] {
  const places = files.map(({ path, boundary = null }) =>
    withFaultPath(path, () => filePlace(path, boundary)),
  )
  for (const folder of new Set(places.map(dirname))) removeLeftovers(folder)
  const staged = files
    .map(
      (file, i): Staged => ({ ...file, real: places[i]!, temporary: temporaryBeside(places[i]!) }),
    )
    .filter((file) => !isWritten(file))
  try {
    for (const { path, real } of staged) withFaultPath(path, () => refuseIrreplaceable(path, real))
    for (const file of staged) withFaultPath(file.path, () => stage(file))
    const hasChanged = ({ before, real }: Staged) => before !== undefined && !isStill(real, before)
    refuseChanged(staged.filter((file) => hasMoved(file) || hasChanged(file)))
    for (const { path, temporary, real } of staged)
      withFaultPath(path, () => renameSync(temporary, real))
  } finally {
    for (const { temporary } of staged) discard(temporary)
  }
  return places
}

function refuseChanged(files: readonly Staged[]): void {
  if (files.length > 0) throw new ChangedError(files.map(({ path }) => path))
}

/** Whether a link has appeared in the path since it was resolved. */
function hasMoved({ real }: Staged): boolean {
  return realpathSync.native(dirname(real)) !== dirname(real)
}

/** Whether the file has this content already. Not writing it keeps file watchers quiet. */
function isWritten({ content, real, path }: Staged): boolean {
  if (isFolder(content)) {
    if (existsSync(real)) throw new UsageError(`\`${path}\` already exists`)
    return false
  }
  return isStill(real, bytesOf(content))
}

/** Whether the file still has these bytes; for null, whether there is still no file. */
function isStill(real: string, bytes: Uint8Array | null): boolean {
  const stats = statSync(real, { throwIfNoEntry: false })
  if (stats === undefined || bytes === null) return stats === undefined && bytes === null
  // Devices never end, so they are not read.
  return stats.isFile() && stats.size === bytes.length && readFileSync(real).equals(bytes)
}

function isFolder(content: NewFile['content']): content is ReadonlyMap<string, string> {
  return content instanceof Map
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content
}

function stage(file: Staged): void {
  const { content, real, temporary } = file
  if (hasMoved(file)) refuseChanged([file])
  if (isFolder(content)) stageFolder(temporary, content)
  else stageFile(temporary, bytesOf(content), statSync(real, { throwIfNoEntry: false }))
}

function stageFolder(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(folder)
  for (const [name, text] of files) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    stageFile(path, bytesOf(text), undefined)
  }
}

const PERMISSIONS = 0o7777

/**
 * Writes the temporary file and flushes it, with the mode and owner of the file that it will
 * replace.
 */
function stageFile(path: string, bytes: Uint8Array, old: Stats | undefined): void {
  const file = openSync(path, 'wx', old === undefined ? undefined : old.mode & PERMISSIONS)
  try {
    if (old !== undefined) keepOwnerAndMode(file, old)
    // Unlike `writeSync`, this continues after a partial write on a nearly full disk.
    writeFileSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Only root can change the owner. The mode grants rights to the group, so the group must stay the
 * same.
 */
function keepOwnerAndMode(file: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(file)
  if (own.gid !== gid) fchownSync(file, own.uid, gid)
  if (own.uid !== uid && process.getuid?.() === 0) fchownSync(file, uid, gid)
  fchmodSync(file, mode & PERMISSIONS)
}
