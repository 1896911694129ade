/**
 * The fields that decided → the contents of the META tags that say the same (E6).
 */
import { RULE_DISALLOW, RULE_FALLBACK, type SiteProgram } from '../bundle/program.ts'
import { writeMeta } from '../grammar/write-meta.ts'
import { USAGES } from '../vocabulary/usages.ts'
import { bindsTo } from './question.ts'
import type { Verdict } from './verdict.ts'

/** The contents of a verdict's fields, bound to purposes. */
export function fieldTexts(
  { rules: { flags, usage, restrictions }, restrictions: sets }: SiteProgram,
  { rules, embedded }: Verdict,
  purposes: readonly string[],
): readonly string[] {
  const ofRules = rules.map((rule) => ({
    effect: (flags[rule]! & RULE_DISALLOW) === 0 ? ('allow' as const) : ('disallow' as const),
    usage: USAGES[usage[rule]!]!,
    qualifiers: sets[restrictions[rule]!]!.items,
    uninterpretable: (flags[rule]! & RULE_FALLBACK) !== 0,
  }))
  return [...ofRules, ...embedded].flatMap((field) => writeMeta({ ...field, purposes }))
}

/** The distinct patterns of purposes to which fields are bound. */
export function bindingsOf(site: SiteProgram) {
  const bound = site.bound.flat().flatMap(({ purposes }) => purposes)
  const embedded = site.routes.flatMap(({ fields }) => fields.flatMap(({ purposes }) => purposes))
  const distinct = new Set([...bound, ...embedded])
  distinct.delete('')
  return [...distinct].map((pattern) => {
    // Asked for a crawler whose purpose is the pattern, less its wildcards: other patterns may bind it, too.
    const names = [pattern.replace(/\*|\$$/g, '')]
    return { purposes: [pattern], binding: (patterns: readonly string[]) => bindsTo(patterns, names) }
  })
}
