/**
 * What a command threw → one line for the author and an exit code: a UsageError with its help, a file that is not there
 * as wrong use, everything else as a fault of ours.
 */
import { BundleTooLargeError, TooManySitesError } from '../bundle/encode.ts'
import { ValueTooLargeError } from '../bundle/encode-values.ts'
import { EXIT, type ExitCode, UsageError } from './exit-codes.ts'
import type { Io } from './io.ts'
import { BEGIN_SITE, DEFAULT_POLICIES } from './load-site.ts'

/** Faults of the file system that the author's own words caused. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read or written',
  EISDIR: 'is a folder',
  ENOTDIR: 'is not a folder',
  EEXIST: 'already exists',
  ELOOP: 'is a link that leads back to itself',
  ENAMETOOLONG: 'is too long for a file name',
  ENOSPC: 'cannot be written: the disk is full',
  ENXIO: 'is not a file that can be read',
  EPERM: 'may not be changed',
  EROFS: 'cannot be written: the disk is read-only',
}

/** Faults that name no file, but that a file of the author's caused. */
const CONTENT_FAULTS: Readonly<Record<string, string>> = {
  EISDIR: 'a folder stands where a file is asked for',
  Z_BUF_ERROR: 'a compressed file ends too early',
  Z_DATA_ERROR: 'a compressed file is damaged',
}

/** What no Worker can load, and what to do about it. */
const TOO_MUCH = [
  [
    BundleTooLargeError,
    'what grows fastest are long resource sets that many fields use; or give each Worker some of the sites',
  ],
  [TooManySitesError, 'put them into a store with `acap publish`, or give each Worker some of the sites'],
  [ValueTooLargeError, 'what grows fastest are long resource sets that many fields use'],
] as const

/** Says what went wrong, and how the process is to end. */
export function reportFault(fault: Error, io: Io): ExitCode {
  const { code = '', path } = fault as NodeJS.ErrnoException
  const cause = path === undefined ? CONTENT_FAULTS[code] : FILE_FAULTS[code] && `\`${path}\` ${FILE_FAULTS[code]}`
  const tooMuch = TOO_MUCH.find(([kind]) => fault instanceof kind)
  if (tooMuch !== undefined) {
    io.err(`acap: ${fault.message}\nhelp: ${tooMuch[1]}\n`)
    return EXIT.findings
  }
  if (fault instanceof UsageError || cause) {
    io.err(`acap: ${cause ?? fault.message}\n`)
    const help =
      fault instanceof UsageError ? fault.help : path === DEFAULT_POLICIES ? `${BEGIN_SITE} begins a site in it` : null
    if (help) io.err(`help: ${help}\n`)
    return EXIT.usage
  }
  io.err(`acap: internal error: ${fault.stack ?? String(fault)}\n`)
  return EXIT.internal
}
