/**
 * A site that was read → its program, whose decisions name the author's own lines.
 */
import type { SiteProgram } from '../../bundle/program.ts'
import type { SiteReading } from '../../language/read-site.ts'
import { compile } from '../compile.ts'

export function ownProgram({ policy, trees }: SiteReading): SiteProgram {
  const files = [...trees].map(([path, { source }]) => ({ path, text: source.text }))
  return compile(policy, { served: false, files, servedLine: () => undefined })
}
