/**
 * A policy → where the usages that ACAP does not name are reserved, and where terms for them can be found: what TDMRep
 * and RSL have in common. Both address every crawler alike, so this is what holds for one that no record names.
 */
import type { Engine } from '../engine/engine.ts'
import { writtenTarget } from '../grammar/path-form.ts'
import { writeQualifier } from '../grammar/write-meta.ts'
import type { Finding } from '../language/findings/diagnostic.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Usage } from '../vocabulary/usages.ts'
import type { ConversionOptions } from './conversion.ts'
import { UNNAMED } from './crawl-decisions.ts'
import { type Evidence, FieldReport, type Lost } from './field-report.ts'
import { memoize } from './memoize.ts'
import { PathRules } from './path-rules.ts'
import { type Places, placesOf } from './places.ts'
import { keyOf, type SourceField, sourceFields } from './source-fields.ts'
import { type PathTerms, type TermRule, termRules, wordOrigin } from './term-rules.ts'
import { referenceUri, type Terms, termsOf } from './terms.ts'
import { usageEngine } from './usage-engine.ts'

/** A path, and whether something of it is reserved. */
export interface ReservedPath {
  readonly pattern: string
  readonly isReserved: boolean
  readonly terms: Terms
}

const RESERVED = 'reserved'

/** Asks a policy about its reservations, and accounts for what is made of them. */
export class Reservations {
  readonly #report = new FieldReport()
  readonly #termsAt = memoize((path) => this.#readTerms(path))
  readonly paths: readonly ReservedPath[]
  readonly #reading: SiteReading
  readonly #engine: Engine
  readonly #places: Places
  readonly #rules: PathRules<TermRule>
  readonly #now: number
  readonly #own: boolean | null

  /** `own`: whether site.toml reserves the whole site; null where it does not say. */
  constructor(reading: SiteReading, { now }: ConversionOptions, own: boolean | null) {
    this.#reading = reading
    this.#engine = usageEngine(reading)
    this.#places = placesOf(reading.policy)
    this.#now = now
    this.#own = own
    this.#rules = this.#findRules()
    this.#compare()
    this.#contradict()
    this.paths = this.#rules.all.map(({ pattern, words, detail }) => ({
      pattern,
      isReserved: words.length > 0,
      terms: detail === null ? { terms: null, permission: null } : (JSON.parse(detail) as Terms),
    }))
  }

  /** The rules of the policy; what site.toml says of the whole site replaces the one for `/`. */
  #findRules(): PathRules<TermRule> {
    const own = this.#own ? [RESERVED] : []
    const termsAt = (path: string) => {
      const terms = this.#termsAt(path)
      return { ...terms, words: [...new Set([...own, ...terms.words])] }
    }
    const rules = termRules(this.#places.patterns, termsAt, this.#own !== null)
    if (this.#own === null) return rules
    const root = rules.all.find(({ pattern }) => pattern === '/')
    const detail = this.#own ? (root?.detail ?? null) : null
    return new PathRules([{ pattern: '/', words: own, detail }, ...rules.all.filter((rule) => rule !== root)])
  }

  #compare(): void {
    for (const path of this.#places.paths) {
      const isMeant = this.#termsAt(path).words.length > 0
      const isRead = this.#rules.at(path).some(({ words }) => words.length > 0)
      const keys = this.#ask(path, 'other').fields.map(keyOf)
      if (isMeant) this.#report.see(keys, RESERVED, isRead)
      if (isMeant && !isRead && this.#own === false) {
        this.#report.looser(keys, `site.toml reserves nothing at \`${path}\``)
      }
      if (!isMeant && isRead && !this.#own) {
        const from = wordOrigin(this.#rules, path, this.#places.paths, (each) => this.#termsAt(each).words.length === 1)
        const own = keys.length > 0 || from === undefined ? keys : this.#ask(from, 'other').fields.map(keyOf)
        this.#report.stricter(own, `other usages are reserved at \`${path}\``)
      }
    }
  }

  /** What is reserved from some crawlers alone has no words; that site.toml gives it to all is worth an error. */
  #contradict(): void {
    const closed = sourceFields(this.#reading).filter(
      ({ usage, effect, general }) => usage === 'other' && effect === 'disallow' && !general,
    )
    const keys = closed.map(({ key }) => key)
    if (this.#own === false) this.#report.looser(keys, 'site.toml reserves nothing for any crawler')
  }

  #ask(path: string, usage: Usage) {
    return this.#engine.decide({ userAgent: UNNAMED, target: writtenTarget(path), usage, now: this.#now })
  }

  /** A usage that refers to other resources is permitted only after the crawler followed them (ACAP Part 1, 2.5.6.1). */
  #readTerms(path: string): PathTerms {
    const { outcome, restrictions } = this.#ask(path, 'other')
    if (outcome === 'prohibited') return { words: [RESERVED], detail: null }
    const references = restrictions.filter(({ type }) => type === 'usage-ref')
    if (references.length === 0) return { words: [], detail: null }
    return { words: [RESERVED], detail: JSON.stringify(termsOf(references, this.#reading.policy.config.canonical)) }
  }

  /** Says of every field that reserves that the word for it prohibits more, where the policy prohibits no index. */
  widen(what: string): void {
    for (const path of this.#places.paths) {
      if (this.#termsAt(path).words.length !== 1 || this.#ask(path, 'index').outcome === 'prohibited') continue
      this.#report.stricter(this.#ask(path, 'other').fields.map(keyOf), what)
    }
  }

  /** The findings; `carried` chooses the addresses that were written of those a field names. */
  findings(vocabulary: string, carried: (terms: Terms) => readonly (string | null)[]): Finding[] {
    const { canonical } = this.#reading.policy.config
    const lostOf = ({ usage, effect, general, qualifiers }: SourceField, { expressed }: Evidence): Lost => {
      if (usage !== 'other' || !general || expressed.size === 0) return null
      if (effect === 'disallow') return []
      const written = carried(termsOf(qualifiers, canonical))
      const missing = qualifiers.filter((each) => {
        const uri = referenceUri(each, canonical)
        return uri === null || !written.includes(uri)
      })
      return missing.flatMap(writeQualifier)
    }
    return this.#report.findings(sourceFields(this.#reading), { vocabulary, lostOf })
  }
}
