/**
 * Reads trees and configuration as a Policy, rule by rule. Checks of whole policies are elsewhere.
 */

import type { SiteConfig } from '../../words/site-config.ts'
import { readVersion, UNDECLARED, type Version } from '../../words/version.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { RouteReading } from '../site/routes.ts'
import { groupsIn } from '../text/group-runs.ts'
import type { Line } from '../text/lines.ts'
import type { reportLines } from '../text/report-lines.ts'
import { fieldValue, nameSpan, parse, type Tree, valueSpan } from '../text/tree.ts'
import { type FileReading, NO_DEFINITIONS, readDefinitions } from './definitions.ts'
import { readGroup } from './groups.ts'
import type { AcapRecord, ConventionalGroup, Policy } from './policy.ts'
import { readRecord } from './records.ts'
import { type Reference, readReferences, reportInReferenced } from './resources.ts'

/** The files and settings of a policy. */
export interface PolicyInput {
  readonly site: string
  readonly config: SiteConfig
  /** By path inside the site's folder: `robots.txt`, and the files that it references. */
  readonly trees: ReadonlyMap<string, Tree>
  /** All paths in the folder; null for a bare text, whose references are not followed (R11). */
  readonly paths: ReadonlySet<string> | null
  readonly routes: readonly RouteReading[]
}

const silent: Report = () => undefined

/** The policy without findings, for a text that is read again. */
export function policyOf(input: PolicyInput): Policy {
  return readPolicy(input, input.trees.get('robots.txt') ?? parse(''), silent, () => undefined)
}

/** Reports on a file's lines. Optional, because its tables are large. */
type LineReport = typeof reportLines

export function readPolicy(
  input: PolicyInput,
  main: Tree,
  report: Report,
  reportText: LineReport,
): Policy {
  const { site, config, trees, paths, routes } = input
  reportText(main, false, report)
  const version = readVersionField(main, report)
  const readsAcap = version.reading !== 'none'
  const acapReport = readsAcap ? report : silent
  reportLateFields(main, acapReport)
  const definitions = readDefinitions(main, version.reading, NO_DEFINITIONS, acapReport)
  const file = { tree: main, version: version.reading, definitions, scope: null, report }
  const own = readContent(file, readsAcap)
  const references = readsAcap ? readReferences(main, paths, report) : []
  const content = [own, ...readReferenced(references, file, trees, reportText)]
  const groups = content.flatMap((each) => each.groups)
  return {
    site,
    config,
    version: {
      declared: version.declared,
      reading: version.reading === 'later' ? '1.1' : version.reading,
    },
    ignoresConventional: readsAcap && ignoresConventional(main, report),
    records: content.flatMap(({ records }) => records),
    groups,
    repGroups: main.lines.some(({ field }) => field?.dialect === 'acap')
      ? groupsWithoutAcap(main)
      : groups,
    routes: routes.map((route) => route.policy),
  }
}

/**
 * Reads the records of referenced files, for the crawlers and under the version and definitions of
 * the referencing record (R11).
 */
function readReferenced(
  references: readonly Reference[],
  outer: FileReading,
  trees: PolicyInput['trees'],
  reportText: LineReport,
) {
  const reported = new Set<string>()
  return references.flatMap(({ path, scope }) => {
    const tree = trees.get(path)
    if (tree === undefined) return []
    const once = reported.has(path) ? silent : outer.report
    reported.add(path)
    reportText(tree, true, once)
    reportInReferenced(tree, once)
    const definitions = readDefinitions(tree, outer.version, outer.definitions, once)
    return [readContent({ ...outer, tree, definitions, scope, report: once }, true)]
  })
}

function readContent(file: FileReading, readsAcap: boolean) {
  const records: AcapRecord[] = []
  const groups: ConventionalGroup[] = []
  for (const block of file.tree.blocks) {
    if (block.kind === 'group') groups.push(readGroup(file, block))
    else if (readsAcap) records.push(readRecord(file, block))
  }
  return { records, groups }
}

/** The groups for a crawler to which all ACAP lines are unknown (C3). */
export function groupsWithoutAcap(tree: Tree): readonly ConventionalGroup[] {
  const file: FileReading = {
    tree,
    version: 'none',
    definitions: NO_DEFINITIONS,
    scope: null,
    report: silent,
  }
  return groupsIn(tree.lines).map((group) => readGroup(file, group))
}

/** The declared version; the first field counts. */
function readVersionField(tree: Tree, report: Report): Version {
  const [first, ...others] = linesWith(tree, 'version')
  for (const line of others)
    report(nameSpan(tree, line), 'repeated-version', fieldValue(tree, first!))
  if (first === undefined) return UNDECLARED
  const version = readVersion(fieldValue(tree, first))
  const at = valueSpan(tree, first)
  if (version.malformed) report(at, 'malformed-version', version.declared)
  if (version.reading === 'none') report(at, 'other-version', version.declared)
  if (version.reading === 'later') report(at, 'later-version', version.declared)
  return version
}

/** Whether ACAP readers drop the conventional records (ACAP Part 1, 2.10.1). */
function ignoresConventional(tree: Tree, report: Report): boolean {
  const [first, ...others] = linesWith(tree, 'nothing')
  for (const line of others) report(nameSpan(tree, line), 'repeated-directive')
  if (first !== undefined && first.valueStart < first.valueEnd)
    report(valueSpan(tree, first), 'value-for-nothing', fieldValue(tree, first))
  return first !== undefined
}

/** Reports fields that must precede all records (R8). */
function reportLateFields(tree: Tree, report: Report): void {
  const record = tree.blocks.find((block) => block.kind === 'record')?.names[0]
  if (record === undefined) return
  for (const line of tree.lines) {
    const isLate =
      line.number > record.number && line.field?.dialect === 'acap' && line.field.owner === 'file'
    if (isLate) report(nameSpan(tree, line), 'late-field', line.field?.name ?? '', record.number)
  }
}

function linesWith(tree: Tree, value: 'version' | 'nothing'): Line[] {
  return tree.lines.filter((line) => line.field?.value === value)
}
