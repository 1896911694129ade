/**
 * Collects rules column by column, the restriction sets that they share, and the order of their
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

/** What is served, and where the author's lines stand in it. */
export interface ServedText {
  /** False for a bare text: then `files` hold the author's own lines. */
  readonly served: boolean
  /** First what robots.txt says, whole. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
  /**
   * The served line of an author's field, if any; for `route` and a route's number, the one that
   * publishes it (E5).
   */
  servedLine(source: string, line: number): number | undefined
  /** The line of site.toml that says a category's prohibition, by its number (I6). */
  categoryLine?(number: number): number
}

/** A rule before its pattern has a number, which is null where no pattern is compared. */
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
    // R4: the lines of the author's robots.txt are in the first file, also where that has another path.
    this.#files = new Map([...served.files.map(({ path }, file) => [path, file] as const), FIRST])
  }

  /** One row per pattern of an ACAP field; returns their numbers, in the order of the patterns. */
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
   * A row for a conventional rule of so many octets; `pattern` null where nothing compares it by
   * L3.
   */
  addConventional(effect: Effect, pattern: string | null, length: number, origin: Origin): number {
    const flags = effect === 'disallow' ? RULE_DISALLOW : 0
    return this.#add({ flags, usage: 0, pattern, length, restrictions: 0 }, origin)
  }

  /** A row for a route's pattern; the line that publishes the route (E5) is found by its number. */
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
    // The constructor copies a list; `from` would go through an iterator.
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
    // Each member by its name: to spread `says` takes longer than all else here.
    const row: Row = {
      flags: source === 'site.toml' ? flags | RULE_CATEGORY : flags,
      usage,
      pattern,
      length,
      restrictions,
      file: this.#files.get(source) ?? 0,
      // The author's; a route has none.
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
      // It lapses at the end of its last day in UTC (Q3).
      const [lapse = null] = items.flatMap((item) =>
        'until' in item ? [expiresAt(item.until)] : [],
      )
      return this.sets.push({ items, words: items.flatMap(writeQualifier), lapse }) - 1
    })
  }
}

/** Sorting characters of the anchor and of `*`: below everything that P2 leaves in a pattern. */
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
 * The ranges of narrower keys. No key is compared as a whole: those that share its beginning stand
 * together.
 */
function narrowerRanges(sorted: readonly string[], rank: number): number[] {
  const key = sorted[rank]!
  const ranges: number[] = []
  // The keys from `rank` to before `end` share the first `at` characters.
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
