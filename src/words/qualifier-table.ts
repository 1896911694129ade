/**
 * The table of ACAP 1.1's qualifiers: valid usages (Q1), meaning of repeats (Q2), what is new in
 * 1.1 (V2). Rebuilt from Parts 1 and 2, because their Annex A is lost.
 */
import type { QualifierType } from './restriction.ts'
import { USAGES, type Usage } from './usages.ts'

/** Which repeats count (Q2): the first; all; all merged; or at most two, of different kinds. */
type RepeatRule = 'first' | 'all' | 'union' | 'pair'

export interface QualifierRow {
  readonly type: QualifierType
  readonly usages: readonly Usage[]
  readonly repeat: RepeatRule
  /**
   * What is new in 1.1 (V2): `all`, or the keyword paths of new values, in lower case; `*` matches
   * one part.
   */
  readonly since11: 'all' | readonly string[]
  /** A value that is dropped if its type has any other value (Q2). */
  readonly alone: string | null
}

const PRESENT = USAGES.filter((usage) => usage.startsWith('present'))
const WHOLE_COPIES: readonly Usage[] = [
  'present-original',
  'present-currentcopy',
  'present-oldcopy',
]

export const QUALIFIER_TABLE: readonly QualifierRow[] = [
  {
    type: 'time-limit',
    usages: ['index', 'preserve', ...PRESENT],
    repeat: 'pair',
    since11: ['plus-terms'],
    alone: 'plus-terms',
  },
  {
    type: 'must-use-resource',
    usages: ['index', ...PRESENT],
    repeat: 'first',
    since11: [
      'the-acap:extract:idlist',
      'the-acap:extract:classlist',
      'the-acap:extract:taglist',
      'the-acap:text',
    ],
    alone: null,
  },
  {
    type: 'max-length',
    usages: ['present-snippet', 'present-oldsnippet'],
    repeat: 'first',
    since11: [],
    alone: null,
  },
  {
    type: 'prohibited-modification',
    usages: ['present', ...WHOLE_COPIES],
    repeat: 'union',
    since11: ['appearance', 'content', 'metadata', 'structure', 'plus-terms'],
    alone: null,
  },
  {
    type: 'must-include-resource',
    usages: PRESENT,
    repeat: 'first',
    since11: [
      'plus-terms',
      'the-acap:license-link',
      'the-acap:registration-link',
      'the-acap:*:text',
    ],
    alone: null,
  },
  { type: 'prohibited-context', usages: WHOLE_COPIES, repeat: 'first', since11: [], alone: null },
  {
    type: 'required-context',
    usages: WHOLE_COPIES,
    repeat: 'first',
    since11: ['within-user-frame'],
    alone: null,
  },
  { type: 'target-condition', usages: PRESENT, repeat: 'all', since11: 'all', alone: 'rulesref' },
  { type: 'usage-ref', usages: ['other'], repeat: 'all', since11: 'all', alone: null },
  { type: 'location', usages: USAGES, repeat: 'first', since11: [], alone: null },
]

const BY_TYPE = new Map<string, QualifierRow>(QUALIFIER_TABLE.map((row) => [row.type, row]))

export function qualifierRow(name: string): QualifierRow | null {
  return BY_TYPE.get(name) ?? null
}
