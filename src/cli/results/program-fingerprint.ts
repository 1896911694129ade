/**
 * This program → a text that another program does not have: of other code, of other lists of crawlers, or run by another
 * Node, whose Unicode and URLs may differ.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filesBelow } from '../files-below.ts'
import { PACKAGE_ROOT } from '../package-root.ts'

/** The fingerprint. The bundled program is one file with everything in it. */
export function programFingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify(process.versions))
  for (const path of programFiles()) hash.update(readFileSync(path))
  return hash.digest('base64')
}

function programFiles(): readonly string[] {
  const own = fileURLToPath(import.meta.url)
  if (!own.endsWith('.ts')) return [own]
  const sources = join(PACKAGE_ROOT, 'src')
  return [join(PACKAGE_ROOT, 'package-lock.json'), ...filesBelow(sources).map((path) => join(sources, path))]
}
