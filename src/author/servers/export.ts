/** A compiled site → the files of a server that refuse what the edge refuses by target and name, and what they do not say. */

import { hasErrors } from '../../author/files/read-policies.ts'
import { READER_HEADERS } from '../../crawlers/reader-headers.ts'
import { type SiteContext, siteContextOf } from '../../decide/judge.ts'
import { type Finding, finding } from '../../language/findings/diagnostic.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { FILE_START } from '../../language/text/source.ts'
import type { Network, Registry, SiteProgram } from '../../program/program.ts'
import { crawlerPaths } from '../compare/paths/crawler-paths.ts'
import { UNNAMED } from '../convert/meant-rules.ts'
import { leftOut, strictFindings } from './export-findings.ts'
import type { ReadDoor } from './interpreters/door-reader.ts'
import { type DoorGroup, type DoorPlan, doorPlan } from './plan.ts'
import type { PrintedFile, PrintOptions } from './printers/printed.ts'
import type { ServerDoor } from './servers.ts'
import { CrawlOracle } from './targets/crawl-oracle.ts'

export interface DoorExport {
  /** Empty where one of the findings is an error. */
  readonly files: readonly PrintedFile[]
  readonly findings: readonly Finding[]
}

interface ExportedSite {
  readonly reading: SiteReading
  readonly site: SiteProgram
  readonly registry: Registry
  readonly networks: readonly Network[]
  readonly now: number
}

export function exportSite(
  { reading, site, registry, networks, now }: ExportedSite,
  { print, read }: Pick<ServerDoor, 'print' | 'read'>,
  server: string,
  options: PrintOptions,
): DoorExport {
  if (site.config.mode !== 'enforce')
    return { files: [], findings: [finding(FILE_START, 'export-idle', [site.config.mode])] }
  const context = siteContextOf(site, registry, networks)
  const plan = doorPlan(context, registry, now)
  const files = print(plan, options)
  const oracle = new CrawlOracle(context, now)
  const exported = { reading, site, plan, oracle, server }
  const findings = [
    ...leftOut(exported),
    ...strictFindings(exported),
    ...proof(read(files), plan, context, oracle),
  ]
  return { files: hasErrors(findings) ? [] : files, findings }
}

const MOST_STATES = 3000

/** Asks the files that were read back: nothing closed is open, no reader is refused, and robots.txt is open to all. */
function proof(
  door: ReadDoor,
  plan: DoorPlan,
  context: SiteContext,
  oracle: CrawlOracle,
): readonly Finding[] {
  const found: Finding[] = []
  let asked = 0
  for (const group of plan.groups) {
    const name = group.names[0]!
    const who = name === '*' ? UNNAMED_HEADER : name
    const asksAs = name === '*' ? UNNAMED : name
    const isSeen = context.engine.agents.find(who).kind === 'crawler'
    let isTold = false
    for (const path of pathsFor(oracle, asksAs, group)) {
      asked++
      const isClosed = oracle.isClosed(asksAs, path)
      const isRefused = door.refuses(path, who)
      if (isClosed && isSeen && !isRefused) return [leak(path, who)]
      if (isClosed || !isRefused || isTold) continue
      isTold = true
      found.push(finding(FILE_START, 'export-stricter', [group.names[0]!, path, 'rules meet here']))
    }
    const closed = shortestClosed(group)
    for (const header of READER_HEADERS.filter(
      (each) => context.engine.agents.find(each).kind === 'reader',
    )) {
      asked++
      if (door.refuses(closed, header))
        return [finding(FILE_START, 'export-leak', [closed, header])]
    }
    if (door.refuses('/robots.txt', who)) return [leak('/robots.txt', who)]
  }
  return [...found, finding(FILE_START, 'export-tried', [asked])]
}

const UNNAMED_HEADER = 'unnamedbot/1.0'

function leak(path: string, who: string): Finding {
  return finding(FILE_START, 'export-leak', [path, who])
}

function* pathsFor(oracle: CrawlOracle, name: string, { rules }: DoorGroup): Iterable<string> {
  const exact = rules.map(({ pattern }) => pattern)
  yield* crawlerPaths([oracle.sideOf(name)], {
    about: 'crawl',
    only: null,
    exact: exact.length > 200 ? [] : exact,
    states: MOST_STATES,
  })
}

function shortestClosed({ rules }: DoorGroup): string {
  const [first] = rules
    .filter(({ effect }) => effect === 'disallow')
    .map(({ pattern }) => pattern.replace(/[*$]/g, ''))
    .sort((a, b) => a.length - b.length)
  return first?.startsWith('/') === true ? first : `/${first ?? ''}`
}
