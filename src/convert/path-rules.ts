/**
 * Rules by pattern, read as others read them: the longest pattern that matches a path applies. Patterns are in the form of
 * P2 and begin with `/`; what rules say is not known here.
 */

/** What a rule needs to be found. */
interface Rule {
  readonly pattern: string
}

/** A pattern with `*` or `$`, cut at its stars. */
interface Cut<R> {
  readonly rule: R
  readonly pieces: readonly string[]
  readonly isAnchored: boolean
}

/** A set of rules, one for each pattern. */
export class PathRules<R extends Rule> {
  readonly #all = new Map<string, R>()
  /** Patterns with stars, by what stands before the first. */
  readonly #cut = new Map<string, Map<string, Cut<R>>>()

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
    this.#all.set(pattern, rule)
    if (!isCut(pattern)) return
    const pieces = pattern.replace(/\$$/, '').split('*')
    const siblings = this.#cut.get(pieces[0]!) ?? new Map<string, Cut<R>>()
    this.#cut.set(pieces[0]!, siblings)
    siblings.set(pattern, { rule, pieces, isAnchored: pattern.endsWith('$') })
  }

  /** The rules that decide: the longest that match; several, in their order, where they are equally long. */
  at(path: string): readonly R[] {
    let longest: R[] = []
    for (let end = path.length; end > 0; end--) {
      const stem = path.slice(0, end)
      const plain = isCut(stem) ? undefined : this.#all.get(stem)
      if (plain !== undefined) longest = longer(longest, plain)
      for (const cut of this.#cut.get(stem)?.values() ?? []) {
        if (cut.rule.pattern.length >= (longest[0]?.pattern.length ?? 0) && fits(cut, path))
          longest = longer(longest, cut.rule)
      }
    }
    return longest.length < 2 ? longest : this.all.filter((rule) => longest.includes(rule))
  }
}

function longer<R extends Rule>(found: R[], rule: R): R[] {
  const by = rule.pattern.length - (found[0]?.pattern.length ?? 0)
  return by > 0 ? [rule] : by === 0 ? [...found, rule] : found
}

/** Whether the pieces stand in a path that begins with the first of them. */
function fits<R>({ pieces, isAnchored }: Cut<R>, path: string): boolean {
  let at = pieces[0]!.length
  for (const [i, piece] of pieces.entries()) {
    if (i === 0) continue
    if (isAnchored && i === pieces.length - 1) return path.endsWith(piece) && path.length - piece.length >= at
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return !isAnchored || at === path.length
}

function isCut(pattern: string): boolean {
  return /[*$]/.test(pattern)
}
