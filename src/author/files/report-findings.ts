/** Reports errors and findings on standard error, with help and exit code. */

import { EXIT, type ExitCode, ExplainedError, faultText, PolicyError } from '../../base/faults.ts'
import type { Io } from '../../base/io.ts'
import { shellWord } from '../../base/printable.ts'
import { type Finding, isActionable } from '../../language/findings/diagnostic.ts'
import { renderFindings, summarise } from '../../language/findings/render.ts'
import { PolicyLimitError } from '../../program/compile/compile.ts'
import { BundleLimitError } from '../../program/encode.ts'
import { BEGIN_SITE, DEFAULT_POLICIES, type SiteFiles } from './load-site.ts'
import { type ReadSite, readFiles, textsOf } from './read-policies.ts'

/**
 * Faults of the file system: those that name the wrong thing, and those that the author's words did
 * not cause.
 */
const FILE_FAULTS: Readonly<Record<string, readonly [words: string, exit: ExitCode]>> = {
  ENOENT: ['does not exist', EXIT.usage],
  EISDIR: ['is a folder', EXIT.usage],
  ENOTDIR: ['is not a folder', EXIT.usage],
  EEXIST: ['already exists', EXIT.usage],
  ELOOP: ['is a link that leads back to itself', EXIT.usage],
  ENAMETOOLONG: ['is too long for a file name', EXIT.usage],
  ENXIO: ['is not a file that can be read', EXIT.usage],
  EACCES: ['may not be read or written', EXIT.failure],
  EPERM: ['may not be changed', EXIT.failure],
  EROFS: ['cannot be written: the disk is read-only', EXIT.failure],
  ENOSPC: ['cannot be written: the disk is full', EXIT.failure],
  EDQUOT: ['cannot be written: your quota is used up', EXIT.failure],
  EFBIG: ['cannot be written: the file would be too large', EXIT.failure],
  EBUSY: ['cannot be replaced: it is in use, or a mount', EXIT.failure],
  EIO: ['cannot be read or written: the disk has a fault', EXIT.failure],
  EMFILE: ['cannot be opened: too many files are open', EXIT.failure],
  ENFILE: ['cannot be opened: too many files are open', EXIT.failure],
}

const CONTENT_FAULTS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'a compressed file ends too early',
  Z_DATA_ERROR: 'a compressed file is damaged',
}

interface FaultReport {
  readonly message: string
  readonly help: string | null
  readonly exit: ExitCode
}

/**
 * Reads a fault; a fault of ours is null. `subject` is what failed, where the fault names no path.
 */
export function faultReport(fault: Error, subject?: string): FaultReport | null {
  const { message } = fault
  if (fault instanceof ExplainedError) return { message, help: fault.help, exit: fault.exit }
  if (fault instanceof PolicyLimitError)
    return { message, help: 'acap explain ACAP131', exit: EXIT.findings }
  if (fault instanceof BundleLimitError) return { message, help: fault.help, exit: EXIT.findings }
  return systemReport(fault, subject)
}

function systemReport(fault: NodeJS.ErrnoException, subject = 'a file'): FaultReport | null {
  const { code = '', syscall, path, message } = fault
  const content = CONTENT_FAULTS[code]
  if (content !== undefined) return { message: content, help: null, exit: EXIT.usage }
  if (syscall === undefined) return null
  // A limit on watched files has the code of a full disk.
  const [words, exit] = (syscall === 'watch' ? undefined : FILE_FAULTS[code]) ?? [
    null,
    EXIT.failure,
  ]
  const what = path === undefined ? subject : `\`${path}\``
  const help =
    path === DEFAULT_POLICIES && code === 'ENOENT' ? `${BEGIN_SITE} begins a site in it` : null
  return { message: words === null ? message : `${what} ${words}`, help, exit }
}

export function reportFault(fault: Error, io: Io): ExitCode {
  const report = faultReport(fault)
  if (report === null) {
    io.err(`acap: internal error: ${fault.stack ?? String(fault)}\n`)
    return EXIT.failure
  }
  const table = fault instanceof ExplainedError ? fault.table : ''
  io.err(faultText(report.message, report.help) + table)
  return report.exit
}

type Found = readonly (Pick<ReadSite, 'folder' | 'files' | 'site'> & {
  readonly findings: readonly Finding[]
})[]

/**
 * Shows errors, which keep a command from its answer. `path`: what the author named. @throws
 * PolicyError
 */
export function refuseErrors(sites: Found, path: string, io: Io): void {
  const count = showErrors(sites, io)
  if (count === 0) return
  const [errors, them] = count === 1 ? ['an error', 'it'] : [`${count} errors`, 'them']
  throw new PolicyError(
    `no answer, because \`${path}\` has ${errors}: fix ${them} first`,
    `npx --no-install acap check ${shellWord(path)}`,
  )
}

/** Reads a site. @throws PolicyError where it has errors, which are shown */
export function readSound(files: SiteFiles, io: Io): ReadSite {
  const site = readFiles(files)
  refuseErrors([site], site.folder, io)
  return site
}

export function showErrors(sites: Found, io: Io): number {
  const errors = sites.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity === 'error'),
  )
  if (errors.length > 0) show(errors, sites, io)
  return errors.length
}

/**
 * After the answer: the findings that bear on it (by default none), and one line for the others.
 */
export function mentionFindings(
  sites: Found,
  path: string,
  io: Io,
  bears = (_: Finding) => false,
): void {
  const all = sites.flatMap(({ findings }) => findings.filter(isActionable))
  const shown = all.filter(bears)
  const rest = all.length - shown.length
  if (shown.length > 0) show(shown, sites, io)
  const more = shown.length === 0 ? '' : 'other '
  if (rest > 0)
    io.err(
      `${rest} ${more}finding${rest === 1 ? '' : 's'}: npx --no-install acap check ${shellWord(path)}\n`,
    )
}

/** Whether errors keep a command from making something of policies. They are shown and counted. */
export function isBuildStopped(sites: Found, io: Io): boolean {
  const count = showErrors(sites, io)
  if (count > 0) io.err(`${count} error${count === 1 ? '' : 's'}\n`)
  return count > 0
}

function show(findings: readonly Finding[], sites: Found, io: Io): void {
  const sources = new Set(
    findings.flatMap(({ source, related }) => [source, ...related.map((each) => each.source)]),
  )
  io.err({ painted: `${rendered(findings, textsOf(sites, sources), io)}\n` })
}

/** Shows findings, if there are any, and how many there are. */
export function tellFindings(findings: readonly Finding[], texts: FileTexts, io: Io): void {
  if (findings.length > 0)
    io.err({ painted: `${rendered(findings, texts, io)}\n${summarise(findings)}\n` })
}

type FileTexts = ReadonlyMap<string, string>

function rendered(findings: readonly Finding[], texts: FileTexts, { colour }: Io): string {
  return renderFindings(findings, texts, { colour })
}
