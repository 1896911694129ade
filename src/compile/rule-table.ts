/**
 * Collects rules column by column, and the restriction sets that they share.
 */
import {
  NO_PATTERN,
  type RestrictionSet,
  RULE_CATEGORY,
  RULE_DISALLOW,
  RULE_FALLBACK,
  type Rules,
} from '../bundle/program.ts'
import { expiresAt } from '../grammar/calendar.ts'
import type { Origin, PermissionField } from '../language/policy/policy.ts'
import type { Effect } from '../vocabulary/decision-words.ts'
import type { Qualifier, Restriction } from '../vocabulary/restriction.ts'
import { usageIndex } from '../vocabulary/usages.ts'
import type { PatternRanks } from './pattern-ranks.ts'

/** What is served, and where the author's lines stand in it. */
export interface ServedText {
  /** False for a bare text: then `files` hold the author's own lines. */
  readonly served: boolean
  /** `robots.txt` first. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
  /**
   * The line of the served file on which the author's field stands; undefined where it is not served. Of the source
   * `route` and a route's number: the line that publishes its crawl prohibition (E5).
   */
  servedLine(source: string, line: number): number | undefined
  /** The line of site.toml that says a category's prohibition, by its number (I6). */
  categoryLine?(number: number): number
}

/** The table of all rules of one site. */
export class RuleTable {
  readonly #served: ServedText
  /** The numbers of the files, by path. */
  readonly #files: ReadonlyMap<string, number>
  readonly #flags: number[] = []
  readonly #usage: number[] = []
  readonly #patterns: (string | null)[] = []
  readonly #length: number[] = []
  readonly #restrictions: number[] = []
  readonly #file: number[] = []
  readonly #line: number[] = []
  readonly #servedLine: number[] = []
  readonly #sets = new Map<string, number>([['[]', 0]])
  readonly sets: RestrictionSet[] = [{ items: [], lapse: null }]

  constructor(served: ServedText) {
    this.#served = served
    this.#files = new Map(served.files.map(({ path }, file) => [path, file]))
  }

  /** One row per pattern of an ACAP field; returns their numbers, in the order of the patterns. */
  addField(field: PermissionField): readonly number[] {
    const set = this.#setOf(field.qualifiers)
    const flags = (field.effect === 'disallow' ? RULE_DISALLOW : 0) | (field.uninterpretable ? RULE_FALLBACK : 0)
    return field.patterns.map((pattern) => this.#add(flags, usageIndex(field.usage), pattern, 0, set, field.origin))
  }

  /** A row for a conventional rule of so many octets; `pattern` null where nothing compares it by L3. */
  addConventional(effect: Effect, pattern: string | null, length: number, origin: Origin): number {
    return this.#add(effect === 'disallow' ? RULE_DISALLOW : 0, 0, pattern, length, 0, origin)
  }

  /** A row for a route's pattern; the line that publishes the route (E5) is found by its number. */
  addRoute(pattern: string, index: number): number {
    return this.addConventional('allow', pattern, 0, { source: 'route', line: index, text: pattern })
  }

  /** A row that only gives a field its place. */
  addPlace(origin: Origin): number {
    return this.#add(RULE_DISALLOW, 0, null, 0, 0, origin)
  }

  /** The columns, once every pattern has its number. */
  finish(ranks: PatternRanks): Rules {
    return {
      flags: Uint8Array.from(this.#flags),
      usage: Uint8Array.from(this.#usage),
      pattern: Uint32Array.from(this.#patterns, (pattern) => (pattern === null ? NO_PATTERN : ranks.rank(pattern))),
      length: Uint32Array.from(this.#length),
      restrictions: Uint32Array.from(this.#restrictions),
      file: this.#served.files.length > 256 ? Uint32Array.from(this.#file) : Uint8Array.from(this.#file),
      line: Uint32Array.from(this.#line),
      servedLine: Uint32Array.from(this.#servedLine),
    }
  }

  /** Every pattern that a comparison by L3 may meet. */
  patterns(): Iterable<string> {
    return this.#patterns.filter((pattern) => pattern !== null)
  }

  #add(flags: number, usage: number, pattern: string | null, length: number, set: number, origin: Origin): number {
    const isCategory = origin.source === 'site.toml'
    this.#flags.push(isCategory ? flags | RULE_CATEGORY : flags)
    this.#usage.push(usage)
    this.#patterns.push(pattern)
    this.#length.push(length)
    this.#restrictions.push(set)
    this.#file.push(this.#files.get(origin.source) ?? 0)
    this.#line.push(this.#lineOf(origin))
    this.#servedLine.push(this.#served.served ? (this.#served.servedLine(origin.source, origin.line) ?? 0) : 0)
    return this.#flags.length - 1
  }

  /** The author's line; 0 for a route, which has none. */
  #lineOf({ source, line }: Origin): number {
    if (source === 'route') return 0
    return source === 'site.toml' ? (this.#served.categoryLine?.(line) ?? 0) : line
  }

  #setOf(qualifiers: readonly Qualifier[]): number {
    const items = qualifiers.filter((qualifier): qualifier is Restriction => qualifier.type !== 'location')
    const key = JSON.stringify(items)
    let set = this.#sets.get(key)
    if (set === undefined) {
      set = this.sets.length
      this.#sets.set(key, set)
      this.sets.push({ items, lapse: lapseOf(items) })
    }
    return set
  }
}

/** The instant from which a permission with these restrictions has lapsed: the end of its last day in UTC (Q3). */
function lapseOf(items: readonly Qualifier[]): number | null {
  for (const item of items) {
    if (item.type === 'time-limit' && 'until' in item) return expiresAt(item.until)
  }
  return null
}
