/**
 * Finds the routes' crawl prohibitions that robots.txt must publish (E5), and those that it states
 * already.
 */
import { cached } from '../../base/cached.ts'
import {
  type AcapRecord,
  allFields,
  type PermissionField,
  type Policy,
} from '../../language/policy/policy.ts'
import { foldCase, purposePatternForm, writtenForm, writtenPattern } from '../../words/path-form.ts'
import { overlap } from '../../words/pattern-relations.ts'
import { added, type ServedLine } from './served-line.ts'

/** A crawl prohibition of one route, or of several that repeat it. */
export interface Prohibition {
  readonly routes: readonly number[]
  readonly pattern: string
  /** A crawler's name in lower case; null for every crawler. */
  readonly name: string | null
  readonly purposes: readonly string[]
}

/** E5: the routes whose crawl prohibitions are published. */
export function publishedRoutes({ routes, config }: Policy): Policy['routes'] {
  return routes.filter(({ index }) => config.routes[index]?.published !== false)
}

/**
 * The prohibitions of all routes that are published. A pattern with `#` matches nothing, and could
 * not be written.
 */
export function prohibitionsOf(policy: Policy): Prohibition[] {
  return publishedRoutes(policy).flatMap(({ index, match, fields }) =>
    fields
      .filter(
        ({ usage, effect }) => usage === 'crawl' && effect === 'disallow' && !match.includes('#'),
      )
      .map(({ name, purposes }) => ({
        routes: [index],
        pattern: match,
        name: name === 'robots' ? null : name,
        purposes,
      })),
  )
}

export function acapField({ pattern, routes }: Prohibition): ServedLine {
  return added(`ACAP-disallow-crawl: ${writtenPattern(pattern)}`, routes)
}

export class StatedRules {
  /**
   * The patterns of every permission of the crawl, in lower case; null where some are globs (X1).
   */
  readonly #permissions: readonly string[] | null
  readonly #closed = new Map<string, boolean>()

  constructor({ groups, records }: Policy) {
    const rules = groups.flatMap((group) => group.rules).filter(({ effect }) => effect === 'allow')
    const fields = records
      .flatMap(allFields)
      .filter(({ effect, usage }) => effect === 'allow' && usage === 'crawl')
    const isGlob = rules.some(({ raw }) => /[?[\\]/.test(raw))
    const all = [
      ...rules.map(({ pattern }) => pattern),
      ...fields.flatMap(({ patterns }) => patterns),
    ]
    this.#permissions = isGlob ? null : [...new Set(all.map(foldCase))]
  }

  /**
   * Whether `wide` makes `pattern` redundant: they are equal, or `wide` begins it, and nothing
   * permits any of it.
   */
  covers(wide: string, pattern: string): boolean {
    if (wide === pattern) return true
    return pattern.startsWith(wide) && /^\/[^*$]*$/.test(wide) && this.#isClosed(foldCase(pattern))
  }

  #isClosed(pattern: string): boolean {
    return cached(
      this.#closed,
      pattern,
      () => this.#permissions?.some((each) => overlap(each, pattern)) === false,
    )
  }

  /**
   * Without those that another covers, for the same crawlers and purposes; that one stands for both
   * routes.
   */
  distinct(prohibitions: readonly Prohibition[]): Prohibition[] {
    const distinct: (Prohibition & { readonly routes: number[] })[] = []
    const indexes = new Map<string, PatternIndex<number>>()
    for (const each of prohibitions.toSorted((a, b) => a.pattern.length - b.pattern.length)) {
      const isFor = JSON.stringify([each.name, [...each.purposes].sort()])
      const index = cached(indexes, isFor, () => new PatternIndex<number>(this))
      const at = index.find(each.pattern)
      if (at === null) {
        index.add(each.pattern, distinct.length)
        distinct.push({ ...each, routes: [...each.routes] })
      } else distinct[at]!.routes.push(...each.routes)
    }
    return distinct.sort((a, b) => a.routes[0]! - b.routes[0]!)
  }
}

/**
 * Prohibitions by their patterns: those that could cover another one are found by its beginnings.
 */
export class PatternIndex<Value> {
  readonly #stated: StatedRules
  readonly #places = new Map<string, readonly [value: Value, order: number]>()
  readonly #lengths = new Set<number>()

  constructor(stated: StatedRules) {
    this.#stated = stated
  }

  /** Adds a pattern. Of equal ones the first counts. */
  add(pattern: string, value: Value): void {
    cached(this.#places, pattern, () => [value, this.#places.size] as const)
    this.#lengths.add(pattern.length)
  }

  /** What was added first of all that covers a pattern; null where nothing does. */
  find(pattern: string): Value | null {
    let first: readonly [Value, number] | null = null
    for (const length of this.#lengths) {
      const wide = pattern.slice(0, length)
      const place = length > pattern.length ? undefined : this.#places.get(wide)
      if (place === undefined || (first !== null && first[1] < place[1])) continue
      if (this.#stated.covers(wide, pattern)) first = place
    }
    return first === null ? null : first[0]
  }
}

export function purposesIn(
  records: readonly AcapRecord[],
  holds: (field: PermissionField) => boolean,
): (readonly string[])[] {
  const opening = records.flatMap(({ subRecords }) =>
    subRecords.filter(({ fields }) => fields.some(holds)),
  )
  const all = opening.map(({ purposes }) => purposes)
  return [...new Map(all.map((purposes) => [purposes.join('\n'), purposes])).values()]
}

export function purposeLines(purposes: readonly string[]): ServedLine[] {
  return purposes.map((purpose) =>
    added(`ACAP-usage-purpose: ${writtenForm(purpose, purposePatternForm)}`),
  )
}
