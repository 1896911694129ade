/**
 * A policy → its robots.txt with a line of preferences for every path that needs one, in each crawler's group: the part
 * that Content-Usage and Content-Signal have in common. Silence means "not said" in both, so nothing is ever permitted
 * but by site.toml's own words.
 */

import { patternForm, writtenPattern } from '../grammar/path-form.ts'
import { writeQualifier } from '../grammar/write-meta.ts'
import { pathBefore } from '../language/checks/context.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { Conversion, ConversionOptions, Convert } from './conversion.ts'
import type { Evidence, Lost } from './field-report.ts'
import type { Mapping } from './mapping.ts'
import { memoize } from './memoize.ts'
import { PagePolicy } from './page-policy.ts'
import { PageReport, type WordReader } from './page-words.ts'
import { PathRules } from './path-rules.ts'
import { pathsOf } from './pattern-paths.ts'
import { PreferenceGroups } from './preference-groups.ts'
import type { SourceField } from './source-fields.ts'
import { type TermRule, termRules } from './term-rules.ts'

/** A vocabulary whose lines stand in groups. */
export interface PreferenceVocabulary {
  readonly name: 'content-usage' | 'content-signal'
  readonly field: string
  readonly no: string
  /** What stands before the preferences that hold everywhere. */
  readonly everywhere: string
  readonly mappings: readonly Mapping[]
}

/** Preferences by key. */
type Preferences = ReadonlyMap<string, string>

/** Makes the conversion to a vocabulary. */
export function preferences(vocabulary: PreferenceVocabulary): Convert {
  return (reading, options) => new PreferenceConversion(vocabulary, reading, options).convert()
}

class PreferenceConversion {
  readonly #vocabulary: PreferenceVocabulary
  readonly #pages: PagePolicy
  readonly #report: PageReport
  readonly #groups: PreferenceGroups
  /** What site.toml says. */
  readonly #own: Preferences

  constructor(vocabulary: PreferenceVocabulary, reading: SiteReading, { now, ...served }: ConversionOptions) {
    this.#vocabulary = vocabulary
    this.#pages = new PagePolicy(reading, now)
    this.#report = new PageReport(this.#pages)
    this.#groups = new PreferenceGroups(reading, vocabulary.name, served)
    this.#own = preferencesIn(reading.policy.config.signals[vocabulary.name] ?? '')
  }

  convert(): Conversion {
    const { name, field } = this.#vocabulary
    const rules = new Map([...this.#groups.open].map((token) => [token, this.#rulesFor(token)]))
    const text = this.#groups.write((token) => rules.get(token)!.all.map((rule) => `${field}: ${this.#write(rule)}`))
    for (const crawler of ['*', ...this.#pages.names]) {
      const token = this.#groups.readBy(crawler)
      const own = rules.get(token)
      if (own === undefined) this.#compareAuthored(crawler, this.#groups.authored.get(token)!)
      else this.#report.compare(this.#readerOf(crawler, own))
    }
    return this.#report.conversion(text, field, {
      vocabulary: name,
      lostOf: (each, evidence) => this.#lostIn(each, evidence),
      helpFor: (each) => this.#helpFor(each),
    })
  }

  #rulesFor(token: string): PathRules<TermRule> {
    const silence = this.#own.size > 0
    const denied = this.#deniedTo(token)
    const rules = termRules(this.#pages.patterns, (path) => ({ words: denied(path) }), silence)
    const isWhole = !silence || rules.all.some(({ pattern }) => pattern === '/')
    return isWhole ? rules : new PathRules([{ pattern: '/', words: [] }, ...rules.all])
  }

  /** The keys that the policy denies to a crawler, by path. */
  #deniedTo(crawler: string): (path: string) => readonly string[] {
    return memoize((path) =>
      this.#vocabulary.mappings.flatMap(({ usage, word }) =>
        this.#pages.isReserved(path, usage, crawler) ? [word] : [],
      ),
    )
  }

  /** The preferences of a rule: site.toml's own, and what the policy prohibits beside them. */
  #preferencesOf({ pattern, words }: TermRule): Preferences {
    const denied = words.filter((key) => pattern !== '/' || !this.#own.has(key))
    return new Map([...this.#own, ...denied.map((key) => [key, this.#vocabulary.no] as const)])
  }

  #write(rule: TermRule): string {
    const pairs = [...this.#preferencesOf(rule)].map(([key, value]) => `${key}=${value}`).join(', ')
    return rule.pattern === '/' ? this.#vocabulary.everywhere + pairs : `${writtenPattern(rule.pattern)} ${pairs}`
  }

  /** A crawler that reads lines which were written. */
  #readerOf(crawler: string, rules: PathRules<TermRule>): WordReader {
    const { no } = this.#vocabulary
    const where = (path: string) => `${crawler === '*' ? 'everybody' : quote(crawler)} at ${quote(path)}`
    const valuesAt = (path: string, key: string) => rules.at(path).map((rule) => this.#preferencesOf(rule).get(key))
    return {
      ...this.#readingAt(crawler, valuesAt),
      rules,
      looser: (path, key) => {
        const [granted] = valuesAt(path, key)
        return granted === undefined ? null : `site.toml grants ${quote(`${key}=${granted}`)} to ${where(path)}`
      },
      stricter: (path, key) => (this.#own.get(key) === no ? null : `it denies ${quote(key)} to ${where(path)}`),
    }
  }

  /**
   * A group that has lines of the vocabulary keeps them: what they grant against the policy, and what they leave out.
   */
  #compareAuthored(crawler: string, values: readonly string[]): void {
    const { no } = this.#vocabulary
    const rules = authoredRules(values, no)
    const where = crawler === '*' ? 'everybody' : quote(crawler)
    const valuesAt = (path: string, key: string) => rules.at(path).flatMap((rule) => rule.preferences.get(key) ?? [])
    const looser = (path: string, key: string) => {
      const granted = valuesAt(path, key).find((value) => value !== no)
      const what = `a line of its own group grants ${quote(`${key}=${granted}`)} to ${where} at ${quote(path)}`
      return granted === undefined ? null : what
    }
    const own = rules.all.flatMap(({ pattern }) => pathsOf(pattern))
    const reader = { ...this.#readingAt(crawler, valuesAt), rules: null, looser, stricter: () => null }
    this.#report.compare(reader, new Set([...this.#pages.paths, ...own]))
  }

  #readingAt(crawler: string, valuesAt: (path: string, key: string) => readonly (string | undefined)[]) {
    const { mappings, no } = this.#vocabulary
    return {
      required: this.#deniedTo(crawler),
      found: (path: string) => mappings.map(({ word }) => word).filter((key) => valuesAt(path, key).includes(no)),
      keysAt: (path: string, key: string) =>
        this.#pages.keysAt(path, mappings.find(({ word }) => word === key)!.usage, crawler),
      label: (key: string) => `${key} for ${crawler}`,
    }
  }

  /** Permissions are not expressed, except those that depend on terms. */
  #lostIn({ usage, effect, qualifiers }: SourceField, { expressed, missing }: Evidence): Lost {
    if (!this.#vocabulary.mappings.some((row) => row.usage === usage) || expressed.size === 0) return null
    return [...(effect === 'allow' ? qualifiers.flatMap(writeQualifier) : []), ...missing]
  }

  #helpFor({ names }: SourceField): string | null {
    const { open } = this.#groups
    const tokenOf = (name: string) => this.#groups.readBy(name)
    const kept = names.find((each) => !open.has(tokenOf(each)))
    if (kept !== undefined) return `write it into the group of \`${tokenOf(kept)}\`, whose own lines stay`
    const lost = names.find((each) => each !== '*' && tokenOf(each) === '*')
    return lost === undefined ? null : `write a group \`User-agent: ${lost}\` for the rules of this crawler alone`
  }
}

/** The pairs of a text, in lower case; parameters behind a value add nothing to it. */
function preferencesIn(text: string): Preferences {
  const pairs = text.matchAll(/([^\s,=]+)\s*=\s*([^\s,;]+)/g)
  return new Map([...pairs].map(([, key = '', value = '']) => [key.toLowerCase(), value.toLowerCase()]))
}

/** What the lines of a group say, by path. Of two for one path the stricter counts: `no` is the word for it. */
function authoredRules(values: readonly string[], no: string) {
  const rules = new Map<string, Map<string, string>>()
  for (const value of values) {
    const path = pathBefore(value)
    const pattern = path === '' ? '/' : patternForm(path)
    const stated = rules.get(pattern) ?? new Map<string, string>()
    rules.set(pattern, stated)
    for (const [key, word] of preferencesIn(value.slice(path.length))) if (stated.get(key) !== no) stated.set(key, word)
  }
  return new PathRules([...rules].map(([pattern, preferences]) => ({ pattern, preferences })))
}

function quote(text: string): string {
  return `\`${text}\``
}
