/** Finds the author's decisions about using pages (not the crawl), and where they may differ. */

import { cached } from '../../base/cached.ts'
import { restrictionsBy } from '../../decide/decision-of.ts'
import { Engine } from '../../decide/engine.ts'
import { termsOf } from '../../decide/page-terms.ts'
import type { Ruling } from '../../decide/ruling.ts'
import { allFields, type Policy } from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { compileAsWritten } from '../../program/compile/compile.ts'
import { writtenTarget } from '../../words/path-form.ts'
import type { Usage } from '../../words/usages.ts'
import { commonPatterns, pathsOf } from './common-patterns.ts'
import { UNNAMED } from './meant-rules.ts'
import { keyOf } from './source-fields.ts'

/** Decides every usage but the crawl. Decisions name the author's own lines. */
export class PagePolicy {
  readonly reading: SiteReading
  /**
   * Rooted, by length: the patterns of the fields, and those of what two of them have in common.
   */
  readonly patterns: readonly string[]
  /** Paths of these patterns, the plainest of each first. */
  readonly paths: readonly string[]
  readonly names: readonly string[]
  readonly #engine: Engine
  readonly #now: number

  /** `more`: patterns beside those of its fields. */
  constructor(reading: SiteReading, now: number, more: readonly string[] = []) {
    const policy = withoutCrawl(reading.policy)
    const own = rootedPatterns(['/', ...patternsOf(policy), ...more])
    this.reading = reading
    this.patterns = rootedPatterns([...own, ...commonPatterns(own, own, 'exact')])
    this.paths = [...new Set(this.patterns.flatMap((pattern) => pathsOf(pattern).reverse()))]
    this.#engine = new Engine(compileAsWritten(policy, reading.trees), null)
    this.names = this.#engine.site.names.map(({ name }) => name)
    this.#now = now
  }

  /** `crawler`: a name, or `*` for one that no record names. */
  decide(path: string, usage: Usage, crawler = '*'): Ruling {
    const userAgent = crawler === '*' ? UNNAMED : crawler
    return this.#engine.decide({ userAgent, target: writtenTarget(path), usage, now: this.#now })
  }

  keysAt(path: string, usage: Usage, crawler = '*'): readonly string[] {
    return this.decide(path, usage, crawler).fields.map(keyOf)
  }

  /**
   * Whether a usage is not simply permitted: one that refers to terms is permitted after they were
   * followed (ACAP Part 1, 2.5.6.1).
   */
  isReserved(path: string, usage: Usage, crawler = '*'): boolean {
    const ruling = this.decide(path, usage, crawler)
    if (ruling.outcome === 'prohibited') return true
    return restrictionsBy(ruling).some(({ type }) => type === 'usage-ref')
  }

  robotsWordsAt(path: string): readonly string[] {
    return termsOf(this.#engine).about(writtenTarget(path)).words
  }
}

/** The names of conventional groups stay: crawlers are known by them (I2). */
function withoutCrawl(policy: Policy): Policy {
  const isPageUsage = ({ usage }: { readonly usage: Usage }) => usage !== 'crawl'
  return {
    ...policy,
    groups: policy.groups.map((group) => ({ ...group, rules: [], settings: [] })),
    repGroups: [],
    records: policy.records.map((record) => ({
      ...record,
      fields: record.fields.filter(isPageUsage),
      subRecords: record.subRecords.map((sub) => ({
        ...sub,
        fields: sub.fields.filter(isPageUsage),
      })),
      actions: [],
    })),
    routes: policy.routes.map((route) => ({ ...route, fields: route.fields.filter(isPageUsage) })),
  }
}

function patternsOf({ records, routes }: Policy): string[] {
  const fields = records.flatMap(allFields)
  return [...fields.flatMap(({ patterns }) => patterns), ...routes.map(({ match }) => match)]
}

/**
 * Converts patterns so that each begins with `/`, as other vocabularies require. Together they
 * match the same paths.
 */
function rootedPatterns(patterns: Iterable<string>): string[] {
  // P4: a conventional pattern that begins otherwise matches nothing.
  const matching = [...patterns].filter((pattern) => /^[/*]/.test(pattern))
  const rooted = matching.flatMap((pattern) => {
    const stem = pattern.replace(/\*+\$?$/, '').replace(/\*+/g, '*')
    if (!stem.startsWith('*')) return [stem === '' ? '/' : stem]
    return stem.startsWith('*/') ? [`/${stem}`, stem.slice(1)] : [`/${stem}`]
  })
  return [...new Set(rooted)].sort(byLength)
}

/** Sorts by length. Of equally long patterns, a narrower one has fewer `*` and comes last. */
function byLength(a: string, b: string): number {
  return a.length - b.length || starsIn(b) - starsIn(a) || (a < b ? -1 : 1)
}

function starsIn(pattern: string): number {
  return pattern.split('*').length
}

export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => cached(known, text, () => compute(text))
}
