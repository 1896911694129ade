/**
 * A policy → its robots.txt with a line of preferences for every path that needs one, in each crawler's group: the part
 * that Content-Usage and Content-Signal have in common. Silence means "not said" in both, so nothing is ever permitted
 * but by site.toml's own words.
 */
import type { Engine } from '../engine/engine.ts'
import { writtenPattern, writtenTarget } from '../grammar/path-form.ts'
import { writeQualifier } from '../grammar/write-meta.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { ServedOptions } from '../publish/robots.ts'
import type { Usage } from '../vocabulary/usages.ts'
import type { Conversion, ConversionOptions, Convert } from './conversion.ts'
import { UNNAMED } from './crawl-decisions.ts'
import { type Evidence, FieldReport, type Lost } from './field-report.ts'
import type { Mapping } from './mappings.ts'
import { memoize } from './memoize.ts'
import { PathRules } from './path-rules.ts'
import { type Places, placesOf } from './places.ts'
import { pathsOf } from './points.ts'
import { PreferenceGroups } from './preference-groups.ts'
import { keyOf, type SourceField, sourceFields } from './source-fields.ts'
import { authoredRules, type Statement, statements } from './statements.ts'
import { type PathTerms, type TermRule, termRules, wordOrigin } from './term-rules.ts'
import { usageEngine } from './usage-engine.ts'

/** A vocabulary whose lines stand in groups. */
export interface Preferences {
  readonly name: 'content-usage' | 'content-signal'
  readonly field: string
  readonly no: string
  /** What stands before the preferences that hold everywhere. */
  readonly everywhere: string
  readonly rows: readonly Mapping[]
}

/** Makes the conversion to a vocabulary. */
export function preferences(vocabulary: Preferences): Convert {
  return (reading, options) => new PreferenceConversion(vocabulary, reading, options).convert()
}

class PreferenceConversion {
  readonly #vocabulary: Preferences
  readonly #reading: SiteReading
  readonly #engine: Engine
  readonly #now: number
  readonly #served: ServedOptions
  readonly #places: Places
  /** What site.toml says, by key. */
  readonly #own: ReadonlyMap<string, string>
  readonly #report = new FieldReport()

  constructor(vocabulary: Preferences, reading: SiteReading, { now, ...served }: ConversionOptions) {
    this.#vocabulary = vocabulary
    this.#reading = reading
    this.#engine = usageEngine(reading)
    this.#now = now
    this.#served = served
    this.#places = placesOf(reading.policy)
    this.#own = statements(reading.policy.config.signals[vocabulary.name] ?? '')
  }

  convert(): Conversion {
    const { name, field } = this.#vocabulary
    const groups = new PreferenceGroups(this.#reading, name, this.#served)
    const byToken = new Map([...groups.open].map((token) => [token, this.#rulesFor(token)]))
    const text = groups.write((token) => byToken.get(token)!.all.map((rule) => `${field}: ${this.#write(rule)}`))
    const { no } = this.#vocabulary
    const authored = new Map([...groups.authored].map(([token, values]) => [token, authoredRules(values, no)]))
    for (const crawler of ['*', ...this.#engine.site.names.map((each) => each.name)]) {
      const token = groups.readBy(crawler)
      const rules = byToken.get(token)
      if (rules === undefined) this.#compareAuthored(crawler, authored.get(token)!)
      else this.#compare(crawler, rules)
    }
    const lostOf = (each: SourceField, evidence: Evidence) => this.#lostIn(each, evidence)
    const helpFor = ({ names }: SourceField) => {
      const [kept] = names.filter((each) => !groups.open.has(groups.readBy(each)))
      if (kept !== undefined) return `write it into the group of \`${groups.readBy(kept)}\`, whose own lines stay`
      const [lost] = names.filter((each) => each !== '*' && groups.readBy(each) === '*')
      return lost === undefined ? null : `write a group \`User-agent: ${lost}\` for the rules of this crawler alone`
    }
    return { text, findings: this.#report.findings(sourceFields(this.#reading), { vocabulary: name, lostOf, helpFor }) }
  }

  #rulesFor(token: string): PathRules<TermRule> {
    const silence = this.#own.size > 0
    const termsAt = memoize((path) => this.#termsOf(token, path))
    const rules = termRules(this.#places.patterns, termsAt, silence)
    const isWhole = !silence || rules.all.some(({ pattern }) => pattern === '/')
    return isWhole ? rules : new PathRules([{ pattern: '/', words: [], detail: null }, ...rules.all])
  }

  #termsOf(token: string, path: string): PathTerms {
    return { words: this.#rowsAt(token, path).flatMap(({ word }) => word ?? []), detail: null }
  }

  /**
   * Each row's decision at a path. A usage that refers to other resources is permitted only after the crawler followed
   * them (ACAP Part 1, 2.5.6.1).
   */
  #rowsAt(token: string, target: string) {
    return this.#vocabulary.rows.map(({ usage, word: key }) => {
      const { outcome, restrictions, fields } = this.#ask(token, target, usage)
      const isDenied = outcome === 'prohibited' || restrictions.some(({ type }) => type === 'usage-ref')
      return { key, word: isDenied ? key : null, keys: fields.map(keyOf) }
    })
  }

  #ask(token: string, path: string, usage: Usage) {
    const userAgent = token === '*' ? UNNAMED : token
    return this.#engine.decide({ userAgent, target: writtenTarget(path), usage, now: this.#now })
  }

  /** The preferences of a rule: site.toml's own, and what the policy prohibits beside them. */
  #statement({ pattern, words }: TermRule): ReadonlyMap<string, string> {
    const denied = words.filter((key) => pattern !== '/' || !this.#own.has(key))
    return new Map([...this.#own, ...denied.map((key) => [key, this.#vocabulary.no] as const)])
  }

  #write(rule: TermRule): string {
    const pairs = [...this.#statement(rule)].map(([key, value]) => `${key}=${value}`).join(', ')
    return rule.pattern === '/' ? this.#vocabulary.everywhere + pairs : `${writtenPattern(rule.pattern)} ${pairs}`
  }

  /** Compares what readers of the rules find with what the policy says. */
  #compare(token: string, rules: PathRules<TermRule>): void {
    const { no } = this.#vocabulary
    for (const path of this.#places.paths) {
      const statements = rules.at(path).map((rule) => this.#statement(rule))
      const where = `${token === '*' ? 'everybody' : quote(token)} at ${quote(path)}`
      for (const { key, word, keys } of this.#rowsAt(token, path)) {
        const values = statements.map((each) => each.get(key))
        const isDenied = values.includes(no)
        if (word !== null) {
          this.#report.see(keys, `${key} for ${token}`, isDenied)
          const [granted] = isDenied ? [] : values
          if (granted !== undefined) {
            this.#report.looser(keys, `site.toml grants ${quote(`${key}=${granted}`)} to ${where}`)
          }
        } else if (isDenied && this.#own.get(key) !== no) {
          const denied = keys.length > 0 ? keys : this.#source(token, rules, path, key)
          this.#report.stricter(denied, `it denies ${quote(key)} to ${where}`)
        }
      }
    }
  }

  /**
   * A group that has lines of the vocabulary keeps them: what they grant against the policy, and what they leave out.
   */
  #compareAuthored(crawler: string, rules: PathRules<Statement>): void {
    const { no } = this.#vocabulary
    const where = crawler === '*' ? 'everybody' : quote(crawler)
    const own = rules.all.flatMap(({ pattern }) => pathsOf(pattern))
    for (const path of new Set([...this.#places.paths, ...own])) {
      const values = (key: string) => rules.at(path).flatMap(({ says }) => says.get(key) ?? [])
      for (const { key, word, keys } of this.#rowsAt(crawler, path)) {
        if (word === null) continue
        const [granted] = values(key).filter((value) => value !== no)
        const isDenied = values(key).includes(no)
        this.#report.see(keys, `${key} for ${crawler}`, isDenied)
        if (isDenied || granted === undefined) continue
        const what = `a line of its own group grants ${quote(`${key}=${granted}`)} to ${where} at ${quote(path)}`
        this.#report.looser(keys, what)
      }
    }
  }

  /** The fields whose prohibition readers extend to a path that the policy leaves open. */
  #source(token: string, rules: PathRules<TermRule>, path: string, key: string): readonly string[] {
    const rowAt = (each: string) => this.#rowsAt(token, each).find((row) => row.key === key)!
    const from = wordOrigin(rules, path, this.#places.paths, (each) => rowAt(each).word !== null)
    return from === undefined ? [] : rowAt(from).keys
  }

  /** Permissions are not expressed, except those that depend on terms. */
  #lostIn({ usage, effect, qualifiers }: SourceField, { expressed, missing }: Evidence): Lost {
    if (!this.#vocabulary.rows.some((row) => row.usage === usage) || expressed.size === 0) return null
    return [...(effect === 'allow' ? qualifiers.flatMap(writeQualifier) : []), ...missing]
  }
}

function quote(text: string): string {
  return `\`${text}\``
}
