/**
 * Lists that others publish, for `acap networks` and `acap crawlers`: `sources.toml` in a folder beside the sites says
 * which, and each becomes a file of that folder. Knows nothing of what the lists hold.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../exit-codes.ts'
import { tomlIn } from './checked-value.ts'
import { fetchPage } from './fetch-page.ts'
import { listsBoundary } from './load-site.ts'
import { readInside } from './read-file.ts'

const SOURCES = 'sources.toml'
const PATIENCE_MS = 30_000

export interface ListSource {
  readonly name: string
  readonly url: string
  readonly settings: Readonly<Record<string, unknown>>
}

export function hasSources(folder: string): boolean {
  return existsSync(join(folder, SOURCES))
}

/** The lists that a folder's sources.toml names. `example` is a line that names one. Throws UsageError. */
export function sourcesIn(folder: string, example: string): readonly ListSource[] {
  const file = join(folder, SOURCES)
  const help = `a line for each list: ${example}`
  if (!hasSources(folder)) throw new UsageError(`\`${file}\` does not exist: it names the lists to fetch`, help)
  return Object.entries(tomlIn(readInside(file, listsBoundary(folder)).toString(), file)).map(([name, value]) => {
    if (!/^[\w-][\w.-]*$/.test(name)) throw new UsageError(`${file}: \`${name}\` cannot name a file`, help)
    const settings = typeof value === 'object' && value !== null ? (value as ListSource['settings']) : { url: value }
    const { url } = settings
    if (typeof url !== 'string' || !URL.canParse(url) || !isTrusted(new URL(url)))
      throw new UsageError(`${file}: \`${name}\` has no https URL`, help)
    return { name, url, settings }
  })
}

/** What is published, within limits. Throws an Error that says what is wrong. */
export async function fetchList(url: string): Promise<string> {
  const { bytes } = await fetchPage(url, { patienceMs: PATIENCE_MS, allows: isTrusted })
  return new TextDecoder().decode(bytes)
}

/** Anyone who could change a list on its way could let anybody in by an operator's name. */
function isTrusted({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}
