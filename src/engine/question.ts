/**
 * Facts → what evaluation works on: purposes and embedded fields brought to their final state once, before any level is
 * asked (Q3, E3, F2, F1).
 */
import type { SiteProgram } from '../bundle/program.ts'
import { isExpired } from '../grammar/calendar.ts'
import { isAtLocation } from '../grammar/uri.ts'
import type { EmbeddedField } from '../vocabulary/embedded.ts'
import type { Qualifier } from '../vocabulary/restriction.ts'
import { usageIndex } from '../vocabulary/usages.ts'
import type { Facts } from './facts.ts'
import { type Capability, DROPPED, FELL_BACK, fallBack, PROHIBITS, qualifierBits } from './fallback.ts'
import { matchesPattern } from './globs.ts'

/** An embedded field in the state in which it takes part. */
export interface EmbeddedRule {
  readonly field: EmbeddedField
  readonly usage: number
  readonly state: number
}

const NONE: readonly EmbeddedRule[] = []
const NO_FIELDS: readonly EmbeddedField[] = []

/** The fields that a page and its route embed, for a crawler with these capabilities. */
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
  // F2: a crawler that processes no elements loses the usage for the page, no matter what the element says.
  for (const { effect, usage } of elements) {
    addRule(rules, { ...PAGE_FIELD, usage, text: `the-acap:${effect}-${usage}` }, PROHIBITS | FELL_BACK, can)
  }
  return rules
}

function stateOf({ effect, qualifiers, uninterpretable }: EmbeddedField, { now, uri }: Facts): number {
  if (uninterpretable) return PROHIBITS | FELL_BACK
  return effect === 'disallow' || hasExpired(qualifiers, now) || isElsewhere(qualifiers, uri) ? PROHIBITS : 0
}

const PAGE_FIELD: Omit<EmbeddedField, 'usage' | 'text'> = {
  source: 'meta',
  name: 'robots',
  effect: 'disallow',
  purposes: [],
  qualifiers: [],
  uninterpretable: false,
}

/** Adds a field as the crawler takes it (F1). */
function addRule(rules: EmbeddedRule[], field: EmbeddedField, state: number, can: Capability | null): void {
  const usage = usageIndex(field.usage)
  const becomes = can === null ? usage * 4 + state : fallBack(can, usage, state, qualifierBits(field.qualifiers))
  if (becomes !== DROPPED) rules.push({ field, usage: becomes >> 2, state: becomes & 3 })
}

/** Q3: whether a permission has expired. */
export function hasExpired(qualifiers: readonly Qualifier[], now: number): boolean {
  for (const each of qualifiers) {
    if (each.type === 'time-limit' && 'until' in each && isExpired(each.until, now)) return true
  }
  return false
}

/** E3: whether the resource's own URI is not the one that the field names. */
export function isElsewhere(qualifiers: readonly Qualifier[], uri: string | undefined): boolean {
  for (const each of qualifiers) {
    if (each.type === 'location' && (uri === undefined || !isAtLocation(each.uri, uri))) return true
  }
  return false
}

/** Whether any of the patterns matches any of the purposes, which are in the form of P2 (P3). */
export function bindsTo(patterns: readonly string[], purposes: readonly string[]): boolean {
  return patterns.some((pattern) => pattern !== '' && purposes.some((purpose) => matchesPattern(pattern, purpose)))
}

/** The states of the rules of a site at an instant are computed per rule; this is a set's share of it. */
export function lapsesOf(site: SiteProgram): Float64Array {
  return Float64Array.from(site.restrictions, ({ lapse }) => lapse ?? Number.POSITIVE_INFINITY)
}
