/**
 * L1 to L4 written from the text: which of the fields decide one usage of one page, for one crawler and its purposes.
 */
import type { Basis, Effect } from '../../src/words/decision-words.ts'
import { baseUsage, type Usage } from '../../src/words/usages.ts'
import type { Field } from './fields.ts'
import type { Chain } from './names.ts'
import { isNarrower, matchesAnyCase, matchesPurpose } from './patterns.ts'

/** The fields that decided, and what they say. */
export interface Found {
  readonly effect: Effect
  readonly fields: readonly Field[]
}

/** The level's fields that decide a usage; null where no level has a match. */
export function decideByLevels(
  fields: readonly Field[],
  usage: Usage,
  targets: readonly string[],
  chain: Chain,
  purposes: readonly string[],
): Found | null {
  const matching = fields
    .filter((field) => targets.some((target) => matchesAnyCase(field.pattern, target)))
    .filter((field) => field.purposes === null || matchesPurpose(field.purposes, purposes))
  const levels = inOrder(matching, chain)
  for (const level of levels) {
    const found = decideAtLevel(level, usage)
    if (found !== null) return found
  }
  // L4: `other` speaks for a usage that no level names, but never for crawl.
  return usage === 'crawl' || usage === 'other'
    ? null
    : decideByLevels(fields, 'other', targets, chain, purposes)
}

/** L1: embedded before robots.txt; bound to a purpose before unbound; longer names before shorter ones, before `*`. */
function inOrder(fields: readonly Field[], chain: Chain): Field[][] {
  const levels: Field[][] = []
  for (const embedded of [true, false])
    for (const bound of [true, false])
      for (const names of chain)
        levels.push(
          fields.filter(
            (field) =>
              field.embedded === embedded &&
              (field.purposes !== null) === bound &&
              field.names.some((name) => names.includes(name)),
          ),
        )
  return levels
}

/** L2: fields for the exact usage; if none, those for the usage it derives from. */
function decideAtLevel(level: readonly Field[], usage: Usage): Found | null {
  const exact = level.filter((field) => field.usage === usage)
  const base = level.filter((field) => field.usage === baseUsage(usage))
  if (exact.length > 0) return decideByNarrowest(exact)
  return base.length > 0 ? decideByNarrowest(base) : null
}

/** L3: the narrowest decide, and a prohibition among them prohibits. */
function decideByNarrowest(found: readonly Field[]): Found {
  const narrowest = found.filter(
    (field) => !found.some((other) => isNarrower(other.pattern, field.pattern)),
  )
  const prohibitions = narrowest.filter((field) => field.effect === 'disallow')
  return prohibitions.length > 0
    ? { effect: 'disallow', fields: prohibitions }
    : { effect: 'allow', fields: narrowest }
}

/** D: the basis of what fields decided. */
export function basisOf(found: Found): Basis {
  if (found.effect === 'disallow' && found.fields.every((field) => field.fallback))
    return 'fallback'
  return found.fields.some((field) => field.embedded) ? 'embedded' : 'acap'
}
