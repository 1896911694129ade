/**
 * Generates the ACAP records that close a category (I6): for usages other than the crawl, names
 * that are not tokens, and the crawl beside other records (C2). Also a record for crawlers of other
 * categories whose names contain a closed name, so that they keep the rules for `*` (I2).
 */
import { cached } from '../../base/cached.ts'
import type { AcapRecord, Origin, PermissionField, Policy } from '../../language/policy/policy.ts'
import type { Effect } from '../../words/decision-words.ts'
import { matchesUserAgent } from '../../words/name-token.ts'
import { foldCase, writtenPattern } from '../../words/path-form.ts'
import { baseUsage, type Usage } from '../../words/usages.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'
import {
  type CategoryAddition,
  type ClosedCategory,
  nameLines,
  prohibitionLines,
} from './category-names.ts'
import { acapField, prohibitionsOf, purposeLines, purposesIn } from './prohibitions.ts'
import type { ServedLine } from './served-line.ts'

/**
 * A usage that is closed to the category, and stays open to its exceptions: crawlers of other
 * categories whose names contain a closed name.
 */
interface OpenUsage {
  readonly usage: Usage
  /** The paths that are closed to the exceptions by their own category. */
  readonly closed: readonly string[]
}

/**
 * The records of the category, then those of its exceptions. None under a version that ignores ACAP
 * fields (V3).
 */
export function categoryRecords(closed: ClosedCategory): CategoryAddition<AcapRecord>[] {
  const { names, inGroups, prohibited, policy } = closed
  if (policy.version.reading === 'none') return []
  const usages = Object.keys(prohibited) as Usage[]
  const others = usages.filter((usage) => usage !== 'crawl')
  const crawl = usages.filter((usage) => usage === 'crawl')
  const records = (names: readonly string[], usages: readonly Usage[]) =>
    names.length > 0 && usages.length > 0 ? [closedRecord(closed, names, usages)] : []
  // Beside other records the crawl goes with the other usages; else only names that no group can
  // have need it.
  if (policy.records.length > 0 || policy.ignoresConventional) {
    const all = [...crawl, ...others]
    return [...records(names, all), ...exceptionRecords(closed, usages)]
  }
  const inNoGroup = names.filter((name) => !inGroups.includes(name))
  return [
    ...records(names, others),
    ...records(inNoGroup, crawl),
    ...exceptionRecords(closed, others),
  ]
}

function closedRecord(
  { policy, inGroups, prohibited, newOrigin }: ClosedCategory,
  names: readonly string[],
  usages: readonly Usage[],
): CategoryAddition<AcapRecord> {
  // C2: no group closes the crawl to some names, so a narrower Allow for `*` would open it.
  const opened = names.every((name) => inGroups.includes(name)) ? [] : allowedPatterns(policy)
  const prohibitions = () =>
    usages.flatMap((usage) =>
      prohibited[usage]!.map((path): PermissionField => {
        const narrower = usage === 'crawl' ? opened.filter((each) => continues(each, path)) : []
        return { ...prohibition(usage, newOrigin(usage, path)), patterns: [path, ...narrower] }
      }),
    )
  const fields = prohibitions()
  // L1: what `*` permits to a purpose would come before.
  const any = policy.records.filter((record) => record.names.includes('*'))
  const permitted = purposesIn(any, ({ effect }) => effect === 'allow')
  const subRecords = permitted.map((purposes) => ({ purposes, fields: prohibitions() }))
  return withLines({ names, scope: null, fields, subRecords, actions: [] })
}

/** One record for each set of usages that are open to exceptions. */
function exceptionRecords(
  closed: ClosedCategory,
  usages: readonly Usage[],
): CategoryAddition<AcapRecord>[] {
  const { prohibited, newOrigin } = closed
  const byUsages = new Map<string, { names: string[]; open: readonly OpenUsage[] }>()
  for (const [name, closedFor] of closed.exceptions) {
    const own = usages.map((usage) => ({ usage, closed: closedFor(usage) }))
    const open = own.filter((each) => !each.closed.includes('/'))
    if (open.length > 0)
      cached(byUsages, JSON.stringify(open), () => ({ names: [], open })).names.push(name)
  }
  return [...byUsages.values()].map(({ names, open }) => {
    const [{ usage }] = open as [OpenUsage]
    const key = newOrigin(usage, prohibited[usage]![0]!)
    const origin = { ...key, text: `${/^\[[^\]]*\]/.exec(key.text)?.[0]} is not about them` }
    return exceptionRecord(closed.policy, names, open, origin)
  })
}

/**
 * `origin`: of fields that no author wrote. What records permit for a purpose stays closed: fields
 * for it come first (L1).
 */
function exceptionRecord(
  policy: Policy,
  names: readonly string[],
  usages: readonly OpenUsage[],
  origin: Origin,
): CategoryAddition<AcapRecord> {
  const any = policy.records.filter((record) => record.scope === null && record.names.includes('*'))
  const stated = any.flatMap((record) => record.fields)
  const fields = usages.flatMap(({ usage, closed }) => {
    const opens = ({ effect, patterns }: PermissionField) =>
      effect === 'allow' && closed.some((path) => continues(patterns[0]!, path))
    return fieldsFor(usage, stated, policy, origin).filter((field) => !opens(field))
  })
  const isForThem = (name: string | null) =>
    name === null || names.some((each) => matchesUserAgent(name, each))
  // E5: what routes prohibit to these crawlers stands in every record.
  const ofRoutes = prohibitionsOf(policy).filter(
    ({ name, purposes }) => purposes.length === 0 && isForThem(name),
  )
  const routes = usages.some(({ usage }) => usage === 'crawl') ? ofRoutes.map(acapField) : []
  return withLines({ names, scope: null, fields, subRecords: [], actions: [] }, routes)
}

function withLines(
  record: AcapRecord,
  more: readonly ServedLine[] = [],
): CategoryAddition<AcapRecord> {
  const { names, fields, subRecords } = record
  const ofSubRecords = subRecords.flatMap((sub) => [
    ...purposeLines(sub.purposes),
    ...sub.fields.flatMap(fieldLines),
  ])
  return [
    record,
    [...nameLines(names, 'ACAP-crawler'), ...fields.flatMap(fieldLines), ...more, ...ofSubRecords],
  ]
}

/** A line for each pattern, below the key of site.toml where the field comes from there. */
function fieldLines({
  effect,
  usage,
  patterns,
  qualifiers,
  origin,
}: PermissionField): readonly ServedLine[] {
  const terms = qualifiers.flatMap(writeQualifier)
  const texts = patterns.map((each) =>
    [`ACAP-${effect}-${usage}: ${writtenPattern(each)}`, ...terms].join(' '),
  )
  return prohibitionLines(texts, origin)
}

/** L3: whether a pattern is narrower than a plain path, or is it. */
function continues(pattern: string, path: string): boolean {
  const form = pattern.startsWith('*') ? `/${pattern}` : pattern
  return foldCase(form).startsWith(foldCase(path))
}

function allowedPatterns(policy: Policy): readonly string[] {
  const rules = rulesForAny(policy).filter(({ effect }) => effect === 'allow')
  return [...new Set(rules.map(({ pattern }) => pattern))].filter((pattern) =>
    /^(?:\*|\/.)/.test(pattern),
  )
}

function rulesForAny({ groups, ignoresConventional }: Policy) {
  const any = groups.filter(
    ({ tokens, scope }) => !ignoresConventional && scope === null && tokens.includes('*'),
  )
  return any.flatMap((group) => group.rules)
}

function prohibition(usage: Usage, origin: Origin): PermissionField {
  return {
    effect: 'disallow',
    usage,
    patterns: ['/'],
    qualifiers: [],
    uninterpretable: false,
    origin,
  }
}

/**
 * What `*` may do: each field for the usage, or for the one that it is a form of, and what holds
 * where none matches.
 */
function fieldsFor(
  usage: Usage,
  any: readonly PermissionField[],
  policy: Policy,
  origin: Origin,
): readonly PermissionField[] {
  const own = [usage, baseUsage(usage)].map((each) => any.filter((field) => field.usage === each))
  const stated =
    own.find((fields) => fields.length > 0) ?? (usage === 'crawl' ? [] : othersFor(any))
  const copies = stated.flatMap((field) =>
    field.patterns.map((pattern) => ({
      ...field,
      ...asProhibited(field),
      usage,
      patterns: [pattern],
    })),
  )
  if (copies.some(({ patterns }) => patterns[0] === '/')) return copies
  const isOthers = stated.every((field) => field.usage === 'other')
  const effect = isOthers && usage !== 'crawl' ? 'allow' : effectOfSilence(usage, any, policy)
  return [...copies, { ...prohibition(usage, origin), effect }]
}

/**
 * L4: what `other` says of a usage that no field is about. Terms for `other` have no words
 * elsewhere (Q1).
 */
function othersFor(any: readonly PermissionField[]): readonly PermissionField[] {
  const others = any.filter((field) => field.usage === 'other')
  return others.map((field) =>
    field.qualifiers.length > 0 ? { ...field, effect: 'disallow', qualifiers: [] } : field,
  )
}

/** Q4: a permission that cannot be interpreted is a prohibition. */
export function asProhibited({
  uninterpretable,
}: Pick<PermissionField, 'uninterpretable'>): Partial<PermissionField> {
  return uninterpretable ? { effect: 'disallow', qualifiers: [], uninterpretable: false } : {}
}

/**
 * Where fields are silent, conventional records decide a crawl (C2), and `other` any other usage
 * (L4).
 */
function effectOfSilence(usage: Usage, any: readonly PermissionField[], policy: Policy): Effect {
  if (usage !== 'crawl')
    return any.some((field) => field.usage === 'other' && field.effect === 'disallow')
      ? 'disallow'
      : 'allow'
  const rules = rulesForAny(policy).filter(({ pattern }) => pattern === '/')
  return rules.length > 0 && rules.every(({ effect }) => effect === 'disallow')
    ? 'disallow'
    : 'allow'
}
