/**
 * Contents for paths that an author knows → the files there, each whole: the old one or the new
 * one, also where the disk fails or this process is killed. All contents are on the disk, in
 * temporary files beside the real ones, before the first takes its place
 * (docs/decisions/explorer-saves.md). Knows nothing of what it writes.
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

/** A file to write; or a folder with its files by their names, which is made as a whole. */
export interface NewFile {
  readonly path: string
  readonly content: string | Uint8Array | ReadonlyMap<string, string>
  /**
   * What has to be there still: the bytes that were read, or null for nothing. Left out: anything.
   */
  readonly before?: Uint8Array | null
  /** A folder, as `realpathSync` gives it, that no link may lead out of. */
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
  /** The file itself, where the path is a link. */
  readonly real: string
  readonly temporary: string
}

/**
 * Writes files: none of them where one cannot be written. Links stay, and so do modes and owners. A
 * file with this content already is left alone. Returns the paths without links.
 * @throws UsageError, StorageError, or an error of the system whose `path` is the one given.
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

/** Whether a link has come into the path: its folder is no longer the one that was looked at. */
function hasMoved({ real }: Staged): boolean {
  return realpathSync.native(dirname(real)) !== dirname(real)
}

/** Whether nothing is to be done: a file that is not touched wakes nobody who watches it. */
function isWritten({ content, real, path }: Staged): boolean {
  if (isFolder(content)) {
    if (existsSync(real)) throw new UsageError(`\`${path}\` already exists`)
    return false
  }
  return isStill(real, bytesOf(content))
}

/** Whether a file has these bytes; null: whether there is none. */
function isStill(real: string, bytes: Uint8Array | null): boolean {
  const stats = statSync(real, { throwIfNoEntry: false })
  if (stats === undefined || bytes === null) return stats === undefined && bytes === null
  // A device has no end.
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
 * Writes a file that is not there, to the disk itself, with the mode and the owner of the one that
 * it will replace.
 */
function stageFile(path: string, bytes: Uint8Array, old: Stats | undefined): void {
  const file = openSync(path, 'wx', old === undefined ? undefined : old.mode & PERMISSIONS)
  try {
    if (old !== undefined) keepOwnerAndMode(file, old)
    // A disk that is nearly full takes a part without an error: this goes on after it, as
    // `writeSync` does not.
    writeFileSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Only root gives a file to somebody else. What the mode permits is permitted to the group, so the
 * group has to stay.
 */
function keepOwnerAndMode(file: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(file)
  if (own.gid !== gid) fchownSync(file, own.uid, gid)
  if (own.uid !== uid && process.getuid?.() === 0) fchownSync(file, uid, gid)
  fchmodSync(file, mode & PERMISSIONS)
}
