/**
 * The fields that decided → the contents of the META tags that say the same (E6). Those of a rule are made once: there are
 * as many as the policy has rules.
 */
import { RULE_DISALLOW, RULE_FALLBACK, type SiteProgram } from '../bundle/program.ts'
import { writeMeta } from '../grammar/write-meta.ts'
import { USAGES } from '../vocabulary/usages.ts'
import { bindsTo } from './question.ts'
import type { Verdict } from './verdict.ts'

/** Writes the fields of one site. */
export class FieldTexts {
  readonly #site: SiteProgram
  readonly #ofRules = new Map<number | string, readonly string[]>()

  constructor(site: SiteProgram) {
    this.#site = site
  }

  /** The contents of a verdict's fields, bound to purposes. */
  of({ rules, embedded }: Verdict, purposes: readonly string[]): readonly string[] {
    const own = rules.flatMap((rule) => this.#ofRule(rule, purposes))
    return embedded.length === 0 ? own : [...own, ...embedded.flatMap((field) => writeMeta({ ...field, purposes }))]
  }

  #ofRule(rule: number, purposes: readonly string[]): readonly string[] {
    const key = purposes.length === 0 ? rule : `${rule} ${purposes.join(' ')}`
    const known = this.#ofRules.get(key)
    if (known !== undefined) return known
    const { flags, usage, restrictions } = this.#site.rules
    const written = writeMeta({
      effect: (flags[rule]! & RULE_DISALLOW) === 0 ? 'allow' : 'disallow',
      usage: USAGES[usage[rule]!]!,
      purposes,
      qualifiers: this.#site.restrictions[restrictions[rule]!]!.items,
      uninterpretable: (flags[rule]! & RULE_FALLBACK) !== 0,
    })
    this.#ofRules.set(key, written)
    return written
  }
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
