/**
 * Interprets the qualifiers of a field (Q1-Q5, V2, V3). Never throws. qualifier-issues.ts reports
 * errors.
 */

import { cached } from '../base/cached.ts'
import { type QualifierRow, qualifierRow } from './qualifier-table.ts'
import { hasKeywordPath, readQualifierValue } from './qualifier-values.ts'
import type { FieldPlace, WrittenQualifier } from './qualifier-words.ts'
import type { Modification, Qualifier } from './restriction.ts'
import type { Usage } from './usages.ts'
import type { VersionReading } from './version.ts'

/** A qualifier on a usage. Without a typed form it cannot be interpreted (Q4). */
interface Judged {
  readonly written: WrittenQualifier
  /** Null for an unknown name. */
  readonly row: QualifierRow | null
  /** Whether it is valid on that usage and in that place (Q1). */
  readonly isInPlace: boolean
  readonly qualifier: Qualifier | null
}

type Read = Judged & { readonly row: QualifierRow; readonly qualifier: Qualifier }

export interface Interpretation {
  readonly judged: readonly Judged[]
  /** The qualifiers that Q2 keeps, with their typed forms. */
  readonly kept: ReadonlySet<Judged>
  readonly qualifiers: readonly Qualifier[]
  readonly lacksReference: boolean
  /** The first qualifier that the declared version does not have (V2). */
  readonly feature: WrittenQualifier | null
  /** The permission counts as the prohibition of its usage (Q4). */
  readonly uninterpretable: boolean
  /**
   * The whole field is ignored: it uses a 1.1 feature under 1.0 (V2), or is not understood under a
   * later 1.m (V3).
   */
  readonly ignored: 'needs-1.1' | 'later-version' | null
}

/** Wrong names that the specifications' own texts use (R9). */
export const MISSPELT_NAMES: ReadonlyMap<string, string> = new Map([['ref', 'usage-ref']])

/** Interprets qualifiers. Those of a definition and the field's own count together (L7). */
export function interpretQualifiers(
  written: readonly WrittenQualifier[],
  usage: Usage,
  version: VersionReading,
  place: FieldPlace,
): Interpretation {
  const judged = written.map((one) => judge(one, usage, place))
  const read = judged.filter((one): one is Read => one.qualifier !== null)
  // ACAP Part 1, 2.5.6.1: "only if qualified by an explicit reference".
  const lacksReference = usage === 'other' && !judged.some(({ row }) => row?.type === 'usage-ref')
  const feature = version === '1.0' ? firstFeature11(written) : null
  const uninterpretable = read.length < written.length || lacksReference
  const ignored = feature
    ? 'needs-1.1'
    : uninterpretable && version === 'later'
      ? 'later-version'
      : null
  return { judged, ...applyRepeats(read), lacksReference, feature, uninterpretable, ignored }
}

function judge(written: WrittenQualifier, usage: Usage, place: FieldPlace): Judged {
  const row = rowOf(written)
  const isInPlace =
    row?.usages.includes(usage) === true && (row.type !== 'location' || place === 'embedded')
  return {
    written,
    row,
    isInPlace,
    qualifier: isInPlace ? readQualifierValue(row.type, written.value ?? '') : null,
  }
}

/** The first qualifier that needs 1.1, by its keyword alone (V2); null if there is none. */
export function firstFeature11(written: readonly WrittenQualifier[]): WrittenQualifier | null {
  let timeLimits = 0
  for (const one of written) {
    const row = rowOf(one)
    if (!row) continue
    if (row.type === 'time-limit' && ++timeLimits === 2) return one
    if (row.since11 === 'all' || row.since11.some((path) => hasKeywordPath(one.value ?? '', path)))
      return one
  }
  return null
}

/** The table row of a qualifier, by current or old name (R9). */
export function qualifierNamed(name: string): QualifierRow | null {
  return qualifierRow(MISSPELT_NAMES.get(name) ?? name)
}

/** A word without `=` is not a qualifier (Q4). */
function rowOf({ name, value }: WrittenQualifier): QualifierRow | null {
  return value === null ? null : qualifierNamed(name)
}

/** Applies the repeat rule of each type (Q2). */
function applyRepeats(read: readonly Read[]): Pick<Interpretation, 'kept' | 'qualifiers'> {
  const types = new Map<QualifierRow, Read[]>()
  for (const one of read) cached(types, one.row, () => []).push(one)
  const qualifiers: Qualifier[] = []
  const kept = new Set<Judged>()
  for (const [row, group] of types) {
    const effective = group.length === 1 ? group : keep(row, group)
    for (const one of effective) kept.add(one)
    if (row.repeat === 'union') qualifiers.push(unite(effective))
    else for (const one of effective) qualifiers.push(one.qualifier)
  }
  return { kept, qualifiers }
}

function keep(row: QualifierRow, group: readonly Read[]): readonly Read[] {
  if (row.repeat === 'first') return group.slice(0, 1)
  const counted = withoutCompany(row.alone, row.repeat === 'pair' ? group.slice(0, 2) : group)
  return row.repeat === 'pair' && !isSignificantPair(counted) ? counted.slice(0, 1) : counted
}

/**
 * Drops values that count only alone, if there is another value; if there are only such values,
 * keeps the first.
 */
function withoutCompany(alone: string | null, group: readonly Read[]): readonly Read[] {
  if (alone === null) return group
  const others = group.filter((one) => !hasKeywordPath(one.written.value ?? '', alone))
  return others.length > 0 ? others : group.slice(0, 1)
}

/** Two time limits both count if they are of different kinds (ACAP Part 1, 2.5.3.1). */
function isSignificantPair(pair: readonly Read[]): boolean {
  const [first, second] = pair.map(({ qualifier }) =>
    ['until', 'days'].find((member) => member in qualifier),
  )
  return first !== second
}

/**
 * Merges the modifications of a field: sorted, no duplicates; `any`, else `plus-terms`, replaces
 * the others.
 */
function unite(group: readonly Read[]): Qualifier {
  const values = group.flatMap(({ qualifier }) =>
    qualifier.type === 'prohibited-modification' ? qualifier.values : [],
  )
  const absorbing = (['any', 'plus-terms'] as const).find((word) => values.includes(word))
  const united: Modification[] = absorbing ? [absorbing] : [...new Set(values)].sort()
  return { type: 'prohibited-modification', values: united }
}
