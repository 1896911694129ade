/**
 * Reads the files of a site: policy, trees and findings. It receives texts and never touches the
 * file system.
 */
import { checkArgument, checkMembers, isRecord } from '../../base/check-argument.ts'
import { DEFAULT_SITE } from '../../words/site-config.ts'
import { type Finding, inOrder, reporterInto } from '../findings/diagnostic.ts'
import { applyIgnores, silencedErrors } from '../findings/ignores.ts'
import { nearest } from '../findings/suggest.ts'
import { type Checked, check } from '../policy/check.ts'
import type { Policy } from '../policy/policy.ts'
import { policyOf } from '../policy/read-policy.ts'
import { referencedPath, referenceLines } from '../policy/resources.ts'
import { FILE_START } from '../text/source.ts'
import { fieldValue, parse, type Tree } from '../text/tree.ts'
import { datesAhead, MOST_DATES, type RouteReading, readRoutes } from './routes.ts'
import { type PlacedCategory, readSiteConfig, type SharedNames } from './site.ts'

/** A site that was read. Its findings include those of site.toml. */
export interface SiteReading extends Checked {
  /** By path inside the site's folder: robots.txt, and files that it may reference. */
  readonly trees: ReadonlyMap<string, Tree>
  /** The policy's routes with their places in site.toml. */
  readonly routes: readonly RouteReading[]
  /** The prohibitions of categories in site.toml (I6). */
  readonly categories: readonly PlacedCategory[]
  /**
   * What must be checked together with other sites; null if site.toml names nothing of the kind.
   */
  readonly shared: SharedNames | null
}

/** @throws TypeError for anything but a result of `readSite` or `readText` */
export function checkReading(caller: string, reading: unknown): void {
  const isReading = isRecord(reading) && reading.trees instanceof Map && isRecord(reading.policy)
  checkArgument(isReading, caller, 'reading', 'what `readSite` or `readText` gave')
}

/** What a reading depends on besides the files. */
export interface ReadingOptions {
  /** Milliseconds since 1970, for dates that have passed and dates of routes (E7). @default now */
  readonly now?: number
}

function checkReadingOptions(caller: string, options: ReadingOptions): void {
  checkArgument(isRecord(options), caller, 'options', '`{ now }`')
  checkMembers(caller, options, ['now'])
  const { now = 0 } = options
  checkArgument(Number.isFinite(now), caller, 'now', 'milliseconds since 1970')
}

/**
 * Reads a bare robots.txt, under the default configuration. It follows no reference (R11).
 *
 * @param text The file, as text or as its octets.
 * @param site The site's name. @default none
 * @param options The time of the reading. @default now
 * @throws TypeError where `text` is neither text nor bytes.
 * @example const { policy, findings, trees } = readText('User-agent: *\nDisallow: /private/\n')
 */
export function readText(
  text: string | Uint8Array,
  site = '',
  options: ReadingOptions = {},
): SiteReading {
  checkReadingOptions('readText', options)
  checkArgument(typeof site === 'string', 'readText', 'site', 'a name')
  const trees = new Map([['robots.txt', parse(text)]])
  return {
    trees,
    routes: [],
    categories: [],
    shared: null,
    ...check({ site, config: DEFAULT_SITE, trees, paths: null, routes: [], ...options }),
  }
}

/**
 * Reads a site.
 *
 * @param site Its name.
 * @param files Those of its folder, by their path inside it.
 * @param options The time of the reading. @default now
 * @throws TypeError where `files` is no Map, or a file is neither text nor bytes.
 * @example readSite('example', new Map([['robots.txt', text], ['site.toml', 'hosts = ["www.example.com"]']]))
 */
export function readSite(
  site: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  options: ReadingOptions = {},
): SiteReading {
  if (!(files instanceof Map))
    throw new TypeError('readSite: `files` must be a Map of paths to strings or Uint8Arrays')
  checkReadingOptions('readSite', options)
  for (const [path, content] of files) {
    if (typeof content !== 'string' && !((content as unknown) instanceof Uint8Array))
      throw new TypeError(`readSite: \`${path}\` must be a string or a Uint8Array`)
  }
  const findings: Finding[] = []
  const configured = readSiteConfig(files.get('site.toml') ?? '')
  const report = reporterInto(findings)
  const { now = Date.now() } = options
  const routes = readRoutes(configured.config.routes, configured.routes, now, report)
  const dates = datesAhead(configured.config.routes, now)
  if (new Set(dates.map(({ at }) => at)).size > MOST_DATES) {
    const late = configured.config.routes.findIndex(({ match }) => match === dates.at(-1)!.match)
    report(configured.routes[late]!.header, 'too-many-dates', MOST_DATES)
  }
  const trees = readTrees(files)
  const paths = new Set(files.keys())
  if (!paths.has('robots.txt')) report(FILE_START, 'missing-robots', nearest('robots.txt', paths))
  const { config, profiles, signals, shared, categories, comments } = configured
  const checked = check({
    site,
    config,
    trees,
    paths,
    hasSite: shared !== null,
    routes,
    profiles,
    signals,
    now,
  })
  const found = [...checked.findings, ...inOrder([...configured.findings, ...findings])]
  return {
    policy: checked.policy,
    trees,
    routes,
    categories,
    shared,
    findings: inOrder(applyIgnores(found, comments), trees),
    ignores: [...checked.ignores, ...comments.ignores],
    silenced: [...checked.silenced, ...silencedErrors(found, comments)],
  }
}

/** A site's policy at an instant, without findings. */
export function sitePolicy(
  site: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  now = Date.now(),
): Policy {
  const { config, routes } = readSiteConfig(files.get('site.toml') ?? '')
  const read = readRoutes(config.routes, routes, now, () => undefined)
  return policyOf({
    site,
    config,
    trees: readTrees(files),
    paths: new Set(files.keys()),
    routes: read,
  })
}

function readTrees(files: ReadonlyMap<string, string | Uint8Array>): ReadonlyMap<string, Tree> {
  const main = parse(files.get('robots.txt') ?? '')
  const trees = new Map([['robots.txt', main]])
  for (const { line } of referenceLines(main)) {
    const path = referencedPath(fieldValue(main, line)) ?? ''
    const bytes = files.get(path)
    if (bytes !== undefined && !trees.has(path)) trees.set(path, parse(bytes, path))
  }
  return trees
}
