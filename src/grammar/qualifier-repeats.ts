/**
 * Q2: which of several qualifiers of one type count. Qualifiers already read, in the order written, in; what stands and
 * what was dropped out.
 */
import type { QualifierRow } from '../vocabulary/qualifier-table.ts'
import type { Modification, Qualifier } from '../vocabulary/restriction.ts'
import type { WrittenQualifier } from './qualifier-words.ts'
import { hasKeywordPath } from './value-parts.ts'

/** A qualifier that is valid where it stands. */
export interface ReadQualifier {
  readonly written: WrittenQualifier
  readonly row: QualifierRow
  readonly qualifier: Qualifier
}

/** What Q2 makes of a field's qualifiers. */
interface RepeatReading {
  readonly qualifiers: readonly Qualifier[]
  readonly dropped: readonly WrittenQualifier[]
}

/** Applies the repeat rule of each type to all qualifiers of one field. */
export function applyRepeats(read: readonly ReadQualifier[]): RepeatReading {
  const types = new Map<QualifierRow, ReadQualifier[]>()
  for (const one of read) {
    const same = types.get(one.row)
    if (same) same.push(one)
    else types.set(one.row, [one])
  }
  const qualifiers: Qualifier[] = []
  const dropped: WrittenQualifier[] = []
  for (const [row, group] of types) {
    const effective = group.length === 1 ? group : keep(row, group)
    const standing = new Set(effective)
    qualifiers.push(...(row.repeat === 'union' ? [unite(effective)] : effective.map((one) => one.qualifier)))
    for (const one of group) if (!standing.has(one)) dropped.push(one.written)
  }
  return { qualifiers, dropped }
}

function keep(row: QualifierRow, group: readonly ReadQualifier[]): readonly ReadQualifier[] {
  if (row.repeat === 'first') return group.slice(0, 1)
  const counted = withoutCompany(row.alone, row.repeat === 'pair' ? group.slice(0, 2) : group)
  return row.repeat === 'pair' && !isSignificantPair(counted) ? counted.slice(0, 1) : counted
}

/** Drops a value that counts only alone where another stands beside it; of such values alone the first is left. */
function withoutCompany(alone: string | null, group: readonly ReadQualifier[]): readonly ReadQualifier[] {
  if (alone === null) return group
  const others = group.filter((one) => !hasKeywordPath(one.written.value ?? '', alone))
  return others.length > 0 ? others : group.slice(0, 1)
}

/** Two time limits say something together where they are of different kinds (ACAP Part 1, 2.5.3.1). */
function isSignificantPair(pair: readonly ReadQualifier[]): boolean {
  const [first, second] = pair.map((one) => timeLimitKind(one.qualifier))
  return first !== second
}

function timeLimitKind(qualifier: Qualifier): 'recrawl' | 'date' | 'days' {
  if ('until' in qualifier) return 'date'
  return 'days' in qualifier ? 'days' : 'recrawl'
}

/** All modifications of one field as one datum: sorted, once each; `any`, else `plus-terms`, absorbs the others. */
function unite(group: readonly ReadQualifier[]): Qualifier {
  const values = group.flatMap(({ qualifier }) =>
    qualifier.type === 'prohibited-modification' ? qualifier.values : [],
  )
  const absorbing = (['any', 'plus-terms'] as const).find((word) => values.includes(word))
  const united: Modification[] = absorbing ? [absorbing] : [...new Set(values)].sort()
  return { type: 'prohibited-modification', values: united }
}
