/**
 * Policy text → its program, compiled once per distinct text. Keeps the texts used last, so that a batch over many
 * policies stays flat in memory.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { compileAsWritten } from '../compile/compile.ts'
import { readText } from '../language/site/read-site.ts'
import { foreignPlace } from '../language/text/source.ts'
import { UsageError } from './exit-codes.ts'

const CAPACITY = 512

/** Gives the program of a bare robots.txt text. */
export function policyCache(most = CAPACITY): (text: string) => SiteProgram {
  const programs = new Map<string, SiteProgram>()
  return (text) => {
    const program = programs.get(text) ?? compileText(text)
    // A Map keeps the order of insertion: deleting and setting again makes an entry the last, so the first is the oldest.
    programs.delete(text)
    programs.set(text, program)
    if (programs.size > most) programs.delete(programs.keys().next().value!)
    return program
  }
}

/** A bare text is judged as it stands: nothing is generated from it, and its lines are the author's own (R11, D). */
function compileText(text: string): SiteProgram {
  const { policy, trees } = readText(text)
  if (foreignPlace(trees.get('robots.txt')!.source) !== null)
    throw new UsageError('the policy is no text, but UTF-16 or binary')
  return compileAsWritten(policy, trees)
}
