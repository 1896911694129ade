/**
 * P7: what is served to everybody before any rule. It depends on nothing but the bundle. Enforcement only: `decide` does
 * not know it.
 */
import type { ServedFile, SiteProgram } from '../bundle/program.ts'
import { spellings } from './spellings.ts'

/** The robots.txt or permission file that a target asks for. */
export function servedFileAt(site: SiteProgram, target: string): ServedFile | undefined {
  const query = target.indexOf('?')
  const path = query < 0 ? target : target.slice(0, query)
  return site.files.find((file) => path.length === file.path.length + 1 && path.endsWith(file.path))
}

/** Whether a request is exempt. Every spelling must be (P6): `/.well-known/..%2Fprivate` is not. */
export function isExempt(site: SiteProgram, method: string, target: string): boolean {
  if (method === 'OPTIONS') return true
  const { exempt, distinct } = site.config
  return spellings(target, distinct).every((spelling) => {
    const path = spelling.split('?', 1)[0]!
    return path.startsWith('/.well-known/') || exempt.some((each) => matchesExempt(path, each))
  })
}

function matchesExempt(path: string, exempt: string): boolean {
  return exempt.endsWith('*') ? path.startsWith(exempt.slice(0, -1)) : path === exempt
}
