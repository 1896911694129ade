/**
 * Generates the files that the edge serves for a site. Nothing of the author's is dropped;
 * served-proof.ts checks that decisions stay the same.
 */

import { cached } from '../../base/cached.ts'
import { checkArgument, checkMembers, isRecord } from '../../base/check-argument.ts'
import type { Finding } from '../../language/findings/diagnostic.ts'
import { fileFields } from '../../language/policy/chosen-groups.ts'
import type { Origin, Policy } from '../../language/policy/policy.ts'
import { groupsWithoutAcap } from '../../language/policy/read-policy.ts'
import { checkReading, type SiteReading } from '../../language/site/read-site.ts'
import { categoryText } from '../../language/site/site.ts'
import { formatLine } from '../../language/text/format.ts'
import type { Line } from '../../language/text/lines.ts'
import type { RecordNode } from '../../language/text/owners.ts'
import { commentOf, writeField } from '../../language/text/print.ts'
import { fieldValue, parse, type Tree, versionComment } from '../../language/text/tree.ts'
import { hasRepReaders } from '../../program/compile/compile.ts'
import type { ServedText } from '../../program/compile/rule-table.ts'
import type { KnownCrawler } from '../../program/program.ts'
import { Additions } from './additions.ts'
import { type CategoryAdditions, categoryAdditions } from './categories.ts'
import { CATEGORY_SOURCE } from './category-names.ts'
import { GroupAdditions } from './group-additions.ts'
import { RecordAdditions } from './record-additions.ts'
import { costFindings, sizeFindings, uncoveredNames } from './served-findings.ts'
import { added, authorLine, paragraphs, type ServedLine } from './served-line.ts'

/** The robots.txt that is served for a site, with the policy that it says. */
export interface GeneratedRobots extends ServedText {
  /** The policy to enforce: the author's, and the served text for crawlers without ACAP (C3). */
  readonly policy: Policy
  readonly lines: readonly ServedLine[]
  readonly findings: readonly Finding[]
}

/** What a served robots.txt depends on beside the policy. */
export interface ServedOptions {
  /** `knownCrawlers().crawlers`, which a site with `[categories]` needs (I6). @default none */
  readonly crawlers?: readonly KnownCrawler[]
}

/**
 * Generates what a site serves.
 *
 * @param reading What `readSite` or `readText` gave.
 * @param options The known crawlers, which a site with `[categories]` needs. @default none
 * @throws TypeError for unknown and wrong options, and for a site with `[categories]` where the
 * known crawlers are missing.
 * @example generateRobots(readSite('example', files), { crawlers: knownCrawlers().crawlers }).text
 */
export function checkedRobots(reading: SiteReading, options: ServedOptions = {}): GeneratedRobots {
  checkReading('generateRobots', reading)
  checkServedOptions('generateRobots', options)
  return generateRobots(reading, options)
}

/** `own`: options of the caller beside these. @throws TypeError for unknown and wrong options */
export function checkServedOptions(caller: string, given: ServedOptions, own: string[] = []): void {
  checkArgument(isRecord(given), caller, 'options', 'an object')
  checkMembers(caller, given, ['crawlers', ...own])
  const areCrawlers = given.crawlers === undefined || Array.isArray(given.crawlers)
  checkArgument(areCrawlers, caller, 'crawlers', 'a list, such as `knownCrawlers().crawlers`')
}

export function generateRobots(reading: SiteReading, options: ServedOptions = {}): GeneratedRobots {
  const { policy: written, trees, categories } = reading
  const tree = trees.get('robots.txt') ?? parse('')
  const crawlers = crawlersFor(written, options)
  const byCategory = categoryAdditions(written, tree, crawlers)
  const groups = [...written.groups, ...byCategory.groups.map(([group]) => group)]
  const policy = {
    ...written,
    groups,
    records: [...written.records, ...byCategory.records.map(([record]) => record)],
    nameless: byCategory.nameless,
  }
  const lines = servedLines(tree, written, byCategory)
  const text = textOf(lines)
  const places = placesOf(lines)
  const others = [...trees].filter(([path]) => path !== 'robots.txt')
  return {
    served: true,
    files: [
      { path: 'robots.txt', text },
      ...others.map(([path, { source }]) => ({ path, text: source.text })),
    ],
    servedLine: (source, line) =>
      GENERATED.includes(source) ? places.get(`${source} ${line}`) : line,
    categoryLine: (number) => lineOfKey(byCategory, number, categories),
    lines,
    policy: hasRepReaders(policy) ? { ...policy, repGroups: servedGroups(text, lines) } : policy,
    findings: [
      ...sizeFindings(text),
      ...costFindings(policy, trees),
      ...uncoveredNames(reading, tree, crawlers),
    ],
  }
}

function lineOfKey(
  { keys }: CategoryAdditions,
  number: number,
  placed: SiteReading['categories'],
): number {
  const key = keys[number - 1]!
  return placed.find((each) => categoryText(each) === categoryText(key))?.at.line ?? 0
}

/** A first line that begins with U+FEFF would lose it as a BOM (R1). */
export function textOf(lines: readonly ServedLine[]): string {
  const text = lines.map((line) => `${line.text}\n`).join('')
  return text.startsWith('\ufeff') ? `\ufeff${text}` : text
}

/** C3: what is served, less its ACAP lines, by the places that the author knows. */
export function servedGroups(text: string, lines: readonly ServedLine[]): Policy['repGroups'] {
  const author = ({ line, text }: Origin): Origin => {
    const served = lines[line - 1]!
    if (served.category !== undefined)
      return { source: CATEGORY_SOURCE, line: served.category, text }
    return served.line === null
      ? { source: 'route', line: served.routes[0] ?? 0, text }
      : { source: served.source ?? 'robots.txt', line: served.line, text }
  }
  const placed = <T extends { readonly origin: Origin }>(each: T): T => ({
    ...each,
    origin: author(each.origin),
  })
  return groupsWithoutAcap(parse(text)).map(({ rules, settings, ...group }) => {
    return { ...group, rules: rules.map(placed), settings: settings.map(placed) }
  })
}

const GENERATED = ['robots.txt', 'route', CATEGORY_SOURCE]

/** A route is best found where a line is added for it, else where the author says the same. */
function placesOf(lines: readonly ServedLine[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const note = (source: string, line: number, at: number) =>
    cached(places, `${source} ${line}`, () => at)
  for (const [i, { line, category }] of lines.entries()) {
    if (line !== null) note('robots.txt', line, i + 1)
    if (category !== undefined) note(CATEGORY_SOURCE, category, i + 1)
  }
  for (const isAdded of [true, false]) {
    for (const [i, { line, routes }] of lines.entries()) {
      if ((line === null) === isAdded) for (const route of routes) note('route', route, i + 1)
    }
  }
  return places
}

/** V4, C3: the version comment, the conventional part, ACAP's version, then all else of ACAP. */
function servedLines(tree: Tree, policy: Policy, byCategory: CategoryAdditions): ServedLine[] {
  const { notes } = byCategory
  const additions = new Additions(tree, policy)
  new GroupAdditions(additions).add()
  new RecordAdditions(additions).add()
  additions.groups.push(...byCategory.groups.map(([, lines]) => lines))
  additions.records.push(...byCategory.records.map(([, lines]) => lines))
  const zones = zonesOf(tree)
  const ignored = new Set([
    ...tree.misplaced.map(({ line }) => line),
    ...namesForNobody(tree, additions),
  ])
  // R5: a line that is ignored in its place is served for people to read.
  const asComment = (line: Line) => `# ${writeField(tree, line)} ${commentOf(tree, line)}`.trimEnd()
  const write = (line: Line): ServedLine[] => {
    const text = ignored.has(line) ? asComment(line) : formatLine(tree, line)
    const { number } = line
    return [
      authorLine(text, number, additions.says.get(number)),
      ...(additions.after.get(number) ?? []),
    ]
  }
  const [conventional, head, records, bare] = ZONES.map((zone) => zones[zone].flatMap(write))
  const speaksAcap = [head, records, bare, ...additions.records].some((part) => part!.length > 0)
  const version = speaksAcap ? [added(`##ACAP version=${policy.version.declared}`)] : []
  return paragraphs([
    [...version, ...licenseLines(tree, policy), ...conventional!],
    ...additions.groups,
    speaksAcap ? versionFirst(tree, policy, head!) : [],
    records!,
    ...additions.records,
    bare!,
    ...notes,
  ])
}

function crawlersFor(policy: Policy, options: ServedOptions): readonly KnownCrawler[] {
  if (Object.keys(policy.config.categories).length === 0) return []
  if (options.crawlers === undefined) throw new TypeError(CRAWLERS_MISSING)
  return options.crawlers
}

const CRAWLERS_MISSING =
  '`[categories]` of site.toml needs the known crawlers: give `{ crawlers: knownCrawlers().crawlers }` of acap-edge/registry'

/** R7: drops names beside `*`. In a record without fields they would shadow those behind it. */
function namesForNobody(tree: Tree, { after }: Additions): Line[] {
  return bareRecords(tree)
    .filter(({ names }) => names.some((line) => fieldValue(tree, line) === '*'))
    .filter(({ names }) => !names.some(({ number }) => after.has(number)))
    .flatMap(({ names }) => names)
}

function versionFirst(tree: Tree, policy: Policy, head: readonly ServedLine[]): ServedLine[] {
  const first = tree.lines.find(({ field }) => field?.value === 'version')
  const field =
    head.find(({ line }) => line === first?.number) ??
    added(`ACAP-version: ${policy.version.declared}`)
  return [field, ...head.filter((line) => line !== field)]
}

/** R4: behind a group it would be that group's alone. */
function licenseLines(tree: Tree, { config }: Policy): ServedLine[] {
  const { license } = config.signals
  const isStated = fileFields(tree).some(
    (line) => line.field!.name === 'License' && fieldValue(tree, line) === license,
  )
  return license === undefined || isStated ? [] : [added(`License: ${license}`), added('')]
}

/** The parts of a served file. `bare` records have no field: their names join the next (R4). */
const ZONES = ['conventional', 'head', 'records', 'bare'] as const
type Zone = (typeof ZONES)[number]

/** The lines of each part, without the version comment: the generator writes its own (V4). */
function zonesOf(tree: Tree): Readonly<Record<Zone, readonly Line[]>> {
  const zones: Record<Zone, Line[]> = { conventional: [], head: [], records: [], bare: [] }
  const bare = new Set(bareRecords(tree).flatMap(({ names }) => names))
  let latest: Zone = 'conventional'
  let waiting: Line[] = []
  for (const line of tree.lines) {
    if (line.kind === 'blank') {
      if (versionComment(tree, line) === null) waiting.push(line)
      continue
    }
    const zone: Zone = bare.has(line) ? 'bare' : zoneOf(tree, line, latest)
    const split = zone === latest ? 0 : waiting.findLastIndex(({ comment }) => comment < 0) + 1
    for (const [place, each] of waiting.entries()) zones[place < split ? latest : zone].push(each)
    zones[zone].push(line)
    latest = zone
    waiting = []
  }
  for (const each of waiting) zones[latest].push(each)
  return zones
}

/** Crawlers that know no ACAP see all other lines, and see them in the author's order (C3). */
function zoneOf(tree: Tree, { field, nameStart, nameEnd }: Line, latest: Zone): Zone {
  if (field?.dialect === 'acap') return field.owner === 'file' ? 'head' : 'records'
  const isAcap = field === null && /^acap-/i.test(tree.source.text.slice(nameStart, nameEnd))
  if (!isAcap) return 'conventional'
  return latest === 'conventional' ? 'head' : latest
}

function bareRecords({ blocks }: Tree): readonly RecordNode[] {
  const records = blocks.filter((block) => block.kind === 'record')
  return records.filter(({ fields, subRecords }) => fields.length + subRecords.length === 0)
}
