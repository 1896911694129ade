/**
 * `acap convert`: writes a policy in another vocabulary, or for each site a folder of a server's
 * configuration files, and reports what that cannot express.
 */

import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
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
import { isCloudflarePlan } from '../../author/servers/cloudflare/limits.ts'
import { CLOUDFLARE_PLANS, type CloudflarePlan } from '../../author/servers/cloudflare/rules.ts'
import { type DoorExport, exportSite } from '../../author/servers/export.ts'
import { SERVER_DOORS } from '../../author/servers/servers.ts'
import { dateText } from '../../base/calendar.ts'
import { EXIT, type ExitCode, UsageError } from '../../base/faults.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import type { Io } from '../../base/io.ts'
import { inOrder } from '../../language/findings/diagnostic.ts'
import { withoutIgnored } from '../../language/findings/ignores.ts'
import { readSite, readText } from '../../language/site/read-site.ts'
import type { KnownCrawler } from '../../program/program.ts'
import { columns, type Options, type Run } from '../command.ts'
import { type ServerSource, serverSources } from '../input/server-sources.ts'

interface Source extends Pick<ServerSource, 'reading' | 'nameOf' | 'texts'> {
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

async function convertForServer(
  path: string,
  to: string,
  { out, path: prefix, plan, json }: Options<'convert'>,
  io: Io,
): Promise<ExitCode> {
  if (out === null)
    throw new UsageError('missing --out', 'give the folder for the files: --out DIR')
  const tier = tierOf(to, plan)
  const sources = await serverSources(path, io)
  const many = sources.length > 1
  const results = sources.map((source) => {
    const folder = many ? join(out, source.name) : out
    const at = prefix === null ? resolve(folder) : many ? join(prefix, source.name) : prefix
    return { source, folder, at, ...exported(source, { to, tier, prefix: at, many }) }
  })
  const shown = results.flatMap(({ source, findings }) => {
    const left = withoutIgnored(findings, source.reading.ignores)
    return inOrder(left.map((finding) => renamed(finding, source.nameOf)))
  })
  const isRefused = hasErrors(shown)
  const written = isRefused
    ? []
    : writeFiles(
        results.flatMap(({ source, folder, files }) =>
          [...files, ...source.published].map(({ name, text }) => {
            return { path: join(folder, name), content: text }
          }),
        ),
      )
  if (json) io.json({ server: to, files: written, findings: shown }, 2)
  else {
    tellFindings(shown, new Map(sources.flatMap(({ texts }) => [...texts])), io)
    for (const { at } of isRefused ? [] : results)
      for (const line of SERVER_DOORS[to]!.include) io.out(`${line.replaceAll('{prefix}', at)}\n`)
  }
  return isRefused ? EXIT.findings : EXIT.ok
}

/** The Cloudflare plan, which limits the number of rules. */
function tierOf(to: string, plan: string | null): CloudflarePlan {
  if (plan !== null && to !== 'cloudflare')
    throw new UsageError('--plan is for --to cloudflare', null)
  if (plan === null || isCloudflarePlan(plan)) return plan ?? 'free'
  throw new UsageError(
    `unknown plan \`${plan}\``,
    `--plan ${Object.keys(CLOUDFLARE_PLANS).join('|')}`,
  )
}

interface ExportTarget {
  readonly to: string
  readonly tier: CloudflarePlan
  readonly prefix: string
  readonly many: boolean
}

function exported(source: ServerSource, { to, tier, prefix, many }: ExportTarget): DoorExport {
  const now = Date.now()
  const hash = createHash('sha256')
  for (const { text } of source.published) hash.update(text)
  hash.update(JSON.stringify(source.site.config))
  const policy = hash.digest('hex').slice(0, 12)
  const written = `Written by acap convert --to ${to} on ${dateText(now)} for ${source.name}, policy ${policy}.`
  const id = many ? `${source.name.replace(/[^a-z0-9]/gi, '_')}_` : ''
  const about = (lists: readonly string[]) => [written, ...validity(source, lists, now)]
  return exportSite({ ...source, now }, SERVER_DOORS[to]!, to, { id, prefix, about, tier })
}

/** Until when files hold that have these address lists. */
function validity(
  { site, listEnds }: ServerSource,
  lists: readonly string[],
  now: number,
): readonly string[] {
  const ends = lists.map((name) => listEnds.get(name) ?? Infinity)
  const old = lists.filter((_, i) => ends[i]! <= now)
  const until = Math.min(site.next?.from ?? Infinity, ...ends.filter((end) => end > now))
  return [
    until === Infinity
      ? 'It holds until the policy changes. Edit the policy, and write it again.'
      : `It holds until ${dateText(until)}. Write it again then.`,
    ...(old.length === 0
      ? []
      : [`Too old to disprove a name: ${old.join(', ')}. Run acap networks, and write it again.`]),
  ]
}
