/**
 * A closed category → the ACAP records that close it (I6): what groups cannot say. That is other usages than the crawl,
 * names that are no tokens, and the crawl beside other records (C2).
 */
import { writtenPattern } from '../grammar/path-form.ts'
import type { AcapRecord, PermissionField, Policy } from '../language/policy/policy.ts'
import type { Usage } from '../vocabulary/usages.ts'
import { continues, exceptionRecord, type OpenUsage } from './category-exceptions.ts'
import { type CategoryAddition, type ClosedCategory, nameLines, prohibitionLines } from './closed-category.ts'
import { boundPurposes, type Purposes, purposeLines } from './purposes.ts'
import type { ServedLine } from './served-line.ts'

/** The records of the category, then those of its exceptions. None under a version that ignores ACAP fields (V3). */
export function categoryRecords(closed: ClosedCategory): CategoryAddition<AcapRecord>[] {
  const { version, records, ignoresConventional } = closed.policy
  if (version.reading === 'none') return []
  const isBeside = records.length > 0 || ignoresConventional
  const purposes = permittedPurposes(records)
  return [
    ...recordParts(closed, isBeside).map((part) => closedRecord(closed, part, purposes)),
    ...exceptionRecords(closed, isBeside),
  ]
}

/** Names, and the usages that a record has to prohibit to them. */
interface RecordPart {
  readonly names: readonly string[]
  readonly usages: readonly Usage[]
}

/** Beside other records the crawl goes with the other usages; else only names that no group can have need it. */
function recordParts({ names, inGroups, prohibited }: ClosedCategory, isBeside: boolean): RecordPart[] {
  const usages = Object.keys(prohibited) as Usage[]
  const others = usages.filter((usage) => usage !== 'crawl')
  const crawl = usages.filter((usage) => usage === 'crawl')
  const parts: readonly RecordPart[] = isBeside
    ? [{ names, usages: [...crawl, ...others] }]
    : [
        { names, usages: others },
        { names: names.filter((name) => !inGroups.includes(name)), usages: crawl },
      ]
  return parts.filter((part) => part.names.length > 0 && part.usages.length > 0)
}

function closedRecord(
  { policy, inGroups, prohibited, newOrigin }: ClosedCategory,
  { names, usages }: RecordPart,
  permitted: readonly Purposes[],
): CategoryAddition<AcapRecord> {
  // C2: no group closes the crawl to some names, so a narrower Allow for `*` would open it.
  const opened = names.every((name) => inGroups.includes(name)) ? [] : allowedPatterns(policy)
  const patternsOf = (usage: Usage, path: string) =>
    usage === 'crawl' ? [path, ...opened.filter((each) => continues(each, path))] : [path]
  const prohibitions = () =>
    usages.flatMap((usage) =>
      prohibited[usage]!.map((path) => prohibition(usage, patternsOf(usage, path), newOrigin(usage, path))),
    )
  const fields = prohibitions()
  // L1: what `*` permits to a purpose would come before.
  const subRecords = permitted.map((purposes) => ({ purposes, fields: prohibitions() }))
  const lines = [
    ...nameLines(names, 'ACAP-crawler'),
    ...fields.flatMap(fieldLines),
    ...subRecords.flatMap((sub) => [...purposeLines(sub.purposes), ...sub.fields.flatMap(fieldLines)]),
  ]
  return [{ names, scope: null, fields, subRecords, actions: [] }, lines]
}

/** Crawlers of other categories whose names hold a name of this one, one record for each set of usages open to them. */
function exceptionRecords(closed: ClosedCategory, isBeside: boolean): CategoryAddition<AcapRecord>[] {
  const { policy, category, prohibited, exceptions, newOrigin } = closed
  const usages = (Object.keys(prohibited) as Usage[]).filter((usage) => usage !== 'crawl' || isBeside)
  const byUsages = new Map<string, { names: string[]; open: readonly OpenUsage[] }>()
  for (const [name, closedFor] of exceptions) {
    const own = usages.map((usage) => ({ usage, closed: closedFor(usage) }))
    const open = own.filter((each) => !each.closed.includes('/'))
    const key = JSON.stringify(open)
    const alike = byUsages.get(key) ?? { names: [], open }
    alike.names.push(name)
    if (open.length > 0) byUsages.set(key, alike)
  }
  return [...byUsages.values()].map(({ names, open }) => {
    const [{ usage }] = open as [OpenUsage]
    const origin = { ...newOrigin(usage, prohibited[usage]![0]!), text: `[categories.${category}] is not about them` }
    const [record, lines] = exceptionRecord(policy, names, open, origin)
    return [record, [...nameLines(names, 'ACAP-crawler'), ...lines]]
  })
}

/** What groups allow to `*`. */
function allowedPatterns({ groups, ignoresConventional }: Policy): readonly string[] {
  const any = groups.filter(({ tokens, scope }) => !ignoresConventional && scope === null && tokens.includes('*'))
  const rules = any.flatMap((group) => group.rules).filter(({ effect }) => effect === 'allow')
  return [...new Set(rules.map(({ pattern }) => pattern))].filter((pattern) => /^(?:\*|\/.)/.test(pattern))
}

function prohibition(usage: Usage, patterns: readonly string[], origin: PermissionField['origin']): PermissionField {
  return { effect: 'disallow', usage, patterns, qualifiers: [], uninterpretable: false, origin }
}

function fieldLines({ usage, patterns, origin }: PermissionField): readonly ServedLine[] {
  const [comment, ...lines] = patterns.flatMap((each) =>
    prohibitionLines(`ACAP-disallow-${usage}: ${writtenPattern(each)}`, origin),
  )
  return [comment!, ...lines.filter(({ text }) => text !== comment!.text)]
}

/** The purposes to which records for `*` permit anything. */
function permittedPurposes(records: readonly AcapRecord[]): readonly Purposes[] {
  return boundPurposes(
    records.filter(({ names }) => names.includes('*')),
    ({ effect }) => effect === 'allow',
  )
}
