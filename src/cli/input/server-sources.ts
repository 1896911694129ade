/** Reads the sites whose policies `acap convert` writes for servers. */

import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compileSite, textProgram } from '../../author/files/load-programs.ts'
import { loadSites, policyPath, readGiven } from '../../author/files/load-site.ts'
import { listEnds, sharedParts } from '../../author/files/policy-lists.ts'
import { type ReadSite, readFiles, textsOf } from '../../author/files/read-policies.ts'
import { refuseErrors } from '../../author/files/report-findings.ts'
import { robotsSourceText } from '../../author/files/source-text.ts'
import { UsageError } from '../../base/faults.ts'
import type { Io } from '../../base/io.ts'
import { readText, type SiteReading } from '../../language/site/read-site.ts'
import type { Bundle, SiteProgram } from '../../program/program.ts'
import { knownCrawlers } from '../../registry.ts'
import { wholePolicyPath } from '../../words/document-paths.ts'

export interface ServerSource extends Pick<Bundle, 'registry' | 'networks'> {
  readonly reading: SiteReading
  readonly nameOf: (path: string) => string
  readonly texts: ReadonlyMap<string, string>
  readonly name: string
  readonly site: SiteProgram
  /** What crawlers read: robots.txt and, where it is apart, the whole policy (R4). */
  readonly published: readonly { readonly name: string; readonly text: string }[]
  /** Until when its address lists can disprove a name. */
  readonly listEnds: ReadonlyMap<string, number>
}

/** A robots.txt, standard input (`-`), a site, or a folder of sites. */
export async function serverSources(given: string, io: Io): Promise<readonly ServerSource[]> {
  const path = policyPath(given)
  const bytes = await readGiven(path, io)
  if (bytes !== null) return [serverSource(path, bytes)]
  if (!existsSync(path))
    throw new UsageError(`\`${path}\` does not exist`, 'give a robots.txt, a site, or -')
  const sites = loadSites(path).map((files) => readFiles(files))
  refuseErrors(sites, path, io)
  return sites.map((site): ServerSource => {
    return {
      name: site.site,
      reading: site.reading,
      site: compileSite(site),
      published: publishedFiles(site),
      nameOf: (source) => join(site.folder, source),
      texts: textsOf([site]),
      ...sharedParts(site.folder, io),
      listEnds: listEnds(site.folder),
    }
  })
}

function publishedFiles({ reading, generated: { files } }: ReadSite): ServerSource['published'] {
  const paths = [wholePolicyPath(reading.policy.config), 'robots.txt']
  const published = files.filter(({ path }) => paths.includes(path))
  return published.map(({ path, text }) => ({ name: path, text }))
}

function serverSource(path: string, bytes: Buffer): ServerSource {
  const text = robotsSourceText(bytes, path)
  return {
    name: path === '-' ? 'robots.txt' : basename(path),
    reading: readText(text),
    site: textProgram(text),
    published: [{ name: 'robots.txt', text }],
    nameOf: () => path,
    texts: new Map([[path, text]]),
    registry: knownCrawlers(),
    networks: [],
    listEnds: new Map(),
  }
}
