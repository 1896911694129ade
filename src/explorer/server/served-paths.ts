/**
 * All paths that the server answers to a GET: the page with its scripts, and the data that the page
 * reads.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crawlersOf } from '../../author/files/policy-lists.ts'
import { EXAMPLE_HOST, PRESETS, presetFiles } from '../../author/files/presets.ts'
import { CATALOG } from '../../language/findings/diagnostic.ts'
import type { RecentTraffic } from '../../logs/report/recent-requests.ts'
import type { Labels } from '../policy-picture.ts'
import type { SentLetter } from '../sent-letter.ts'
import { listVersions, versionNamed } from './save-files.ts'
import { sentSites, siteFilesIn } from './sent-sites.ts'

const PLAIN = 'text/plain; charset=utf-8'
export const JSON_TYPE = 'application/json; charset=utf-8'
export const SCRIPT = 'text/javascript; charset=utf-8'
const FILES = {
  'main.js': SCRIPT,
  'background-worker.js': SCRIPT,
  'explorer.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** Scripts that the build splits off: shared by the page and its worker, or loaded with a view. */
const CHUNK = /^\/chunk-[A-Z0-9]+\.js$/

/** Null: nothing is there. */
type Body = string | Uint8Array | Readable | null
export type ServedPath = readonly [
  type: string,
  body: (query: URLSearchParams) => Body | Promise<Body>,
]

/** What a log says of crawlers, as JSON; null where there is no log, and before it is read. */
export type ReportSource = () => Promise<{
  readonly report: unknown
  readonly labels: Labels
  readonly fault: string | null
  /** What a reader has to know of the log first. */
  readonly remark: string | null
}>

/** What crawlers asked a site for lately; null where no log says so. */
export type TrafficSource = (site: string) => Promise<RecentTraffic | null>

/**
 * `archive` is the evidence of the last letter, by its hash; null where another was written since.
 */
export interface EvidenceSource {
  readonly letter: (operator: string) => Promise<SentLetter>
  readonly archive: (hash: string) => Readable | null
}

interface Served {
  readonly report: ReportSource
  readonly traffic: TrafficSource
  readonly evidence: EvidenceSource
  readonly isLive: boolean
  /** `token`: what the page must send to save; `nonce`: what its inline styles must have. */
  readonly token: string
  readonly nonce: string
}

/** `built` is the folder of the page's files. */
export function servedPaths(
  built: string,
  policies: string,
  { report, traffic, evidence, isLive, token, nonce }: Served,
): ReadonlyMap<string, ServedPath> {
  const json = (value: (query: URLSearchParams) => unknown): ServedPath => [
    JSON_TYPE,
    async (query) => JSON.stringify(await value(query)),
  ]
  const files = Object.entries(FILES).map(([name, type]): [string, ServedPath] => {
    return [`/${name}`, [type, () => readFileSync(join(built, name))]]
  })
  const index = () =>
    readFileSync(join(built, 'index.html'), 'utf8').replace('nonce=""', `nonce="${nonce}"`)
  const template = ([name, title]: readonly [string, string]) => {
    return { name, title, files: Object.fromEntries(presetFiles(name, [EXAMPLE_HOST])) }
  }
  return new Map<string, ServedPath>([
    ...files,
    ['/', ['text/html; charset=utf-8', index]],
    ['/token.txt', [PLAIN, () => token]],
    ['/sites.json', json(() => sentSites(policies))],
    ['/history.json', json((query) => historyOf(policies, query))],
    ['/templates.json', json(() => Object.entries(PRESETS).map(template))],
    ['/report.json', json(async () => ({ ...(await report()), isLive }))],
    ['/traffic.json', json((query) => traffic(query.get('site') ?? ''))],
    ['/letter.json', json((query) => evidence.letter(query.get('for') ?? ''))],
    [
      '/evidence.tar.gz',
      ['application/gzip', (query) => evidence.archive(query.get('hash') ?? '')],
    ],
    ['/findings.json', json(explanations)],
    ['/crawlers.json', json(() => crawlersOf(policies).crawlers)],
  ])
}

/** What each finding means at length, by its code. */
function explanations() {
  return Object.fromEntries(Object.values(CATALOG).map(({ code, explain }) => [code, explain]))
}

export function chunkIn(built: string, path: string): ServedPath | undefined {
  const file = join(built, path)
  return CHUNK.test(path) && existsSync(file) ? [SCRIPT, () => readFileSync(file)] : undefined
}

function historyOf(policies: string, query: URLSearchParams) {
  const site = siteFilesIn(policies).find((each) => each.site === query.get('site'))
  const version = query.get('version')
  if (site === undefined) return null
  return version === null ? listVersions(site) : versionNamed(site, version)
}
