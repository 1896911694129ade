/**
 * Findings of sites, for commands that answer another question than "what is wrong": the answer comes first. Findings are
 * written on standard error, so that an answer can be piped.
 */
import { type Finding, isActionable } from '../../language/findings/diagnostic.ts'
import { renderFindings } from '../../language/findings/render.ts'
import { type ReadSite, textsOf } from '../input/read-policies.ts'
import type { Io } from '../io.ts'
import { shellWord } from './shell-word.ts'

/** Sites with all that was found in them. */
type Found = readonly (Pick<ReadSite, 'folder' | 'files' | 'site'> & { readonly findings: readonly Finding[] })[]

/**
 * Whether errors keep a command from its answer. They are shown, with a sentence that says so; `path` is what the author
 * named.
 */
export function isStoppedByErrors(sites: Found, path: string, io: Io): boolean {
  const count = showErrors(sites, io)
  if (count === 0) return false
  const [errors, them] = count === 1 ? ['an error', 'it'] : [`${count} errors`, 'them']
  io.err(
    `acap: no answer, because \`${path}\` has ${errors}: fix ${them} first\nhelp: npx --no-install acap check ${shellWord(path)}\n`,
  )
  return true
}

/** Shows the errors alone; answers how many there are. */
export function showErrors(sites: Found, io: Io): number {
  const errors = sites.flatMap(({ findings }) => findings.filter(({ severity }) => severity === 'error'))
  if (errors.length > 0) show(errors, sites, io)
  return errors.length
}

/** After the answer: the findings that bear on it, and one line for the others. */
export function mentionFindings(sites: Found, path: string, io: Io, bears: (finding: Finding) => boolean): void {
  const all = sites.flatMap(({ findings }) => findings.filter(isActionable))
  const shown = all.filter(bears)
  const rest = all.length - shown.length
  if (shown.length > 0) show(shown, sites, io)
  const more = shown.length === 0 ? '' : 'other '
  if (rest > 0)
    io.err(`${rest} ${more}finding${rest === 1 ? '' : 's'}: npx --no-install acap check ${shellWord(path)}\n`)
}

/** Whether errors keep a command from making something of policies. They are shown and counted. */
export function areBroken(sites: Found, io: Io): boolean {
  const count = showErrors(sites, io)
  if (count > 0) io.err(`${count} error${count === 1 ? '' : 's'}\n`)
  return count > 0
}

function show(findings: readonly Finding[], sites: Found, io: Io): void {
  const sources = new Set(findings.flatMap(({ source, related }) => [source, ...related.map((each) => each.source)]))
  io.err({ painted: `${renderFindings(findings, textsOf(sites, sources), { colour: io.colour })}\n` })
}
