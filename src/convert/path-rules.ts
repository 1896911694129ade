/**
 * Rules by pattern, read as others read them: the longest pattern that matches a path applies. Patterns are in the form of
 * P2 and begin with `/`; what rules say is not known here.
 */
import { overlap } from '../grammar/pattern-relations.ts'

/** A set of rules, one for each pattern. */
export class PathRules<R extends { readonly pattern: string }> {
  readonly #all = new Map<string, R>()
  /** By what stands before the first star: every path that matches begins with it. */
  readonly #byStem = new Map<string, Map<string, R>>()

  constructor(rules: Iterable<R> = []) {
    for (const rule of rules) this.put(rule)
  }

  /** In the order in which their patterns came. */
  get all(): readonly R[] {
    return [...this.#all.values()]
  }

  /** Adds a rule, or puts it in the place of the one that has its pattern. */
  put(rule: R): void {
    const { pattern } = rule
    const stem = /^[^*]*/.exec(pattern.replace(/\$$/, ''))![0]
    const siblings = this.#byStem.get(stem) ?? new Map<string, R>()
    this.#all.set(pattern, rule)
    this.#byStem.set(stem, siblings.set(pattern, rule))
  }

  /** The rules that decide: the longest that match; several, in their order, where they are equally long. */
  at(path: string): readonly R[] {
    let longest: R[] = []
    for (let end = path.length; end > 0; end--) {
      for (const rule of this.#byStem.get(path.slice(0, end))?.values() ?? []) {
        const longer = rule.pattern.length - (longest[0]?.pattern.length ?? 0)
        if (longer < 0 || !matches(rule.pattern, path)) continue
        longest = longer > 0 ? [rule] : [...longest, rule]
      }
    }
    return longest.length < 2 ? longest : this.all.filter((rule) => longest.includes(rule))
  }
}

/** Whether a pattern matches a path that begins with its stem. */
function matches(pattern: string, path: string): boolean {
  return !/[*$]/.test(pattern) || overlap(pattern, `${path}$`)
}
