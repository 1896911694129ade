/**
 * What one evaluation comes to (L5, D), and what several come to together.
 */
import type { Outcome } from '../../src/words/decision-words.ts'
import { basisOf, type Found } from './levels.ts'
import type { Source, Verdict } from './question.ts'

/** L5: where nothing decides, a usage is permitted by silence. */
export function verdictOf(found: Found | null): Verdict {
  if (found === null) return permitted('unspecified')
  const sources = found.fields.map((field) => field.source)
  if (found.effect === 'disallow') return prohibited(basisOf(found), sources)
  // E3: a location that is satisfied restricts nothing further.
  const qualifiers = found.fields.flatMap((field) => field.qualifiers)
  const restrictions = qualifiers.filter((qualifier) => qualifier.type !== 'location')
  return { ...permitted(basisOf(found), sources), restrictions }
}

/** Permitted, under no restriction. */
export function permitted(basis: Verdict['basis'], fields: readonly Source[] = []): Verdict {
  return { outcome: 'permitted', basis, fields, restrictions: [], retryAfter: null }
}

/** Prohibited by these fields, or by none. */
export function prohibited(basis: Verdict['basis'], fields: readonly Source[] = []): Verdict {
  return { outcome: 'prohibited', basis, fields, restrictions: [], retryAfter: null }
}

/** D: several evaluations give the first of these outcomes that any of them has; the basis is the first one's. */
export function combine(verdicts: readonly Verdict[], precedence: readonly Outcome[]): Verdict {
  const outcome = precedence.find((candidate) =>
    verdicts.some((verdict) => verdict.outcome === candidate),
  )!
  const giving = verdicts.filter((verdict) => verdict.outcome === outcome)
  const waits = giving.flatMap((verdict) => verdict.retryAfter ?? [])
  return {
    outcome,
    basis: giving[0]!.basis,
    fields: distinct(giving.flatMap((verdict) => verdict.fields)),
    restrictions: distinct(giving.flatMap((verdict) => verdict.restrictions)),
    retryAfter: waits.length > 0 ? Math.max(...waits) : null,
  }
}

/** Equal values once, in the order of their first appearance. */
export function distinct<Value>(values: readonly Value[]): Value[] {
  const texts = values.map((value) => JSON.stringify(value))
  return values.filter((_, i) => texts.indexOf(texts[i]!) === i)
}
