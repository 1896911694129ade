/**
 * What a command threw → one line for the author and an exit code: a UsageError with its help, a file that is not there
 * as wrong use, everything else as a fault of ours.
 */
import { EXIT, type ExitCode, UsageError } from './exit-codes.ts'
import type { Io } from './io.ts'

/** Faults of the file system that the author's own words caused. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read or written',
  EISDIR: 'is a folder',
  ENOTDIR: 'is no folder',
}

/** Says what went wrong, and how the process is to end. */
export function reportFault(fault: Error, io: Io): ExitCode {
  const { code = '', path } = fault as NodeJS.ErrnoException
  const cause = FILE_FAULTS[code]
  if (fault instanceof UsageError || (cause && path)) {
    io.err(`acap: ${cause && path ? `\`${path}\` ${cause}` : fault.message}\n`)
    if (fault instanceof UsageError && fault.help) io.err(`help: ${fault.help}\n`)
    return EXIT.usage
  }
  io.err(`acap: internal error: ${fault.stack ?? String(fault)}\n`)
  return EXIT.internal
}
