/**
 * Reads sites whose files are loaded (load-site.ts): what they mean, the files to serve, now and
 * after each date of a route, and all findings, with paths that the author can open. These include
 * what the proof of the served files finds, and what shows only when sites are checked together,
 * such as a host of two sites. Reads their cases, too.
 */
import { join } from 'node:path'
import { DAY } from '../../base/calendar.ts'
import { ADDRESS_LISTS, provenBy } from '../../crawlers/address-lists.ts'
import { NAME_PROOFS } from '../../crawlers/shipped-proofs.ts'
import {
  type Finding,
  finding,
  inOrder,
  wholeFilesFirst,
} from '../../language/findings/diagnostic.ts'
import { type CasesReading, readCases } from '../../language/site/cases.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import type { PlacedName, SharedNames } from '../../language/site/site.ts'
import type { Span } from '../../language/text/source.ts'
import type { Registry } from '../../program/program.ts'
import type { GeneratedRobots } from '../served/generate-robots.ts'
import { type OpenedName, openedNames, unprovenFinding } from '../served/opened-names.ts'
import { proveServed } from '../served/served-proof.ts'
import { type Interval, intervalsOf } from './intervals.ts'
import { loadLists, type SiteFiles } from './load-site.ts'
import { crawlersOf } from './policy-lists.ts'

export interface ReadSite extends SiteFiles {
  readonly reading: SiteReading
  readonly shared: SharedNames | null
  readonly generated: GeneratedRobots
  /** What it will be after each date of its routes (E7). */
  readonly later: readonly Interval[]
  /** Names that open something, and that need a list of addresses beside the sites (I4). */
  readonly opened: readonly OpenedName[]
  /**
   * Those of the reading and, where it has no error, of what is served; by paths from where the
   * author stands.
   */
  readonly findings: readonly Finding[]
}

/**
 * Midnight in UTC, in milliseconds: what is found in a site may change with the day, and never
 * within one.
 */
export type Day = number

export function today(): Day {
  const now = Date.now()
  return now - (now % DAY)
}

/** Reads one site. The known crawlers are those of its folder of policies. */
export function readFiles(files: SiteFiles, registry?: Registry): ReadSite {
  const read = readSiteFiles(files, today(), () => registry ?? crawlersOf(files.folder))
  return {
    ...files,
    ...read,
    shared: read.reading.shared,
    findings: inFolder(files.folder, read.findings),
  }
}

export function readSiteFiles(
  { site, files }: Pick<SiteFiles, 'site' | 'files'>,
  day: Day,
  registry: () => Registry,
): Pick<ReadSite, 'reading' | 'generated' | 'later' | 'opened' | 'findings'> {
  // Compiled only where a category needs it.
  const intervals = intervalsOf(site, files, { now: day, crawlers: () => registry().crawlers })
  const [{ reading, generated }, ...later] = intervals
  const findings = findingsIn(intervals[0])
  const known = new Set(findings.map(keyOf))
  for (const interval of hasErrors(findings) ? [] : later) {
    findings.push(...findingsIn(interval).filter((each) => !known.has(keyOf(each))))
  }
  const opened = hasErrors(findings)
    ? []
    : openedNames(reading, generated, () => registry().crawlers, day)
  return { reading, generated, later, opened, findings: wholeFilesFirst(findings) }
}

function findingsIn({ from, reading, generated }: Interval): Finding[] {
  const findings = [...reading.findings]
  if (!hasErrors(findings)) findings.push(...generated.findings)
  // What is too slow to decide is too slow to compare.
  if (!hasErrors(findings)) findings.push(...proveServed(reading, generated, { now: from }))
  return findings
}

/** The findings of one cause are alike in each interval. */
function keyOf({ code, source, line, column }: Finding): string {
  return `${code} ${source}:${line}:${column}`
}

export function inFolder(folder: string, findings: readonly Finding[]): readonly Finding[] {
  return findings.map((finding) => renamed(finding, (source) => join(folder, source)))
}

export function renamed(finding: Finding, name: (source: string) => string): Finding {
  const related = finding.related.map((each) => ({ ...each, source: name(each.source) }))
  return { ...finding, source: name(finding.source), related }
}

/**
 * The texts of sites' files, by the paths that their findings have; of `sources` alone, where they
 * are given.
 */
export function textsOf(
  sites: readonly Pick<SiteFiles, 'folder' | 'files'>[],
  sources?: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const decoder = new TextDecoder()
  const texts = new Map<string, string>()
  for (const { folder, files } of sites) {
    for (const [path, bytes] of files) {
      const source = join(folder, path)
      if (sources?.has(source) !== false) texts.set(source, decoder.decode(bytes))
    }
  }
  return texts
}

export function hasErrors(findings: readonly Finding[]): boolean {
  return findings.some(({ severity }) => severity === 'error')
}

type Sharing = Pick<ReadSite, 'folder' | 'shared' | 'opened' | 'findings'>

export function checkedTogether<Site extends Sharing>(
  sites: readonly Site[],
  folder: string,
): readonly Site[] {
  const networks = [...loadLists(folder, '.networks').keys()]
  const owners = new Map<string, Span>()
  return sites.map((site) => {
    const { shared } = site
    const found = [...inFolder(site.folder, unprovenNames(site.opened, networks))]
    if (shared !== null) found.push(...hostFindings(site, shared.hosts, shared.hostsAt, owners))
    for (const { name, at } of shared?.networks ?? []) {
      if (!networks.includes(name))
        found.push(finding(below(site, at), 'unknown-network', [name, networks]))
    }
    return found.length === 0 ? site : { ...site, findings: inOrder([...site.findings, ...found]) }
  })
}

/**
 * A host has one policy. `owners` has the hosts of the sites before this one, and gets those of
 * this one.
 */
function* hostFindings(
  site: Sharing,
  hosts: readonly PlacedName[],
  hostsAt: Span | null,
  owners: Map<string, Span>,
): Generator<Finding> {
  if (hosts.length === 0 && hostsAt !== null) yield finding(below(site, hostsAt), 'no-hosts', [])
  const own = new Map(hosts.map(({ name, at }) => [name, below(site, at)]))
  for (const [host, at] of own) {
    const owner = owners.get(host)
    if (owner === undefined) owners.set(host, at)
    else yield finding(at, 'shared-host', [host], [{ ...owner, message: 'the other site' }])
  }
}

function below({ folder }: Sharing, at: Span): Span {
  return { ...at, source: join(folder, at.source) }
}

export function siteCases({ folder, files }: SiteFiles): CasesReading {
  const { cases, findings } = readCases(files.get('cases.toml') ?? '')
  return { cases, findings: inFolder(folder, findings) }
}

/** By name: the files that would prove it, one of them named like its operator. */
const PROVING_LISTS = new Map<string, readonly string[]>(
  ADDRESS_LISTS.flatMap(({ name, operator, proves }) =>
    proves.map((each) => [each, [name, operator.toLowerCase()]] as const),
  ),
)

const SIGNING = new Set(Object.values(NAME_PROOFS.signers))

/** `lists`: the names of the files in `.networks/`. Names of one group are one finding, or two. */
function unprovenNames(
  opened: readonly OpenedName[],
  lists: readonly string[],
): readonly Finding[] {
  const proven = new Set(lists.flatMap((list) => [list, ...(provenBy(list) ?? [])]))
  const isProven = ({ name }: OpenedName) =>
    proven.has(name) ||
    SIGNING.has(name) ||
    PROVING_LISTS.get(name)?.some((each) => lists.includes(each)) === true
  const byGroup = new Map<string, [OpenedName, ...OpenedName[]]>()
  for (const each of opened.filter((one) => !isProven(one))) {
    const key = `${each.block} ${PROVING_LISTS.has(each.name)}`
    const others = byGroup.get(key)
    if (others === undefined) byGroup.set(key, [each])
    else others.push(each)
  }
  return [...byGroup.values()].map((names) =>
    unprovenFinding(names, PROVING_LISTS.has(names[0].name)),
  )
}
