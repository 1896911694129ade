/**
 * F1: what a permission or prohibition becomes for a crawler that cannot interpret all of ACAP.
 */
import { QUALIFIER_TABLE } from '../vocabulary/qualifier-table.ts'
import type { Interprets, Qualifier, QualifierType } from '../vocabulary/restriction.ts'
import { USAGE_TABLE, USAGES, usageIndex } from '../vocabulary/usages.ts'

/** What a crawler interprets, as bit sets over usage numbers and qualifier types. */
export interface Capability {
  readonly usages: number
  readonly qualifiers: number
  readonly elements: boolean
}

const QUALIFIER_BITS: ReadonlyMap<QualifierType, number> = new Map(QUALIFIER_TABLE.map(({ type }, i) => [type, 1 << i]))

const CRAWL = usageIndex('crawl')
const PRESENT = usageIndex('present')

/** The bits of the basic usages that fall back to crawl. */
const BASIC = USAGE_TABLE.reduce((bits, row, i) => (row.kind === 'basic' && i !== CRAWL ? bits | (1 << i) : bits), 0)
const DERIVED = USAGE_TABLE.reduce((bits, row, i) => (row.base === null ? bits : bits | (1 << i)), 0)

/** The capability of a profile; null stands for `all`, so that the usual crawler costs nothing. */
export function capabilityOf(interprets: Interprets): Capability | null {
  if (interprets === 'all') return null
  if (interprets === 'crawl-only') return { usages: 1 << CRAWL, qualifiers: 0, elements: false }
  return {
    usages: interprets.usages.reduce((bits, usage) => bits | (1 << USAGES.indexOf(usage)), 0),
    qualifiers: interprets.qualifiers.reduce((bits, type) => bits | QUALIFIER_BITS.get(type)!, 0),
    elements: interprets.elements ?? true,
  }
}

/** The bits of the qualifier types that a field carries. */
export function qualifierBits(qualifiers: readonly Qualifier[]): number {
  return qualifiers.reduce((bits, { type }) => bits | QUALIFIER_BITS.get(type)!, 0)
}

/** State of a field under evaluation: whether it prohibits, and whether it does so only by fallback (Q4, F1). */
export const PROHIBITS = 1
export const FELL_BACK = 2

/** The crawler drops the field. */
export const DROPPED = -1

/**
 * What a field of `usage` in `state` with these qualifier bits becomes: `usage * 4 + state`, or DROPPED.
 */
export function fallBack(can: Capability, usage: number, state: number, qualifiers: number): number {
  let becomes = usage
  let next = state
  if ((next & PROHIBITS) === 0 && (qualifiers & ~can.qualifiers) !== 0) next |= PROHIBITS | FELL_BACK
  if ((next & PROHIBITS) === 0) return (can.usages >> usage) & 1 ? usage * 4 + next : DROPPED
  if ((DERIVED >> becomes) & 1 && !((can.usages >> becomes) & 1)) becomes = PRESENT
  if ((BASIC >> becomes) & 1 && !((can.usages >> becomes) & 1)) becomes = CRAWL
  if (becomes !== usage) next |= FELL_BACK
  return becomes * 4 + next
}
