/**
 * Writes a server's files that refuse the same targets and names as the edge, and reports what
 * they leave out of the policy, or close beyond it.
 */

import { dateText } from '../../base/calendar.ts'
import { siteContextOf } from '../../decide/judge.ts'
import { type Finding, finding } from '../../language/findings/diagnostic.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { FILE_START, type Span } from '../../language/text/source.ts'
import { fieldName, fieldSpan, fieldValue } from '../../language/text/tree.ts'
import {
  type Network,
  type Registry,
  type SiteProgram,
  SLOTS,
  TAKE_DOWN_SLOT,
} from '../../program/program.ts'
import { hasErrors } from '../files/read-policies.ts'
import { type DoorGroup, type DoorPlan, doorPlan, withoutLists } from './plan.ts'
import { commented, type PrintedFile, type PrintOptions } from './printers/printed.ts'
import { doorProof } from './proof/door-proof.ts'
import { formOf, isClosedTo, matchedValue } from './read-plan.ts'
import type { ServerDoor } from './servers.ts'
import { writtenRules } from './written-rules.ts'

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

interface ExportOptions extends Omit<PrintOptions, 'about'> {
  /** Lines for the beginning of each file, by the address lists that it has. */
  readonly about: (lists: readonly string[]) => readonly string[]
}

export function exportSite(
  { reading, site, registry, networks, now }: ExportedSite,
  door: Omit<ServerDoor, 'summary' | 'include'>,
  server: string,
  { about, ...options }: ExportOptions,
): DoorExport {
  if (site.config.mode !== 'enforce')
    return { files: [], findings: [finding(FILE_START, 'export-idle', [site.config.mode])] }
  const context = siteContextOf(site, registry, networks)
  const listed = doorPlan(context, registry, now)
  const plan = door.checksAddresses === false ? withoutLists(listed) : listed
  const printed: PrintOptions = { ...options, about: about(plan.listNames) }
  const files = withRules(door.print(plan, printed), plan)
  const exported = { reading, site, plan, server }
  const findings = [
    ...leftOut(exported),
    ...strictFindings(exported),
    ...(door.limits?.(plan, printed, (name) => namePlace(reading, name)) ?? []),
    ...uncheckedNames(listed, plan, server),
    ...doorProof(door.read(files), plan, context),
  ]
  return { files: hasErrors(findings) ? [] : files, findings }
}

/** Adds the rules as a robots.txt to the first comment in the files, for `acap init --from`. */
function withRules(files: readonly PrintedFile[], plan: DoorPlan): readonly PrintedFile[] {
  const first = files.find(({ text }) => text.startsWith('# '))
  return files.map((file) => {
    if (file !== first) return file
    const comment = /^(?:# .*\n)*/.exec(file.text)![0]
    const text = comment + commented(writtenRules(plan)) + file.text.slice(comment.length)
    return { ...file, text }
  })
}

interface Exported {
  readonly reading: SiteReading
  readonly site: SiteProgram
  readonly plan: DoorPlan
  readonly server: string
}

/** What cannot be said in any server's files; none of it opens anything. */
function leftOut({ reading, site, server, plan }: Exported): readonly Finding[] {
  const { settings, rules, next, config } = site
  const at = (rule: number) => placeOf(reading, site, rules.file[rule]!, rules.line[rule]!)
  const [rate] = settings.rates
  const found: Finding[] = []
  const say = (where: Span, what: string, becomes: string) =>
    found.push(finding(where, 'export-left-out', [what, server, becomes]))
  if (rate !== undefined) say(at(rate.rule), 'Request-rate and Crawl-delay', 'no rate is kept')
  if (settings.comments.length > 0) say(FILE_START, 'Comment', 'a refusal is the server’s own page')
  if (site.roots.some((root, i) => i % SLOTS === TAKE_DOWN_SLOT && root !== 0))
    say(FILE_START, 'the status 410 of a take-down', 'it is refused with 403')
  if (hasTags(site)) say(FILE_START, 'the tags of pages', 'pages go without them')
  if (next !== undefined)
    say(
      FILE_START,
      'the dates of routes',
      `the files hold until ${dateText(next.from)}: write them again then`,
    )
  if (config.routes.some(({ mode }) => mode !== null && mode !== 'enforce'))
    say(FILE_START, '`mode` of routes', 'their paths are closed as the rules say')
  const failed = site.names
    .map(({ name }) => name)
    .filter((name) => plan.oracle.zonesOf(name).every(({ proof }) => proof === 'failed'))
  const closing = new Set(plan.groups.flatMap(({ names }) => names))
  const known = failed.filter((name) => closing.has(name))
  if (known.length > 0) found.push(finding(FILE_START, 'export-unchecked-name', [known, server]))
  return found
}

function hasTags({ termsRoot, routes, config }: SiteProgram): boolean {
  if (config.embed.audience === 'nobody') return false
  const isAboutUse = routes.some(({ fields }) => fields.some(({ usage }) => usage !== 'crawl'))
  return termsRoot !== 0 || isAboutUse || config.routes.some(({ location }) => location !== false)
}

/** Names with address lists, in a server that checks none. */
function uncheckedNames(listed: DoorPlan, plan: DoorPlan, server: string): readonly Finding[] {
  if (listed.lists.length === plan.lists.length) return []
  const names = listed.groups.flatMap(({ from, names }) => (from === null ? [] : names))
  return [finding(FILE_START, 'export-unchecked-name', [[...new Set(names)], server])]
}

/** Groups that close more than the policy, with a request each. */
function strictFindings({ reading, site, plan }: Exported): readonly Finding[] {
  const [visit] = site.settings.visits
  const hours =
    visit === undefined
      ? []
      : [
          finding(
            placeOf(reading, site, site.rules.file[visit.rule]!, site.rules.line[visit.rule]!),
            'export-stricter',
            ['Visit-time', '/', 'hours are closed'],
          ),
        ]
  const isFoul = formOf(plan, RESERVED) === 'foul'
  const group = plan.groups.find(({ plain }) => isFoul && matchedValue(plain, RESERVED) !== '1')
  const reserved =
    group === undefined
      ? []
      : [finding(FILE_START, 'export-stricter', [group.names[0]!, RESERVED, 'reserved characters'])]
  return [...hours, ...reserved, ...plan.groups.flatMap((each) => strictRule(plan, each))]
}

/** A path with a reserved character, whose encoded spelling is another (P6). */
const RESERVED = '/+'

/** Of a target that has other spellings, no permission counts. */
function strictRule(plan: DoorPlan, group: DoorGroup): readonly Finding[] {
  for (const { effect, pattern } of group.rules) {
    const path = pattern.replace(/[*$]/g, '')
    const target = path.startsWith('/') ? path : `/${path}`
    if (effect !== 'allow' || isClosedTo(plan, group, target)) continue
    if (isClosedTo(plan, group, `${target};`))
      return [
        finding(FILE_START, 'export-stricter', [
          `Allow: ${pattern}`,
          `${target};`,
          'odd spellings',
        ]),
      ]
  }
  return []
}

/** The first line that names a crawler. */
function namePlace({ trees }: SiteReading, name: string): Span {
  for (const tree of trees.values()) {
    const line = tree.lines.find((each) => {
      const isAgent = ['user-agent', 'acap-crawler'].includes(fieldName(tree, each))
      return isAgent && fieldValue(tree, each).toLowerCase() === name
    })
    if (line !== undefined) return fieldSpan(tree, line)
  }
  return FILE_START
}

function placeOf(reading: SiteReading, site: SiteProgram, file: number, line: number): Span {
  const source = file === 0 ? 'robots.txt' : (site.files[file]?.path ?? 'robots.txt')
  const tree = reading.trees.get(source)
  const own = tree?.lines[line - 1]
  return tree === undefined || own === undefined ? FILE_START : fieldSpan(tree, own)
}
