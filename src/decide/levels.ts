/**
 * Finds the fields that decide one usage for one chain of names (L1-L4). The page's own come before
 * those of robots.txt.
 */
import { RULE_DISALLOW, RULE_FALLBACK, type SiteProgram, SLOTS } from '../program/program.ts'
import { baseUsage, USAGES, usageIndex } from '../words/usages.ts'
import type { Lead, Level } from './chains.ts'
import { ANY_CASE, Matcher, Target } from './matcher.ts'
import { keepNarrowest } from './narrowest.ts'
import {
  type Binding,
  FELL_BACK,
  fallBack,
  PROHIBITS,
  type Question,
  qualifierBits,
} from './question.ts'
import { numbersOf, type Verdict, verdict } from './verdict.ts'

const CRAWL = usageIndex('crawl')
const OTHER = usageIndex('other')
const BASE = USAGES.map((usage) => {
  const base = baseUsage(usage)
  return base === null ? -1 : usageIndex(base)
})

/** Evaluates the ACAP fields of one site, one question at a time, because it reuses buffers. */
export class Levels {
  readonly target = new Target()
  readonly matcher: Matcher
  readonly site: SiteProgram
  /** Per restriction set: when it expires, and the bits of its qualifier types. */
  readonly #lapses: Float64Array
  readonly #bits: Uint32Array
  /** Per record class: the last evaluation in which it had no match. */
  readonly #triedIn: Uint32Array
  #round = 0

  constructor(site: SiteProgram) {
    const globs = site.groups.reduce((sum, group) => sum + group.globs.length, 0)
    this.site = site
    this.matcher = new Matcher(site.trie, globs)
    this.#triedIn = new Uint32Array(site.bound.length)
    this.#lapses = new Float64Array(site.restrictions.map(({ lapse }) => lapse ?? Infinity))
    this.#bits = new Uint32Array(site.restrictions.map(({ items }) => qualifierBits(items)))
  }

  /** What the fields say about a usage; null if no level has a field for it. */
  decide(
    question: Question,
    lead: Lead,
    usage: number,
    bindings: readonly Binding[],
  ): Verdict | null {
    const own = this.#byLevels(question, lead, usage, bindings)
    // `other` decides usages that no level mentions, but never the crawl (L4).
    if (own !== null || usage === CRAWL || usage === OTHER) return own
    return this.#byLevels(question, lead, OTHER, bindings)
  }

  /** The first level with a match decides; the usage comes before `present` (L1, L2). */
  #byLevels(
    question: Question,
    lead: Lead,
    usage: number,
    bindings: readonly Binding[],
  ): Verdict | null {
    const base = BASE[usage]!
    for (const embedded of question.embedded.length > 0 ? EMBEDDED_FIRST : ROBOTS_ONLY) {
      for (const binds of bindings) {
        this.#round++
        for (const level of lead.levels) {
          const exact = this.#at(embedded, question, level, usage, binds)
          if (exact !== null) return exact
          const broad = base < 0 ? null : this.#at(embedded, question, level, base, binds)
          if (broad !== null) return broad
          for (const id of level.classes) this.#triedIn[id] = this.#round
        }
      }
    }
    return null
  }

  #at(
    embedded: boolean,
    question: Question,
    level: Level,
    usage: number,
    binds: Binding,
  ): Verdict | null {
    if (embedded) return byEmbedded(question, level, usage, binds)
    const count = this.#gather(question, level, usage, binds)
    if (count === 0) return null
    const { found } = this.matcher
    return this.#judge(
      question,
      keepNarrowest(this.site.rules, this.site.order, found, count),
      level,
    )
  }

  survey(embedded: boolean, question: Question, level: Level, usage: number, binds: Binding) {
    this.#round++
    const verdict = this.#at(embedded, question, level, usage, binds)
    const count = embedded ? 0 : this.#gather(question, level, usage, binds)
    return { verdict, matching: numbersOf(this.matcher.found, count) }
  }

  #gather(question: Question, level: Level, usage: number, binds: Binding): number {
    this.matcher.start()
    for (const id of level.classes) {
      // A class without a match at one level has none at a lower one.
      if (this.#triedIn[id] === this.#round) continue
      if (question.can === null) this.#collect(id, usage, binds)
      else for (let each = 0; each < USAGES.length; each++) this.#collect(id, each, binds)
    }
    return question.can === null ? this.matcher.count : this.#keepFieldsOf(question, usage)
  }

  #collect(id: number, usage: number, binds: Binding): void {
    if (binds === null) {
      this.matcher.collect(this.site.roots[id * SLOTS + usage]!, this.target, ANY_CASE)
      return
    }
    for (const bound of this.site.bound[id]!) {
      if (binds(bound.purposes)) this.matcher.collect(bound.roots[usage]!, this.target, ANY_CASE)
    }
  }

  /** Drops the matching rules that mean another usage to this crawler (F1). */
  #keepFieldsOf(question: Question, usage: number): number {
    const { found, count } = this.matcher
    let length = 0
    for (let i = 0; i < count; i++)
      if (this.#fieldOf(question, found[i]!) >> 2 === usage) found[length++] = found[i]!
    return length
  }

  /** What a rule means to the crawler: `usage * 4 + state`, or DROPPED. */
  #fieldOf({ can, now }: Question, rule: number): number {
    const { rules } = this.site
    const set = rules.restrictions[rule]!
    const flags = rules.flags[rule]!
    let state = (flags & RULE_DISALLOW) !== 0 || now >= this.#lapses[set]! ? PROHIBITS : 0
    if ((flags & RULE_FALLBACK) !== 0) state = PROHIBITS | FELL_BACK
    const usage = rules.usage[rule]!
    return can === null ? usage * 4 + state : fallBack(can, usage, state, this.#bits[set]!)
  }

  /** Among the narrowest rules, a prohibition decides; else all permissions together (L3). */
  #judge(question: Question, count: number, { addressed }: Level): Verdict {
    const { found } = this.matcher
    let prohibiting = 0
    let fell = true
    for (let i = 0; i < count; i++) {
      const state = this.#fieldOf(question, found[i]!)
      if ((state & PROHIBITS) === 0) continue
      found[prohibiting++] = found[i]!
      if ((state & FELL_BACK) === 0) fell = false
    }
    if (prohibiting === 0) return verdict('permitted', 'acap', numbersOf(found, count), addressed)
    return verdict(
      'prohibited',
      fell ? 'fallback' : 'acap',
      numbersOf(found, prohibiting),
      addressed,
    )
  }
}

const EMBEDDED_FIRST = [true, false] as const
const ROBOTS_ONLY = [false] as const

/** Decides by the page's fields of one level; a contradiction prohibits (E2). */
function byEmbedded(
  { embedded }: Question,
  level: Level,
  usage: number,
  binds: Binding,
): Verdict | null {
  const found: Question['embedded'][number][] = []
  for (const rule of embedded) {
    const { name, purposes } = rule.field
    const isBound = binds === null ? purposes.length === 0 : purposes.length > 0 && binds(purposes)
    if (isBound && rule.usage === usage && level.names.includes(name)) found.push(rule)
  }
  if (found.length === 0) return null
  const prohibiting = found.filter(({ state }) => (state & PROHIBITS) !== 0)
  const deciding = (prohibiting.length > 0 ? prohibiting : found).map(({ field }) => field)
  if (prohibiting.length === 0)
    return verdict('permitted', 'embedded', [], level.addressed, deciding)
  const fell = prohibiting.every(({ state }) => (state & FELL_BACK) !== 0)
  return verdict('prohibited', fell ? 'fallback' : 'embedded', [], level.addressed, deciding)
}

/**
 * Finds the usages, except the crawl, for which each record class has fields that match a target.
 * One match for each class and usage is enough, because most names have no field for most pages.
 */
export class StatedUsages {
  readonly #levels: Levels
  readonly #tries: ReturnType<typeof classTries>
  readonly #usages: Uint32Array

  constructor(levels: Levels) {
    this.#levels = levels
    this.#tries = classTries(levels.site)
    this.#usages = new Uint32Array(levels.site.bound.length)
  }

  /** Evaluates the target read last. Overwrites the matcher's results. */
  read(): void {
    const { matcher, target } = this.#levels
    this.#usages.fill(0)
    for (const { id, usage, root } of this.#tries) {
      matcher.start()
      matcher.collect(root, target, ANY_CASE)
      if (matcher.count > 0) this.#usages[id]! |= 1 << usage
    }
  }

  /** Bits of the usages that a chain's classes mention, without classes in `shared`. */
  of({ levels }: Lead, shared: ReadonlySet<number> = NONE): number {
    let bits = 0
    for (const { classes } of levels)
      for (const id of classes) if (!shared.has(id)) bits |= this.#usages[id]!
    return bits
  }
}

const NONE: ReadonlySet<number> = new Set()

function classTries({ roots, bound }: SiteProgram) {
  const usages = USAGES.map((_, usage) => usage).filter((usage) => usage !== CRAWL)
  const all = bound.flatMap((own, id) =>
    usages.flatMap((usage) => [
      { id, usage, root: roots[id * SLOTS + usage]! },
      ...own.map((rules) => ({ id, usage, root: rules.roots[usage]! })),
    ]),
  )
  return all.filter(({ root }) => root !== 0)
}
