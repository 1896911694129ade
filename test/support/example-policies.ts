/** The policies that come with the project, without the sites and lists of somebody who works in this checkout. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PACKAGE_ROOT } from '../../src/base/files/package-root.ts'

const COMMITTED = ['example-news', '.networks/README.md', '.networks/nordlys.json']

/** Copies them into a folder, which is made. */
export function copyPolicies(folder: string): void {
  for (const path of COMMITTED) {
    const to = join(folder, path)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(join(PACKAGE_ROOT, 'policies', path), to, { recursive: true, preserveTimestamps: true })
  }
}

/** A copy of them in a folder of its own, and how to be rid of it. */
export function examplePolicies(): { readonly policies: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'acap-policies-'))
  const policies = join(folder, 'policies')
  copyPolicies(policies)
  return { policies, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
