/** `acap convert`: writes a policy in another vocabulary, and reports what that cannot express. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { VOCABULARIES, type Vocabulary } from '../../author/convert/convert.ts'
import {
  DEFAULT_POLICIES,
  findSite,
  loadSites,
  readGiven,
  type SiteFiles,
} from '../../author/files/load-site.ts'
import { crawlersOf } from '../../author/files/policy-lists.ts'
import { hasErrors, renamed, textsOf } from '../../author/files/read-policies.ts'
import { tellFindings } from '../../author/files/report-findings.ts'
import { refuseForeignText } from '../../author/files/source-text.ts'
import { generateRobots } from '../../author/served/generate-robots.ts'
import { SERVER_DOORS } from '../../author/servers/servers.ts'
import { EXIT, UsageError } from '../../base/faults.ts'
import type { Io } from '../../base/io.ts'
import { withoutIgnored } from '../../language/findings/ignores.ts'
import { readSite, readText, type SiteReading } from '../../language/site/read-site.ts'
import type { KnownCrawler } from '../../program/program.ts'
import { columns, type Run } from '../command.ts'
import { convertForServer } from './convert-server.ts'

interface Source {
  readonly reading: SiteReading
  readonly nameOf: (path: string) => string
  readonly texts: ReadonlyMap<string, string>
  readonly crawlers: readonly KnownCrawler[]
}

export const convertCommand: Run<'convert'> = async ([path = DEFAULT_POLICIES], options, io) => {
  const { to, originals, plan, json } = options
  if (to !== null && Object.hasOwn(SERVER_DOORS, to)) return convertForServer(path, to, options, io)
  if (options.out !== null || options.path !== null || plan !== null)
    throw new UsageError(
      plan === null ? '--out and --path are for servers' : '--plan is for --to cloudflare',
      `--to ${Object.keys(SERVER_DOORS).join(', ')}`,
    )
  const { convert, needs } = vocabularyNamed(to)
  const { reading, nameOf, texts, crawlers } = await sourceAt(path, io)
  const { text, findings } = convert(reading, { originals, now: Date.now(), crawlers })
  const faults = reading.findings.filter(({ severity }) => severity === 'error')
  const left = withoutIgnored(findings, reading.ignores)
  const shown = [...faults, ...left].map((finding) => renamed(finding, nameOf))
  if (json) io.json({ text, findings: shown }, 2)
  else {
    io.file(text)
    tellFindings(shown, texts, io)
    const { files } = generateRobots(reading, { crawlers })
    const isServed = files.some((file) => file.path === 'robots.txt' && file.text === text)
    const fault = text === '' ? 'there is nothing to write' : isServed ? 'nothing changes' : null
    if (fault !== null)
      io.err(`acap: ${fault}: ${to} cannot express this policy\nhelp: it can express ${needs}\n`)
  }
  return hasErrors(shown) ? EXIT.findings : EXIT.ok
}

function vocabularyNamed(name: string | null): Vocabulary {
  const vocabulary =
    name === null || !Object.hasOwn(VOCABULARIES, name) ? undefined : VOCABULARIES[name]
  if (vocabulary !== undefined) return vocabulary
  const message = name === null ? 'missing --to' : `unknown vocabulary \`${name}\``
  const rows = Object.entries({ ...VOCABULARIES, ...SERVER_DOORS }).map(
    ([each, { summary }]) => [each, summary] as const,
  )
  throw new UsageError(message, '--to takes one of', columns(rows))
}

async function sourceAt(path: string, io: Io): Promise<Source> {
  const bytes = await readGiven(path, io)
  if (bytes !== null) return textSource(path, bytes)
  const site = siteAt(path)
  return {
    reading: readSite(site.site, site.files),
    nameOf: (source) => join(site.folder, source),
    texts: textsOf([site]),
    crawlers: crawlersOf(site.folder).crawlers,
  }
}

function textSource(name: string, bytes: Uint8Array): Source {
  refuseForeignText(bytes, name, 'give a robots.txt, or the folder of a site')
  return {
    reading: readText(bytes),
    nameOf: () => name,
    texts: new Map([[name, new TextDecoder().decode(bytes)]]),
    crawlers: [],
  }
}

/** A site by its name, its folder, or the folder that holds it alone. */
function siteAt(path: string): SiteFiles {
  const isFolder = existsSync(path) && statSync(path).isDirectory()
  if (!isFolder && /\/|\.txt$/.test(path))
    throw new UsageError(`\`${path}\` does not exist`, 'give a robots.txt, a site, or -')
  if (!isFolder) return findSite(path)
  const sites = loadSites(path)
  if (sites.length === 1) return sites[0]!
  throw new UsageError(
    `\`${path}\` has several sites`,
    `name one: ${sites.map(({ folder }) => folder).join(', ')}`,
  )
}
