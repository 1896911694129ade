/**
 * Collects the rules of a program as columns, their shared restriction sets, and the order of their
 * patterns (L3).
 */

import { cached } from '../../base/cached.ts'
import { expiresAt } from '../../base/calendar.ts'
import type { Origin, PermissionField } from '../../language/policy/policy.ts'
import type { Effect } from '../../words/decision-words.ts'
import { orderKey } from '../../words/pattern-relations.ts'
import type { Qualifier, Restriction } from '../../words/restriction.ts'
import { usageIndex } from '../../words/usages.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'
import {
  NO_PATTERN,
  type PatternOrder,
  type RestrictionSet,
  RULE_CATEGORY,
  RULE_DISALLOW,
  RULE_FALLBACK,
  type Rules,
} from '../program.ts'
import { endOfRun } from './trie-builder.ts'

/** The served files, and where the author's lines are in them. */
export interface ServedText {
  /** False for a bare text: then `files` are the author's own. */
  readonly served: boolean
  /** First the whole robots.txt. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
  /**
   * The served line of an author's field, if any. For `route` and a route's number: the line that
   * publishes it (E5).
   */
  servedLine(source: string, line: number): number | undefined
  /** The line in site.toml of a category's prohibition, by its number (I6). */
  categoryLine?(number: number): number
}

/** A rule before its pattern has a number. Null if the pattern is not compared. */
type Row = Readonly<Record<Exclude<keyof Rules, 'pattern'>, number>> & {
  readonly pattern: string | null
}
type Says = Omit<Row, 'file' | 'line' | 'servedLine'>

const FIRST = ['robots.txt', 0] as const

const PLACE: Says = { flags: RULE_DISALLOW, usage: 0, pattern: null, length: 0, restrictions: 0 }

export class RuleTable {
  readonly #served: ServedText
  readonly #files: ReadonlyMap<string, number>
  readonly #rows: Row[] = []
  readonly #sets = new Map<string, number>([['[]', 0]])
  readonly sets: RestrictionSet[] = [{ items: [], words: [], lapse: null }]

  constructor(served: ServedText) {
    this.#served = served
    // The author's robots.txt is in the first file, even if that has another path (R4).
    this.#files = new Map([...served.files.map(({ path }, file) => [path, file] as const), FIRST])
  }

  /** Adds a row per pattern of an ACAP field; returns their numbers in pattern order. */
  addField(field: PermissionField): readonly number[] {
    const { usage, effect, uninterpretable, patterns, origin } = field
    const flags =
      (effect === 'disallow' ? RULE_DISALLOW : 0) | (uninterpretable ? RULE_FALLBACK : 0)
    const says = {
      ...PLACE,
      flags,
      usage: usageIndex(usage),
      restrictions: this.#setOf(field.qualifiers),
    }
    return patterns.map((pattern) => this.#add({ ...says, pattern }, origin))
  }

  /**
   * Adds a conventional rule with a pattern of `length` octets. `pattern` is null if L3 never
   * compares it.
   */
  addConventional(effect: Effect, pattern: string | null, length: number, origin: Origin): number {
    const flags = effect === 'disallow' ? RULE_DISALLOW : 0
    return this.#add({ flags, usage: 0, pattern, length, restrictions: 0 }, origin)
  }

  /** Adds a route's pattern. The line that publishes it is found by the route's number (E5). */
  addRoute(pattern: string, index: number): number {
    return this.addConventional('allow', pattern, 0, {
      source: 'route',
      line: index,
      text: pattern,
    })
  }

  addPlace(origin: Origin): number {
    return this.#add(PLACE, origin)
  }

  finish(): { readonly order: PatternOrder; readonly rules: Rules } {
    const { order, ranks } = rankPatterns(this.#rows.flatMap(({ pattern }) => pattern ?? []))
    // Via the constructor, because `from` would use an iterator.
    const column = (of: (row: Row) => number) => new Uint32Array(this.#rows.map(of))
    const file = column((row) => row.file)
    const rules = {
      flags: new Uint8Array(this.#rows.map(({ flags }) => flags)),
      usage: new Uint8Array(this.#rows.map(({ usage }) => usage)),
      pattern: column(({ pattern }) => (pattern === null ? NO_PATTERN : ranks.get(pattern)!)),
      length: column(({ length }) => length),
      restrictions: column(({ restrictions }) => restrictions),
      file: this.#served.files.length > 256 ? file : new Uint8Array(file),
      line: column(({ line }) => line),
      servedLine: column(({ servedLine }) => servedLine),
    }
    return { order, rules }
  }

  #add({ flags, usage, pattern, length, restrictions }: Says, { source, line }: Origin): number {
    // Member by member: spreading `says` would dominate the time.
    const row: Row = {
      flags: source === 'site.toml' ? flags | RULE_CATEGORY : flags,
      usage,
      pattern,
      length,
      restrictions,
      file: this.#files.get(source) ?? 0,
      // The author's line; routes have none.
      line:
        source === 'route'
          ? 0
          : source === 'site.toml'
            ? (this.#served.categoryLine?.(line) ?? 0)
            : line,
      servedLine: this.#served.served ? (this.#served.servedLine(source, line) ?? 0) : 0,
    }
    return this.#rows.push(row) - 1
  }

  #setOf(qualifiers: readonly Qualifier[]): number {
    const items = qualifiers.filter(
      (qualifier): qualifier is Restriction => qualifier.type !== 'location',
    )
    return cached(this.#sets, JSON.stringify(items), () => {
      // It expires at the end of its last day in UTC (Q3).
      const [lapse = null] = items.flatMap((item) =>
        'until' in item ? [expiresAt(item.until)] : [],
      )
      return this.sets.push({ items, words: items.flatMap(writeQualifier), lapse }) - 1
    })
  }
}

/** Sort characters for the anchor and `*`: below all characters of a pattern in the form of P2. */
const ANCHOR = '\x01'
const STAR = '\x02'

function sortKey(pattern: string): string {
  const key = orderKey(pattern)
  const anchored = key.endsWith('$')
  const body = (anchored ? key.slice(0, -1) : key).replaceAll('*', STAR)
  return anchored ? body + ANCHOR : body
}

const NO_ORDER: PatternOrder = { rangeStart: Uint32Array.of(0), ranges: new Uint32Array() }

/**
 * Numbers patterns in the form of P2 in the order of L3, with the ranges of numbers that are
 * narrower. Keys are sorted with "ended" before `$` before `*` before any other character. Where x
 * and y part, y is narrower if x has the smaller of these four kinds there; so all patterns
 * narrower than x lie, for each place of x that is not a plain character, in the run that shares x
 * up to that place and sorts behind x's own branch.
 */
export function rankPatterns(patterns: readonly string[]) {
  if (patterns.length === 0) return { order: NO_ORDER, ranks: new Map<string, number>() }
  const keys = new Map([...new Set(patterns)].map((pattern) => [pattern, sortKey(pattern)]))
  const sorted = [...new Set(keys.values())].sort()
  const rankOf = new Map(sorted.map((key, rank) => [key, rank]))
  const narrower = sorted.map((_, rank) => narrowerRanges(sorted, rank))
  const rangeStart = new Uint32Array(sorted.length + 1)
  narrower.forEach((ranges, rank) => {
    rangeStart[rank + 1] = rangeStart[rank]! + ranges.length / 2
  })
  const order: PatternOrder = { rangeStart, ranges: new Uint32Array(narrower.flat()) }
  const ranks = new Map([...keys].map(([pattern, key]) => [pattern, rankOf.get(key)!]))
  return { order, ranks }
}

/**
 * Finds the ranges of narrower keys. Keys with a common prefix are adjacent, so none is compared as
 * a whole.
 */
function narrowerRanges(sorted: readonly string[], rank: number): number[] {
  const key = sorted[rank]!
  const ranges: number[] = []
  // Keys from `rank` to before `end` share the first `at` characters.
  let end = sorted.length
  for (let at = 0; at <= key.length && end > rank + 1; at++) {
    const code = key.charCodeAt(at)
    const isPlain = code > STAR.charCodeAt(0)
    const isShared = (i: number) =>
      at < key.length ? sorted[i]!.charCodeAt(at) === code : i === rank
    const next = endOfRun(rank, end, isShared)
    if (!isPlain && next < end) ranges.push(next, end)
    end = next
  }
  return ranges
}
