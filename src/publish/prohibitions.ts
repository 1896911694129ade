/**
 * A policy's routes → the crawl prohibitions that its robots.txt has to publish (E5), and which of them its author
 * states already. It does not know where lines are added for them.
 */

import { foldCase, writtenPattern } from '../grammar/path-form.ts'
import { overlap } from '../grammar/pattern-relations.ts'
import { allFields, type Policy } from '../language/policy/policy.ts'
import { added, type ServedLine } from './served-line.ts'

/** A crawl prohibition of one route, or of several that repeat it. */
export interface Prohibition {
  /** The numbers of the routes. */
  readonly routes: readonly number[]
  /** In the form of P2. */
  readonly pattern: string
  /** A crawler's name in lower case; null for every crawler. */
  readonly name: string | null
  /** Purposes that it is bound to; most are bound to none. */
  readonly purposes: readonly string[]
}

/** The prohibitions of all routes. A pattern with `#` matches nothing, and could not be written. */
export function prohibitionsOf({ routes }: Policy): Prohibition[] {
  return routes.flatMap(({ index, match, fields }) =>
    fields
      .filter(({ usage, effect }) => usage === 'crawl' && effect === 'disallow' && !match.includes('#'))
      .map(({ name, purposes }) => ({
        routes: [index],
        pattern: match,
        name: name === 'robots' ? null : name,
        purposes,
      })),
  )
}

/** A prohibition as an ACAP field. */
export function acapField({ pattern, routes }: Prohibition): ServedLine {
  return added(`ACAP-disallow-crawl: ${writtenPattern(pattern)}`, routes)
}

/** What the fields and rules of a policy state already. */
export class StatedRules {
  /** The patterns of every permission of the crawl, in lower case; null where some are globs (X1). */
  readonly #permissions: readonly string[] | null
  /** Whether nothing permits any of a pattern. */
  readonly #closed = new Map<string, boolean>()

  constructor({ groups, records }: Policy) {
    const rules = groups.flatMap((group) => group.rules).filter(({ effect }) => effect === 'allow')
    const fields = records.flatMap(allFields).filter(({ effect, usage }) => effect === 'allow' && usage === 'crawl')
    const isGlob = rules.some(({ raw }) => /[?[\\]/.test(raw))
    const all = [...rules.map(({ pattern }) => pattern), ...fields.flatMap(({ patterns }) => patterns)]
    this.#permissions = isGlob ? null : [...new Set(all.map(foldCase))]
  }

  /**
   * Whether a prohibition of `wide` makes one of `pattern` beside it redundant: they are equal, or everything it
   * matches begins with what `wide` is, and nothing anywhere permits any of it.
   */
  covers(wide: string, pattern: string): boolean {
    if (wide === pattern) return true
    return pattern.startsWith(wide) && /^\/[^*$]*$/.test(wide) && this.#isClosed(foldCase(pattern))
  }

  #isClosed(pattern: string): boolean {
    const known = this.#closed.get(pattern)
    if (known !== undefined) return known
    const isClosed = this.#permissions?.some((each) => overlap(each, pattern)) === false
    this.#closed.set(pattern, isClosed)
    return isClosed
  }

  /** Without those that another covers, for the same crawlers and purposes; that one stands for both routes. */
  distinct(prohibitions: readonly Prohibition[]): Prohibition[] {
    const distinct: (Prohibition & { readonly routes: number[] })[] = []
    const indexes = new Map<string, PatternIndex<number>>()
    for (const each of prohibitions.toSorted((a, b) => a.pattern.length - b.pattern.length)) {
      const index = indexes.get(isFor(each)) ?? new PatternIndex<number>(this)
      indexes.set(isFor(each), index)
      const at = index.find(each.pattern)
      if (at === null) {
        index.add(each.pattern, distinct.length)
        distinct.push({ ...each, routes: [...each.routes] })
      } else distinct[at]!.routes.push(...each.routes)
    }
    return distinct.sort((a, b) => a.routes[0]! - b.routes[0]!)
  }
}

/** Prohibitions by their patterns: those that could cover another one are found by its beginnings. */
export class PatternIndex<Value> {
  readonly #stated: StatedRules
  readonly #places = new Map<string, { readonly value: Value; readonly order: number }>()
  readonly #lengths = new Set<number>()

  constructor(stated: StatedRules) {
    this.#stated = stated
  }

  /** Adds a pattern. Of equal ones the first counts. */
  add(pattern: string, value: Value): void {
    if (this.#places.has(pattern)) return
    this.#places.set(pattern, { value, order: this.#places.size })
    this.#lengths.add(pattern.length)
  }

  /** What was added first of all that covers a pattern; null where nothing does. */
  find(pattern: string): Value | null {
    let first: { readonly value: Value; readonly order: number } | null = null
    for (const length of this.#lengths) {
      if (length > pattern.length) continue
      const wide = pattern.slice(0, length)
      const place = this.#places.get(wide)
      if (place === undefined || (first !== null && first.order < place.order)) continue
      if (this.#stated.covers(wide, pattern)) first = place
    }
    return first === null ? null : first.value
  }
}

function isFor({ name, purposes }: Prohibition): string {
  return JSON.stringify([name, [...purposes].sort()])
}
