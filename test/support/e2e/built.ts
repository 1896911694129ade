/**
 * Policy texts → the bundle that `acap build` makes of them, with the registry of crawlers as it is shipped: what is
 * served to crawlers is what the command line generates.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SiteFiles } from '../bundle.ts'
import { acap } from '../cli/acap.ts'

/** Builds a bundle of these sites, or throws what the author would read. */
export function builtBundle(sites: Readonly<Record<string, SiteFiles>>): ArrayBuffer {
  const folder = mkdtempSync(join(tmpdir(), 'acap-policies-'))
  try {
    for (const [site, files] of Object.entries(sites)) {
      for (const [path, text] of Object.entries(files)) {
        const file = join(folder, site, path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    }
    const out = join(folder, 'policies.bin')
    const { code, err } = acap(['build', folder, '--out', out])
    if (code !== 0) throw new Error(err)
    return new Uint8Array(readFileSync(out)).buffer
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
