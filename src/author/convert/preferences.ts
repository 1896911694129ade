/**
 * Converts a policy to a robots.txt with preferences by path and group. Only site.toml's own words
 * permit.
 */
import { cached } from '../../base/cached.ts'
import { pathBefore } from '../../language/checks/context.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { readAiPreferences } from '../../words/ai-preferences.ts'
import { patternForm, writtenPattern } from '../../words/path-form.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'
import { plainPairs } from '../signals/preference-pairs.ts'
import { pathsOf } from './common-patterns.ts'
import type { Conversion, ConversionOptions, Convert, Mapping } from './conversion.ts'
import { memoize, PagePolicy } from './page-policy.ts'
import { type FieldNote, type Lost, PageReport } from './page-words.ts'
import { PreferenceGroups, type VocabularyField } from './preference-groups.ts'
import type { SourceField } from './source-fields.ts'
import { PathRules, termRules } from './term-rules.ts'

export interface PreferenceVocabulary extends VocabularyField {
  readonly no: string
  /** What stands before the preferences that hold everywhere. */
  readonly everywhere: string
  readonly mappings: readonly Mapping[]
}

type Preferences = ReadonlyMap<string, string>

interface PreferenceRule {
  readonly pattern: string
  readonly preferences: Preferences
}

export function preferences(vocabulary: PreferenceVocabulary): Convert {
  return (reading, options) => new PreferenceConversion(vocabulary, reading, options).convert()
}

class PreferenceConversion {
  readonly #vocabulary: PreferenceVocabulary
  readonly #pages: PagePolicy
  readonly #report: PageReport
  readonly #groups: PreferenceGroups
  readonly #own: Preferences

  constructor(
    vocabulary: PreferenceVocabulary,
    reading: SiteReading,
    { now, ...served }: ConversionOptions,
  ) {
    this.#vocabulary = vocabulary
    this.#pages = new PagePolicy(reading, now)
    this.#report = new PageReport(this.#pages)
    this.#groups = new PreferenceGroups(reading, vocabulary, served)
    this.#own = preferencesIn(reading.policy.config.signals[vocabulary.name] ?? '')
  }

  convert(): Conversion {
    const { name, field, no } = this.#vocabulary
    const { open, authored } = this.#groups
    const written = new Map([...open].map((token) => [token, this.#rulesFor(token)]))
    const text = this.#groups.write((token) =>
      written.get(token)!.all.map((rule) => `${field}: ${this.#write(rule)}`),
    )
    for (const crawler of ['*', ...this.#pages.names]) {
      const token = this.#groups.readBy(crawler)
      this.#compare(
        crawler,
        written.get(token) ?? authoredRules(authored.get(token)!, name, no),
        written.has(token),
      )
    }
    return this.#report.conversion(text, field, {
      vocabulary: name,
      lostOf: (each, evidence) => this.#lostIn(each, evidence),
      helpFor: (each) => this.#helpFor(each),
    })
  }

  #rulesFor(token: string): PathRules<PreferenceRule> {
    const writesSilence = this.#own.size > 0
    const denied = this.#deniedTo(token)
    const { all } = termRules(
      this.#pages.patterns,
      (path) => ({ words: denied(path) }),
      writesSilence,
    )
    const isWhole = !writesSilence || all.some(({ pattern }) => pattern === '/')
    const rules = isWhole ? all : [{ pattern: '/', words: [] }, ...all]
    return new PathRules(
      rules.map(({ pattern, words }) => ({ pattern, preferences: this.#with(pattern, words) })),
    )
  }

  #with(pattern: string, words: readonly string[]): Preferences {
    const denied = words.filter((key) => pattern !== '/' || !this.#own.has(key))
    return new Map([...this.#own, ...denied.map((key) => [key, this.#vocabulary.no] as const)])
  }

  #deniedTo(crawler: string): (path: string) => readonly string[] {
    const { mappings } = this.#vocabulary
    return memoize((path) =>
      mappings.flatMap(({ usage, word }) =>
        this.#pages.isReserved(path, usage, crawler) ? [word] : [],
      ),
    )
  }

  #write({ pattern, preferences }: PreferenceRule): string {
    const pairs = [...preferences].map(([key, value]) => `${key}=${value}`).join(', ')
    return pattern === '/'
      ? this.#vocabulary.everywhere + pairs
      : `${writtenPattern(pattern)} ${pairs}`
  }

  /**
   * Compares what readers find with the policy. A group with lines of its own keeps them, even if
   * they prohibit more than the policy.
   */
  #compare(crawler: string, rules: PathRules<PreferenceRule>, isWritten: boolean): void {
    const { mappings, no } = this.#vocabulary
    const where = (path: string) =>
      `${crawler === '*' ? 'everybody' : `\`${crawler}\``} at \`${path}\``
    const valuesAt = (path: string, key: string) =>
      rules.at(path).flatMap((rule) => rule.preferences.get(key) ?? [])
    const granter = isWritten ? 'site.toml' : 'a line of its own group'
    const reader = {
      required: this.#deniedTo(crawler),
      found: (path: string) =>
        mappings.map(({ word }) => word).filter((key) => valuesAt(path, key).includes(no)),
      keysAt: (path: string, key: string) =>
        this.#pages.keysAt(path, mappings.find(({ word }) => word === key)!.usage, crawler),
      label: (key: string) => `${key} for ${crawler}`,
      looser: (path: string, key: string) => {
        const granted = valuesAt(path, key).find((value) => value !== no)
        return granted === undefined
          ? null
          : `${granter} grants \`${key}=${granted}\` to ${where(path)}`
      },
      stricter: (path: string, key: string) =>
        !isWritten || this.#own.get(key) === no ? null : `it denies \`${key}\` to ${where(path)}`,
      rules,
    }
    const authored = isWritten ? [] : rules.all.flatMap(({ pattern }) => pathsOf(pattern))
    this.#report.compare(reader, new Set([...this.#pages.paths, ...authored]))
  }

  /** Permissions are not expressed, except those that depend on terms. */
  #lostIn({ usage, effect, qualifiers }: SourceField, { expressed, missing }: FieldNote): Lost {
    if (!this.#vocabulary.mappings.some((row) => row.usage === usage) || expressed.size === 0)
      return null
    return [...(effect === 'allow' ? qualifiers.flatMap(writeQualifier) : []), ...missing]
  }

  #helpFor({ names }: SourceField): string | null {
    const tokenOf = (name: string) => this.#groups.readBy(name)
    const kept = names.find((each) => !this.#groups.open.has(tokenOf(each)))
    if (kept !== undefined)
      return `write it into the group of \`${tokenOf(kept)}\`, whose own lines stay`
    const lost = names.find((each) => each !== '*' && tokenOf(each) === '*')
    return lost === undefined
      ? null
      : `write a group \`User-agent: ${lost}\` for the rules of this crawler alone`
  }
}

/** The last of two pairs with one key counts. */
function preferencesIn(text: string): Preferences {
  return new Map(plainPairs(text))
}

/**
 * What the lines of a group say, by path. Of two for one path the stricter counts: `no` is the word
 * for it.
 */
function authoredRules(
  values: readonly string[],
  name: PreferenceVocabulary['name'],
  no: string,
): PathRules<PreferenceRule> {
  const read = name === 'content-usage' ? readAiPreferences : preferencesIn
  const rules = new Map<string, Map<string, string>>()
  for (const value of values) {
    const path = pathBefore(value)
    const pattern = path === '' ? '/' : patternForm(path)
    const stated = cached(rules, pattern, () => new Map<string, string>())
    for (const [key, word] of read(value.slice(path.length)))
      if (stated.get(key) !== no) stated.set(key, word)
  }
  return new PathRules([...rules].map(([pattern, preferences]) => ({ pattern, preferences })))
}
