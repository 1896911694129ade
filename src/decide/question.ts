/**
 * Prepares facts for evaluation: purposes, and embedded fields after expiry, location and fallback
 * (Q3, E3, F2, F1).
 */
import { cached } from '../base/cached.ts'
import { isExpired } from '../base/calendar.ts'
import type { EmbeddedField } from '../words/embedded.ts'
import { QUALIFIER_TABLE } from '../words/qualifier-table.ts'
import type { Interprets, Qualifier, QualifierType } from '../words/restriction.ts'
import { isAtLocation } from '../words/uri.ts'
import { baseUsage, USAGES, type Usage, usageIndex } from '../words/usages.ts'
import type { Facts } from './decision.ts'
import { matchesPattern } from './globs.ts'

/** Selects fields by their purpose patterns; null selects fields without purposes. */
export type Binding = ((patterns: readonly string[]) => boolean) | null

export const UNBOUND: readonly Binding[] = [null]

/**
 * Fields for one of the purposes come before those without (L1). Purposes are in the form of P2.
 */
export function bindingsFor(purposes: readonly string[]): readonly Binding[] {
  return purposes.length === 0 ? UNBOUND : [(patterns) => bindsTo(patterns, purposes), null]
}

export interface Question {
  readonly now: number
  readonly can: Capability | null
  readonly embedded: readonly EmbeddedRule[]
  readonly purposes: readonly string[]
}

interface EmbeddedRule {
  readonly field: EmbeddedField
  readonly usage: number
  readonly state: number
}

const NONE: readonly EmbeddedRule[] = []
const NO_FIELDS: readonly EmbeddedField[] = []

export function embeddedRules(
  facts: Facts,
  routeFields: readonly EmbeddedField[],
  can: Capability | null,
): readonly EmbeddedRule[] {
  const { meta = NO_FIELDS } = facts
  const elements = can !== null && !can.elements ? (facts.elements ?? []) : []
  if (routeFields.length + meta.length + elements.length === 0) return NONE
  const rules: EmbeddedRule[] = []
  for (const fields of [meta, routeFields]) {
    for (const field of fields) addRule(rules, field, stateOf(field, facts), can)
  }
  // A crawler that ignores elements loses the usage for the whole page (F2).
  for (const { effect, usage } of elements) {
    addRule(
      rules,
      { ...PAGE_FIELD, usage, text: `the-acap:${effect}-${usage}` },
      PROHIBITS | FELL_BACK,
      can,
    )
  }
  return rules
}

function stateOf(
  { effect, qualifiers, uninterpretable }: EmbeddedField,
  { now, uri }: Facts,
): number {
  if (uninterpretable) return PROHIBITS | FELL_BACK
  return effect === 'disallow' || hasExpired(qualifiers, now) || isElsewhere(qualifiers, uri)
    ? PROHIBITS
    : 0
}

const PAGE_FIELD: Omit<EmbeddedField, 'usage' | 'text'> = {
  source: 'meta',
  name: 'robots',
  effect: 'disallow',
  purposes: [],
  qualifiers: [],
  uninterpretable: false,
}

function addRule(
  rules: EmbeddedRule[],
  field: EmbeddedField,
  state: number,
  can: Capability | null,
): void {
  const usage = usageIndex(field.usage)
  const becomes =
    can === null ? usage * 4 + state : fallBack(can, usage, state, qualifierBits(field.qualifiers))
  if (becomes !== DROPPED) rules.push({ field, usage: becomes >> 2, state: becomes & 3 })
}

/** Q3: whether a permission has expired. */
export function hasExpired(qualifiers: readonly Qualifier[], now: number): boolean {
  for (const each of qualifiers)
    if (each.type === 'time-limit' && 'until' in each && isExpired(each.until, now)) return true
  return false
}

/** Whether the resource is not at the location that the field names (E3). */
export function isElsewhere(qualifiers: readonly Qualifier[], uri: string | undefined): boolean {
  for (const each of qualifiers) {
    if (each.type === 'location' && (uri === undefined || !isAtLocation(each.uri, uri))) return true
  }
  return false
}

/** Whether any pattern matches any purpose, all in the form of P2 (P3). */
export function bindsTo(patterns: readonly string[], purposes: readonly string[]): boolean {
  return patterns.some(
    (pattern) => pattern !== '' && purposes.some((purpose) => matchesPattern(pattern, purpose)),
  )
}

/** What a crawler interprets, as bit sets of usage numbers and qualifier types. */
interface Capability {
  readonly usages: number
  readonly qualifiers: number
  readonly elements: boolean
}

const QUALIFIER_BITS: ReadonlyMap<QualifierType, number> = new Map(
  QUALIFIER_TABLE.map(({ type }, i) => [type, 1 << i]),
)

const CRAWL = usageIndex('crawl')
const PRESENT = usageIndex('present')

const bitsOf = (fits: (usage: Usage) => boolean) =>
  USAGES.reduce((bits, usage, i) => (fits(usage) ? bits | (1 << i) : bits), 0)
const DERIVED = bitsOf((usage) => baseUsage(usage) !== null)
/** The bits of the usages that fall back to crawl. */
const BASIC = bitsOf((usage) => baseUsage(usage) === null && usage !== 'crawl' && usage !== 'other')

const CRAWL_ONLY: Capability = { usages: 1 << CRAWL, qualifiers: 0, elements: false }
const CAPABILITIES = new WeakMap<object, Capability>()

/** A profile's capability; null for `all`, so that the usual crawler costs nothing. */
export function capabilityOf(interprets: Interprets): Capability | null {
  if (interprets === 'all') return null
  if (interprets === 'crawl-only') return CRAWL_ONLY
  return cached(CAPABILITIES, interprets, () => ({
    usages: interprets.usages.reduce((bits, usage) => bits | (1 << USAGES.indexOf(usage)), 0),
    qualifiers: interprets.qualifiers.reduce((bits, type) => bits | QUALIFIER_BITS.get(type)!, 0),
    elements: interprets.elements ?? true,
  }))
}

export function qualifierBits(qualifiers: readonly Qualifier[]): number {
  return qualifiers.reduce((bits, { type }) => bits | QUALIFIER_BITS.get(type)!, 0)
}

/** The state of a field: whether it prohibits, and whether only by fallback (Q4, F1). */
export const PROHIBITS = 1
export const FELL_BACK = 2

/** The crawler ignores the field. */
const DROPPED = -1

/**
 * Applies the fallback to a field of `usage` in `state` with these qualifier bits: `usage * 4 +
 * state`, or DROPPED.
 */
export function fallBack(
  can: Capability,
  usage: number,
  state: number,
  qualifiers: number,
): number {
  let becomes = usage
  let next = state
  if ((next & PROHIBITS) === 0 && (qualifiers & ~can.qualifiers) !== 0)
    next |= PROHIBITS | FELL_BACK
  if ((next & PROHIBITS) === 0) return (can.usages >> usage) & 1 ? usage * 4 + next : DROPPED
  if ((DERIVED >> becomes) & 1 && !((can.usages >> becomes) & 1)) becomes = PRESENT
  if ((BASIC >> becomes) & 1 && !((can.usages >> becomes) & 1)) becomes = CRAWL
  if (becomes !== usage) next |= FELL_BACK
  return becomes * 4 + next
}
