/**
 * Policy text → its program, compiled once per distinct text. Keeps the texts used last, so that a batch over many
 * policies stays flat in memory.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { compileAsWritten } from '../compile/compile.ts'
import { readText } from '../language/site/read-site.ts'

const MOST_KEPT = 512

/** Gives the program of a bare robots.txt text. */
export function policyCache(most = MOST_KEPT): (text: string) => SiteProgram {
  const kept = new Map<string, SiteProgram>()
  return (text) => {
    const program = kept.get(text) ?? compileText(text)
    // A Map keeps the order of insertion: what is set anew is the youngest, the first key the one used longest ago.
    kept.delete(text)
    kept.set(text, program)
    if (kept.size > most) kept.delete(kept.keys().next().value!)
    return program
  }
}

/** A bare text is judged as it stands: nothing is generated from it, and its lines are the author's own (R11, D). */
function compileText(text: string): SiteProgram {
  const { policy, trees } = readText(text)
  return compileAsWritten(policy, trees)
}
