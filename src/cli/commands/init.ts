/**
 * `acap init`: creates a new site's folder from a preset or an existing robots.txt. Overwrites
 * nothing.
 */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_POLICIES, loadSite, sitesByHost } from '../../author/files/load-site.ts'
import {
  EXAMPLE_HOST,
  freeHost,
  type Hosts,
  hostGiven,
  newFolder,
  PRESETS,
  placeholdersIn,
  presetFiles,
  presetFolder,
} from '../../author/files/presets.ts'
import { readFiles } from '../../author/files/read-policies.ts'
import { refuseForeignText, sourceText } from '../../author/files/source-text.ts'
import { policyOfFile } from '../../author/servers/reading/policy-of-file.ts'
import { type ExitCode, UsageError } from '../../base/faults.ts'
import { fetchPage } from '../../base/files/fetch-page.ts'
import { readNamed } from '../../base/files/read-file.ts'
import { type NewFile, writeFiles } from '../../base/files/write-files.ts'
import type { Io } from '../../base/io.ts'
import { shellWord } from '../../base/printable.ts'
import { isActionable } from '../../language/findings/diagnostic.ts'
import { summarise } from '../../language/findings/render.ts'
import { hostIn } from '../../language/site/host-name.ts'
import { type CommandIo, columns, type Options, type Run } from '../command.ts'
import { planFixes } from '../fix/plan-fixes.ts'
import { draftSite } from '../init/draft-site.ts'
import { type BegunSite, initReport, namesInOrder } from '../init/init-report.ts'
import { fileBeside, sourceOf } from '../init/server-source.ts'
import { refuseWorker, starterIn, starterReport } from '../init/starter.ts'

export const initCommand: Run<'init'> = async ([name = null], options, io) => {
  if (options.worker) return initWorker(name, options, io)
  if (name === null) throw new UsageError('missing NAME', 'acap init --help')
  const begun = await beginSite(name, options, io)
  writeFiles([folderOf(begun)])
  return io.answer(asJson(begun), () => reportOf(begun))
}

/** The project goes around the sites that are there already; without any it begins one. */
async function initWorker(
  name: string | null,
  options: Options<'init'>,
  io: CommandIo,
): Promise<ExitCode> {
  if (options.policies !== null)
    throw new UsageError(`--worker keeps sites in \`${DEFAULT_POLICIES}\`, beside the Worker`)
  refuseWorker('.')
  const sites = [...sitesByHost(DEFAULT_POLICIES)]
  const [host, known] = sites.find(([, each]) => name === null || each === name) ?? []
  const begun = host === undefined ? await beginSite(name ?? siteFor(options), options, io) : null
  const { files, manifest, source } = starterIn('.', known ?? begun!.site, host ?? begun!.hosts[0])
  const project: NewFile[] = [...files].map(([path, content]) => ({ path, content, before: null }))
  writeFiles([...(begun === null ? [] : [folderOf(begun)]), manifest, ...project])
  const written = [...files.keys(), manifest.path]
  const site = begun === null ? {} : asJson(begun)
  const text = () => (begun === null ? '' : `${reportOf(begun)}\n`) + starterReport(written, source)
  return io.answer({ ...site, project: written, source }, text)
}

function siteFor({ host: [first] }: Options<'init'>): string {
  return first === undefined ? EXAMPLE_HOST : hostGiven(first).replace(/:\d+$/, '')
}

async function beginSite(name: string, options: Options<'init'>, io: Io): Promise<BegunSite> {
  const policies = options.policies ?? DEFAULT_POLICIES
  const folder = newFolder(policies, name)
  const begun = await begin(name, options, sitesByHost(policies), io)
  return { ...begun, site: options.policies === null ? name : folder, folder }
}

/**
 * A rate that Google does not read, and a group that a rate did not end: enforced, they would keep
 * search engines out.
 */
const SURPRISES: readonly string[] = ['ACAP123', 'ACAP068']

function reportOf(begun: BegunSite): string {
  const read = readFiles(loadSite(begun.folder))
  const surprises = read.findings
    .filter(({ code }) => SURPRISES.includes(code))
    .map(({ message, help }) => (help === null ? message : `${message}: ${help}`))
  const told = { ...begun, changes: [...begun.changes, ...surprises] }
  return initReport(told, summarise(read.findings.filter(isActionable)), planFixes(read))
}

/** The preset for a new project if nobody can be asked. */
const STARTER_PRESET = 'no-training'

/** The files to write and the text to report. Nothing is written before both are complete. */
type Beginning = Omit<BegunSite, 'site' | 'folder'>

/** The hosts that sites have, with their sites. */
type Taken = ReadonlyMap<string, string>

async function begin(
  name: string,
  options: Options<'init'>,
  taken: Taken,
  io: Io,
): Promise<Beginning> {
  const { from, preset, worker } = options
  if (from !== null && preset !== null)
    throw new UsageError('--from and --preset exclude each other')
  if (from !== null) return beginFrom(name, { ...options, from }, taken, io)
  const chosen =
    preset ?? (worker && io.ask === null ? STARTER_PRESET : await askForPreset(name, io))
  presetFolder(chosen)
  const hosts = await hostsFor(name, options, taken, io)
  const texts = presetFiles(chosen, hosts)
  return { hosts, texts, changes: [], unread: [], additions: [], kept: [] }
}

/** R10. */
const MOST_ROBOTS = 500 * 1024

type FromOptions = Options<'init'> & { readonly from: string }

async function beginFrom(
  name: string,
  options: FromOptions,
  taken: Taken,
  io: Io,
): Promise<Beginning> {
  const { from } = options
  const { octets, charset, host: found, redirectedTo } = await fetchRobots(from)
  const read = sourceText(octets, charset)
  const server = policyOfFile(read.text, fileBeside(from))
  const source = server === null ? read : sourceOf(server, from)
  if (server === null && octets.length > MOST_ROBOTS)
    throw new UsageError(
      `\`${from}\` has more than the 500 KiB that crawlers read`,
      'acap explain ACAP002',
    )
  refuseForeignText(
    source.text,
    from,
    'give a robots.txt, or a file of nginx, Apache, HAProxy, Caddy, lighttpd or Cloudflare; or begin with --preset',
  )
  const isFound = options.host.length === 0 && found !== null
  const hosts: Hosts = isFound ? [freeHost(found, taken)] : await hostsFor(name, options, taken, io)
  const { texts, kept } = draftSite(source, hosts)
  const changes =
    redirectedTo === null
      ? source.changes
      : [...source.changes, `${from} redirects to ${redirectedTo}`]
  const unread = server?.unread ?? []
  return { hosts, texts, kept, changes, unread, additions: source.additions }
}

async function askForPreset(name: string, { ask }: Io): Promise<string> {
  const offered = columns(Object.entries(PRESETS))
  const line = `acap init ${shellWord(name)} --preset ${STARTER_PRESET}`
  if (ask === null)
    throw new UsageError(
      'missing --from or --preset',
      `${line}, or --from FILE|URL`,
      `presets:\n${offered}`,
    )
  return ask(`${offered}Which of these is it like? `)
}

/**
 * The given hosts, else the name if it is a host, else the answer at the terminal, else the
 * example's host.
 */
async function hostsFor(
  name: string,
  { host: given }: Options<'init'>,
  taken: Taken,
  { ask }: Io,
): Promise<Hosts> {
  const [first, ...others] = new Set(given.map((host) => freeHost(hostGiven(host), taken)))
  if (first !== undefined) return [first, ...others]
  const named = name.includes('.') ? hostIn(name) : null
  if (named !== null) return [freeHost(named, taken)]
  const answer = await ask?.(`The site's host name (${EXAMPLE_HOST}): `)
  if (answer) return [freeHost(hostGiven(answer), taken)]
  return [taken.has(EXAMPLE_HOST) ? (hostIn(`${name}.example.com`) ?? EXAMPLE_HOST) : EXAMPLE_HOST]
}

/** A folder is written as a whole, because half a site could go into service. */
function folderOf({ folder, texts }: BegunSite): NewFile {
  return { path: folder, content: texts }
}

function asJson({ folder, hosts, texts, changes, unread, additions, kept }: BegunSite) {
  return {
    folder,
    hosts,
    files: namesInOrder(texts).map((file) => join(folder, file)),
    placeholders: placeholdersIn(texts.get('site.toml')!).map(([setting]) => setting),
    changes,
    unread,
    kept,
    additions,
  }
}

const PATIENCE_MS = 10_000
const OTHERWISE = 'give a file that holds it, or begin with --preset'

/**
 * The robots.txt at a path or of a site, its host, charset and redirect; null where there is none.
 */
async function fetchRobots(place: string) {
  if (/^https?:\/\//i.test(place)) return fetchFrom(place)
  if (statSync(place).isDirectory())
    throw new UsageError(`\`${place}\` is a folder`, '--from takes a robots.txt or a URL')
  return { octets: readNamed(place), charset: null, host: null, redirectedTo: null }
}

async function fetchFrom(place: string) {
  if (!URL.canParse(place))
    throw new UsageError(
      `\`${place}\` is not an address`,
      '--from https://www.example.com/robots.txt',
    )
  const requested = new URL(place)
  if (requested.pathname === '/') requested.pathname = '/robots.txt'
  const { bytes, type, url } = await fetchPage(requested, { patienceMs: PATIENCE_MS }).catch(
    (fault: Error) => {
      throw new UsageError(`\`${requested}\` cannot be fetched: ${fault.message}`, OTHERWISE)
    },
  )
  // A site may redirect to its main host, or to a file store. Only the former is a host of the
  // site.
  const { host } = url.pathname === '/robots.txt' ? url : requested
  return {
    octets: bytes,
    charset: /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? null,
    host,
    redirectedTo: url.href === requested.href ? null : url.href,
  }
}
