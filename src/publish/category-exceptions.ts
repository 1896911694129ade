/**
 * Crawlers of other categories whose names hold a name of a closed one (I6) → a record by which they keep what records say to
 * `*`: without it the shorter name's record would close them, too (I2).
 */
import { matchesUserAgent } from '../grammar/name-token.ts'
import { foldCase } from '../grammar/path-form.ts'
import { writeQualifier } from '../grammar/write-meta.ts'
import type { AcapRecord, Origin, PermissionField, Policy } from '../language/policy/policy.ts'
import type { Effect } from '../vocabulary/decision-words.ts'
import { baseUsage, type Usage } from '../vocabulary/usages.ts'
import { type CategoryAddition, prohibitionLines } from './closed-category.ts'
import { acapField, prohibitionsOf } from './prohibitions.ts'
import { added, type ServedLine } from './served-line.ts'

/** A usage that the closed category may not have, and where the exceptions' own category may not, either. */
export interface OpenUsage {
  readonly usage: Usage
  readonly closed: readonly string[]
}

/** L3: whether a pattern is narrower than a plain path, or is it. */
export function continues(pattern: string, path: string): boolean {
  const form = pattern.startsWith('*') ? `/${pattern}` : pattern
  return foldCase(form).startsWith(foldCase(path))
}

/**
 * The record, and its lines below those of its names. `origin` is of what the author wrote nowhere. What records permit for a purpose stays closed: a category's fields for it come first (L1).
 */
export function exceptionRecord(
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
  const routes = usages.some(({ usage }) => usage === 'crawl') ? routeLines(policy, names) : []
  const lines = [...fields.flatMap((field) => linesOf(field, origin)), ...routes]
  return [{ names, scope: null, fields, subRecords: [], actions: [] }, lines]
}

/** E5: what routes prohibit to these crawlers stands in every record. */
function routeLines(policy: Policy, names: readonly string[]): readonly ServedLine[] {
  const isForThem = (name: string | null) => name === null || names.some((each) => matchesUserAgent(name, each))
  return prohibitionsOf(policy)
    .filter(({ name, purposes }) => purposes.length === 0 && isForThem(name))
    .map(acapField)
}

/** What `*` may do: each field for the usage, or for the one that it is a form of, and what holds where none matches. */
function fieldsFor(
  usage: Usage,
  any: readonly PermissionField[],
  policy: Policy,
  origin: Origin,
): readonly PermissionField[] {
  const own = [usage, baseUsage(usage)].map((each) => any.filter((field) => field.usage === each))
  const stated = own.find((fields) => fields.length > 0) ?? (usage === 'crawl' ? [] : othersFor(any))
  const copies = stated.flatMap((field) =>
    field.patterns.map((pattern) => ({ ...field, ...asProhibited(field), usage, patterns: [pattern] })),
  )
  if (copies.some(({ patterns }) => patterns[0] === '/')) return copies
  const isOthers = stated.every((field) => field.usage === 'other')
  const effect = isOthers && usage !== 'crawl' ? 'allow' : effectOfSilence(usage, any, policy)
  return [...copies, { effect, usage, patterns: ['/'], qualifiers: [], uninterpretable: false, origin }]
}

/** L4: what `other` says of a usage that no field is about. Terms for `other` have no words elsewhere (Q1). */
function othersFor(any: readonly PermissionField[]): readonly PermissionField[] {
  const others = any.filter((field) => field.usage === 'other')
  return others.map((field) => (field.qualifiers.length > 0 ? { ...field, effect: 'disallow', qualifiers: [] } : field))
}

/** Q4: a permission that cannot be interpreted is a prohibition. */
function asProhibited({ uninterpretable }: PermissionField): Partial<PermissionField> {
  return uninterpretable ? { effect: 'disallow', qualifiers: [], uninterpretable: false } : {}
}

/** Where fields are silent, conventional records decide a crawl (C2), and `other` any other usage (L4). */
function effectOfSilence(usage: Usage, any: readonly PermissionField[], policy: Policy): Effect {
  if (usage !== 'crawl')
    return any.some((field) => field.usage === 'other' && field.effect === 'disallow') ? 'disallow' : 'allow'
  const groups = policy.ignoresConventional
    ? []
    : policy.groups.filter(({ scope, tokens }) => scope === null && tokens.includes('*'))
  const rules = groups.flatMap((group) => group.rules).filter(({ pattern }) => pattern === '/')
  return rules.length > 0 && rules.every(({ effect }) => effect === 'disallow') ? 'disallow' : 'allow'
}

function linesOf({ effect, usage, patterns, qualifiers, origin }: PermissionField, silence: Origin): ServedLine[] {
  const text = [`ACAP-${effect}-${usage}: ${patterns[0]}`, ...qualifiers.flatMap(writeQualifier)].join(' ')
  return origin === silence ? [...prohibitionLines(text, origin)] : [added(text)]
}
