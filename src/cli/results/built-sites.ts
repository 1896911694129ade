/**
 * A folder of policies → its sites, checked and compiled. Many sites use all cores, and unchanged ones come from a cache.
 * What sites share is checked each time.
 */
import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { SiteProgram } from '../../bundle/program.ts'
import { readSection } from '../../bundle/read-section.ts'
import { asWritten } from '../../bundle/write-section.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import type { SharedNames } from '../../language/site/site.ts'
import { checkedTogether } from '../check-policies.ts'
import type { Io } from '../io.ts'
import { crawlerFiles } from '../known-crawlers.ts'
import { loadSites, type SiteFiles } from '../load-site.ts'
import { inFolder, today } from '../read-policies.ts'
import { programFingerprint } from './program-fingerprint.ts'
import { ResultCache, resultKey } from './result-cache.ts'
import type { SiteResult } from './site-result.ts'
import { resultsOf } from './threads.ts'

/** A site with what was found and made of it. */
export interface BuiltSite extends SiteFiles {
  readonly shared: SharedNames | null
  /** Paths are from where the author stands. */
  readonly findings: readonly Finding[]
  /** The compiled program; throws where the policy has errors. */
  readonly program: () => SiteProgram
}

/** Building fewer sites is faster than looking them up. */
const LEAST_TO_CACHE = 64

/** Builds every site of a folder, or the one site that the folder is. `least`: how many sites have a cache. */
export async function buildSites(
  folder: string,
  { env }: Pick<Io, 'env'>,
  least = LEAST_TO_CACHE,
): Promise<readonly BuiltSite[]> {
  const sites = loadSites(folder)
  const day = today()
  const path = sites.length < least ? null : cachePath(folder, env)
  const cache = path === null ? null : new ResultCache(path, day)
  const setting = { day, lists: crawlerFiles(folder).flatMap(({ list }) => list ?? []) }
  const program = cache === null ? '' : programFingerprint() + JSON.stringify(setting.lists)
  const keys = cache === null ? [] : sites.map((site) => resultKey(program, site))
  const found = sites.map((_, i) => cache?.get(keys[i]!))
  const missing = sites.map((_, i) => i).filter((i) => found[i] === undefined)
  const sources = missing.map((i) => ({ site: sites[i]!.site, files: sites[i]!.files }))
  const made = await resultsOf(sources, setting)
  missing.forEach((i, at) => {
    found[i] = made[at]!
    cache?.set(keys[i]!, made[at]!)
  })
  cache?.save()
  return checkedTogether(
    sites.map((site, i) => builtSite(site, found[i]!)),
    folder,
  )
}

/** The programs of sites that have no errors. */
export function programsOf(sites: readonly BuiltSite[]): readonly SiteProgram[] {
  return sites.map(({ program }) => program())
}

function builtSite(files: SiteFiles, { shared, findings, program }: SiteResult): BuiltSite {
  return {
    ...files,
    shared,
    findings: inFolder(files.folder, findings),
    program: () => {
      if (program === null) throw new Error(`\`${files.site}\` has errors`)
      const own = program.slice()
      return asWritten(readSection(own.buffer, 0) as SiteProgram, own)
    },
  }
}

/** Where the results of a folder are cached; null where ACAP_CACHE says `off`. */
function cachePath(folder: string, env: Io['env']): string | null {
  const { ACAP_CACHE: own, XDG_CACHE_HOME: caches = join(homedir(), '.cache') } = env
  if (own === 'off') return null
  const name = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  return join(own ?? join(caches, 'acap-edge'), `${name}.results`)
}
