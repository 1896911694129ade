/**
 * Policy texts → a bundle as the edge gets it: read, compiled and encoded by the project's own stages.
 */

import { compileIntervals, intervalsOf } from '../../src/author/files/intervals.ts'
import { NAME_PROOFS } from '../../src/crawlers/shipped-proofs.ts'
import { readSite } from '../../src/language/site/read-site.ts'
import { compile } from '../../src/program/compile/compile.ts'
import { nameTrie } from '../../src/program/compile/name-trie.ts'
import { encode } from '../../src/program/encode.ts'
import type { Network, Registry, SiteProgram } from '../../src/program/program.ts'
import type { Category } from '../../src/words/decision-words.ts'

/** A site's files by path: `robots.txt`, `site.toml` and the files that they refer to. */
export type SiteFiles = Readonly<Record<string, string>>

/** What a bundle holds beside the sites. */
export interface Beside {
  readonly known?: Readonly<Record<string, Category>>
  readonly networks?: readonly Network[]
  /** Build as `acap build` does at this instant: with what the dates of routes change later (E7). */
  readonly builtAt?: number
}

/** The bytes of a bundle of these sites. A site's files are served as they are written. */
export async function bundleOf(
  sites: Readonly<Record<string, SiteFiles>>,
  { known = {}, networks = [], builtAt }: Beside = {},
): Promise<ArrayBuffer> {
  const programs = Object.entries(sites).map(([name, files]) =>
    builtAt === undefined ? programOf(name, files) : builtProgram(name, files, builtAt),
  )
  const bytes = await encode({ sites: programs, registry: registryOf(known), networks })
  return bytes.buffer
}

/** One site, compiled. Its files are served as they are written. */
export function programOf(name: string, files: SiteFiles): SiteProgram {
  const encoder = new TextEncoder()
  const { policy, findings } = readSite(
    name,
    new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)])),
  )
  const faults = findings.filter(({ severity }) => severity === 'error')
  if (faults.length > 0) throw new Error(`${name}: ${JSON.stringify(faults[0])}`)
  const served = Object.entries(files).flatMap(([path, text]) =>
    path.endsWith('.txt') ? [{ path, text }] : [],
  )
  served.sort((a, b) => Number(b.path === 'robots.txt') - Number(a.path === 'robots.txt'))
  return compile(policy, { served: true, files: served, servedLine: (_source, line) => line })
}

/** One site, as a build at an instant makes it. */
export function builtProgram(name: string, files: SiteFiles, now: number): SiteProgram {
  return compileIntervals(
    intervalsOf(name, new Map(Object.entries(files)), { now, crawlers: () => [] }),
  )
}

/** A registry of a few crawlers. */
export function registryOf(known: Readonly<Record<string, Category>>): Registry {
  const crawlers = Object.entries(known).map(([name, category]) => ({
    name,
    category,
    operator: null,
  }))
  return {
    crawlers,
    trie: nameTrie(crawlers.map(({ name }) => name.toLowerCase())),
    proofs: NAME_PROOFS,
  }
}
