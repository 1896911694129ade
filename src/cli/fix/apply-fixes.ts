/**
 * `acap check --fix`: writes the edits that change no decision, and says what it wrote and what it left.
 */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Edit } from '../../language/findings/edits.ts'
import { UsageError } from '../exit-codes.ts'
import { loadSite, loadSites, policyBoundary, readPolicyFile } from '../input/load-site.ts'
import { type ReadSite, readFiles } from '../input/read-policies.ts'
import { writeFiles } from '../output/write-files.ts'
import { planFixes } from './plan-fixes.ts'

/** Fixes the policies at a path; answers what was done, as text. */
export function applyFixes(path: string): string {
  if (path === '-') throw new UsageError('--fix changes files, and `-` is none')
  if (statSync(path).isDirectory())
    return loadSites(path)
      .map((files) => fixSite(readFiles(files)))
      .join('')
  if (existsSync(join(dirname(path), 'site.toml'))) return fixSite(readFiles(loadSite(dirname(path))))
  const files = new Map([['robots.txt', readPolicyFile(path)]])
  const boundary = policyBoundary(path)
  return fixSite(readFiles({ site: '', folder: dirname(path), files, boundary }), basename(path))
}

/** `name` is what the robots.txt is called. */
function fixSite(site: ReadSite, name = 'robots.txt'): string {
  const { safe, others, texts } = planFixes(site)
  const pathOf = (file: string) => join(site.folder, file === 'robots.txt' ? name : file)
  writeFiles(
    [...texts].map(([file, content]) => {
      return { path: pathOf(file), content, before: site.files.get(file)!, boundary: site.boundary }
    }),
  )
  const fixed = safe.map((edit) => `fixed ${describePlace(edit, pathOf)}\n${difference(edit)}`)
  const left = others.map((edit) => `${describePlace(edit, pathOf)}: ${edit.finding.message}\n${difference(edit)}`)
  const head = left.length === 0 ? [] : ['Not fixed, because decisions would change. Choose for yourself:\n']
  const parts = [...fixed, ...head, ...left]
  return parts.length === 0 ? '' : `${parts.join('')}\n`
}

function describePlace({ file, finding }: Edit, pathOf: (file: string) => string): string {
  return `${pathOf(file)}:${finding.line}`
}

function difference({ before, after }: Edit): string {
  return `  -${before}\n${after === null ? '' : `  +${after}\n`}`
}
