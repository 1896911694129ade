/**
 * Policy text → SiteProgram, as the tests and benchmarks want it.
 */

import { readText } from '../../src/language/site/read-site.ts'
import { compile } from '../../src/program/compile/compile.ts'
import type { SiteProgram } from '../../src/program/program.ts'

/** Compiles a bare robots.txt; its lines are the author's own. */
export function siteOf(text: string): SiteProgram {
  const { policy } = readText(text, 'policy')
  return compile(policy, {
    served: false,
    files: [{ path: 'policy', text }],
    servedLine: () => undefined,
  })
}
