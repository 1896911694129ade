/**
 * Renders the parts of a ruling that the edge rarely needs: restrictions, the reason, and the whole
 * Decision of docs/semantics.md (D).
 */

import { cached } from '../base/cached.ts'
import { deepFreeze } from '../base/deep-freeze.ts'
import type { Restriction } from '../words/restriction.ts'
import { USAGE_PHRASES } from '../words/usages.ts'
import type { DecidingField, Decision } from './decision.ts'
import { reasonOf } from './reason.ts'
import type { Ruling } from './ruling.ts'
import { restrictionsIn, restrictionsOf } from './verdict.ts'

/** The restrictions of a rule, by its shared qualifiers. Frozen, because decisions share them. */
const RESTRICTIONS = new WeakMap<object, readonly Restriction[]>()

/**
 * The restrictions of a permission: its qualifiers without locations and duplicates. Empty unless
 * permitted.
 */
export function restrictionsBy({ outcome, site, verdict }: Ruling): readonly Restriction[] {
  if (outcome !== 'permitted') return []
  const { rules, embedded } = verdict
  if (rules.length === 1 && embedded.length === 0) {
    const set = site.restrictions[site.rules.restrictions[rules[0]!]!]!
    return cached(RESTRICTIONS, set, () => deepFreeze(distinct(restrictionsIn(set.items))))
  }
  return distinct(restrictionsOf(site, verdict))
}

/** Copies, equal ones once: a field may repeat a qualifier, too (Q2). */
function distinct(restrictions: readonly Restriction[]): readonly Restriction[] {
  return [
    ...new Map(restrictions.map((each) => [JSON.stringify(each), structuredClone(each)])).values(),
  ]
}

type Wording = (phrase: string, object: string, restrictions: readonly Restriction[]) => string

/** Who, what, why and where, in one sentence, for any usage. */
export function reasonInWords(
  ruling: Ruling,
  fields: readonly DecidingField[] = ruling.fields,
  wording: Wording | null = null,
): string {
  const phrase = USAGE_PHRASES[ruling.usage]
  return reasonOf(
    ruling,
    fields,
    (object) => wording?.(phrase, object, restrictionsBy(ruling)) ?? phrase.replace('…', object),
  )
}

/** The decision without directives (see decide.ts). The caller may change the object. */
export function decisionOf(ruling: Ruling): Decision {
  const { usage, outcome, basis, crawler, retryAfter, rate, comments, names, fields } = ruling
  return {
    usage,
    outcome,
    basis,
    crawler,
    restrictions: restrictionsBy(ruling),
    retryAfter,
    rate,
    comments,
    names: [...names],
    fields: [...fields],
    reason: reasonInWords(ruling),
  }
}
