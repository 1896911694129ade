/**
 * Facts → what evaluation works on: purposes and embedded fields brought to their final state once, before any level is
 * asked (Q3, E3, F2, F1).
 */
import type { SiteProgram } from '../bundle/program.ts'
import { isExpired } from '../grammar/calendar.ts'
import { isAtLocation } from '../grammar/locations.ts'
import { purposeForm } from '../grammar/path-form.ts'
import type { ElementField, EmbeddedField } from '../vocabulary/embedded.ts'
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

/** The fields that a page and its route embed, for a crawler with these capabilities. */
export function embeddedRules(
  facts: Facts,
  routeFields: readonly EmbeddedField[],
  can: Capability | null,
): readonly EmbeddedRule[] {
  const meta = facts.meta ?? []
  const elements = can !== null && !can.elements ? (facts.elements ?? []) : []
  if (routeFields.length + meta.length + elements.length === 0) return NONE
  return [
    ...[...meta, ...routeFields].map((field) => ruleOf(field, facts, can)),
    ...elements.map((element) => ruleOfElement(element, can)),
  ].filter((rule) => rule !== null)
}

function ruleOf(field: EmbeddedField, facts: Facts, can: Capability | null): EmbeddedRule | null {
  const prohibits =
    field.effect === 'disallow' || hasExpired(field.qualifiers, facts.now) || isElsewhere(field.qualifiers, facts.uri)
  return fallen(field, field.uninterpretable ? PROHIBITS | FELL_BACK : prohibits ? PROHIBITS : 0, can)
}

/** F2: a crawler that processes no elements loses the usage for the page, no matter what the element says. */
function ruleOfElement({ effect, usage }: ElementField, can: Capability | null): EmbeddedRule | null {
  const text = `the-acap:${effect}-${usage}`
  return fallen({ ...PAGE_FIELD, usage, text }, PROHIBITS | FELL_BACK, can)
}

const PAGE_FIELD: Omit<EmbeddedField, 'usage' | 'text'> = {
  source: 'meta',
  name: 'robots',
  effect: 'disallow',
  purposes: [],
  qualifiers: [],
  uninterpretable: false,
}

function fallen(field: EmbeddedField, state: number, can: Capability | null): EmbeddedRule | null {
  const usage = usageIndex(field.usage)
  if (can === null) return { field, usage, state }
  const becomes = fallBack(can, usage, state, qualifierBits(field.qualifiers))
  return becomes === DROPPED ? null : { field, usage: becomes >> 2, state: becomes & 3 }
}

/** Q3: whether a permission has expired. */
export function hasExpired(qualifiers: readonly Qualifier[], now: number): boolean {
  return qualifiers.some((each) => each.type === 'time-limit' && 'until' in each && isExpired(each.until, now))
}

/** E3: whether the resource's own URI is not the one that the field names. */
export function isElsewhere(qualifiers: readonly Qualifier[], uri: string | undefined): boolean {
  return qualifiers.some(
    (qualifier) => qualifier.type === 'location' && (uri === undefined || !isAtLocation(qualifier.uri, uri)),
  )
}

/** Whether any of the patterns matches any of the purposes, which are in the form of P2 (P3). */
export function bindsTo(patterns: readonly string[], purposes: readonly string[]): boolean {
  return patterns.some((pattern) => pattern !== '' && purposes.some((purpose) => matchesPattern(pattern, purpose)))
}

/** Purposes in the form of P2. */
export function purposeForms(purposes: readonly string[]): readonly string[] {
  return purposes.length === 0 ? purposes : purposes.map(purposeForm)
}

/** The states of the rules of a site at an instant are computed per rule; this is a set's share of it. */
export function lapsesOf(site: SiteProgram): Float64Array {
  return Float64Array.from(site.restrictions, ({ lapse }) => lapse ?? Number.POSITIVE_INFINITY)
}
