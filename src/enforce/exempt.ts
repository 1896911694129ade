/**
 * P7: what is served to everybody before any rule. It depends on nothing but the bundle. Enforcement only: `decide` does
 * not know it.
 */
import type { ServedFile, SiteProgram } from '../bundle/program.ts'
import { pathOf } from './spellings.ts'

/** The robots.txt or permission file at a target; undefined where none of them stands there, as it is written. */
export function servedFileAt(site: SiteProgram, target: string): ServedFile | undefined {
  const path = pathOf(target)
  return site.files.find((file) => path.length === file.path.length + 1 && path.endsWith(file.path))
}

/** Whether a path is exempt: every spelling of it must be (P6), and `/.well-known/..%2Fprivate` has one that is not. */
export function isExempt({ config }: SiteProgram, spellings: readonly string[]): boolean {
  return spellings.every((spelling) => {
    const path = pathOf(spelling)
    return path.startsWith('/.well-known/') || config.exempt.some((each) => matchesExempt(path, each))
  })
}

function matchesExempt(path: string, exempt: string): boolean {
  return exempt.endsWith('*') ? path.startsWith(exempt.slice(0, -1)) : path === exempt
}
