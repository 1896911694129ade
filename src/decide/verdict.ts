/** The result of one evaluation: numbers of rules and embedded fields, without text. */
import type { SiteProgram } from '../program/program.ts'
import type { Basis, Outcome } from '../words/decision-words.ts'
import type { EmbeddedField } from '../words/embedded.ts'
import type { Qualifier, Restriction } from '../words/restriction.ts'

export interface Verdict {
  readonly outcome: Outcome
  readonly basis: Basis
  readonly rules: readonly number[]
  readonly embedded: readonly EmbeddedField[]
  /** The policy's names whose fields decided; `*` for all. */
  readonly names: readonly string[]
  /** Seconds; null unless deferred. */
  readonly retryAfter: number | null
}

const NOTHING: readonly never[] = []

/** A verdict; absent members are empty. */
export function verdict(
  outcome: Outcome,
  basis: Basis,
  rules: readonly number[] = NOTHING,
  names: readonly string[] = NOTHING,
  embedded: readonly EmbeddedField[] = NOTHING,
): Verdict {
  return { outcome, basis, rules, embedded, names, retryAfter: null }
}

export function qualifiersOf(
  { restrictions, rules: table }: SiteProgram,
  verdict: Verdict,
): readonly Qualifier[] {
  const { rules, embedded } = verdict
  const own = rules.flatMap((rule) => restrictions[table.restrictions[rule]!]!.items)
  return embedded.length === 0 ? own : [...own, ...embedded.flatMap(({ qualifiers }) => qualifiers)]
}

/** The restrictions of a permission: its qualifiers without locations. */
export function restrictionsOf(site: SiteProgram, verdict: Verdict): readonly Restriction[] {
  return restrictionsIn(qualifiersOf(site, verdict))
}

export function restrictionsIn(qualifiers: readonly Qualifier[]): readonly Restriction[] {
  return qualifiers.filter((each): each is Restriction => each.type !== 'location')
}

/** The first `count` numbers of a buffer, copied. */
export function numbersOf(buffer: Uint32Array, count: number): readonly number[] {
  return count === 1 ? [buffer[0]!] : Array.from(buffer.subarray(0, count))
}

/** No field decides (L5). */
export const UNSPECIFIED = verdict('permitted', 'unspecified')

/**
 * Combines verdicts of the same outcome (I2, L8): all fields, the first one's basis, the longest
 * wait.
 */
export function combine(verdicts: readonly Verdict[], outcome: Outcome): Verdict {
  const gave = verdicts.filter((each) => each.outcome === outcome)
  const [first] = gave
  if (first === undefined || gave.length === 1) return first ?? UNSPECIFIED
  const waits = gave.map(({ retryAfter }) => retryAfter).filter((wait) => wait !== null)
  return {
    outcome,
    basis: first.basis,
    rules: [...new Set(gave.flatMap(({ rules }) => rules))],
    embedded: [...new Set(gave.flatMap(({ embedded }) => embedded))],
    names: [...new Set(gave.flatMap(({ names }) => names))],
    retryAfter: waits.length === 0 ? null : Math.max(...waits),
  }
}

/**
 * A usage is permitted only if the crawl is; its own prohibition takes priority (L6). Null: nothing
 * decides it (L5).
 */
export function ifCrawled(own: Verdict | null, crawl: Verdict): Verdict {
  return own?.outcome === 'prohibited' || crawl.outcome === 'permitted'
    ? (own ?? UNSPECIFIED)
    : crawl
}

/** I2, I4: prohibited if any verdict prohibits, else deferred if any defers. */
export function strictest(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.length === 1) return verdicts[0]!
  for (const outcome of ['prohibited', 'deferred'] as const) {
    if (verdicts.some((each) => each.outcome === outcome)) return combine(verdicts, outcome)
  }
  return combine(verdicts, 'permitted')
}

export function namesLicences({ restrictions, routes }: SiteProgram): boolean {
  const inRoutes = routes.flatMap(({ fields }) => fields.flatMap(({ qualifiers }) => qualifiers))
  return referencesIn([...restrictions.flatMap(({ items }) => items), ...inRoutes]).length > 0
}

export function referencesIn(items: readonly Qualifier[]): readonly string[] {
  return items.flatMap((each) => (each.type === 'usage-ref' && 'uri' in each ? [each.uri] : []))
}
