/**
 * What became of each field in another vocabulary → findings at the fields. It does not know the vocabulary.
 */
import { type Finding, inOrder, reporterInto } from '../language/findings/diagnostic.ts'
import type { SourceField } from './source-fields.ts'

/** What was seen of a field at some path. */
export interface Evidence {
  /** What readers see of it. */
  readonly expressed: ReadonlySet<string>
  /** What of it readers do not get to see. */
  readonly missing: ReadonlySet<string>
}

/** How far a field is expressed: wholly, not at all, or except for these parts. */
export type Expressed = 'expressed' | 'missing' | readonly string[]

/** How a field's meaning changes. */
interface Difference {
  readonly key: string
  readonly name: 'converted-more-loosely' | 'converted-more-strictly'
  readonly what: string
}

const NOTHING: Evidence = { expressed: new Set(), missing: new Set() }

/** Collects what was seen. */
export class Account {
  readonly #seen = new Map<string, { readonly expressed: Set<string>; readonly missing: Set<string> }>()
  readonly #otherwise = new Map<string, Difference>()

  /** What says these fields, and whether readers see it. */
  see(keys: readonly string[], what: string, isExpressed: boolean): void {
    for (const key of keys) {
      const seen = this.#seen.get(key) ?? { expressed: new Set(), missing: new Set() }
      this.#seen.set(key, seen)
      seen[isExpressed ? 'expressed' : 'missing'].add(what)
    }
  }

  /** Readers are permitted more than these fields permit, or less; the first case of each is kept. */
  differs(keys: readonly string[], name: Difference['name'], what: string): void {
    for (const key of keys) {
      if (!this.#otherwise.has(`${name} ${key}`)) this.#otherwise.set(`${name} ${key}`, { key, name, what })
    }
  }

  /** What has been seen of a field. */
  of(key: string): Evidence {
    return this.#seen.get(key) ?? NOTHING
  }

  /** One finding of a kind for each field, in the order of the fields' files. */
  findings(
    vocabulary: string,
    fields: readonly SourceField[],
    judge: (field: SourceField, evidence: Evidence) => Expressed,
    help: (field: SourceField) => string | null = () => null,
  ): Finding[] {
    const found: Finding[] = []
    const report = reporterInto(found)
    const lettered: SourceField[] = []
    for (const group of byPlace(fields)) {
      const { key, at, text } = group[0]!
      const differences = [...this.#otherwise.values()].filter((each) => each.key === key)
      for (const { name, what } of differences) report(at, name, text, vocabulary, what)
      const verdicts = group.map((field) => ({ field, verdict: judge(field, this.of(key)) }))
      const missing = verdicts.flatMap(({ field, verdict }) =>
        verdict === 'expressed' ? [] : verdict === 'missing' ? [partOf(field)] : verdict,
      )
      const isLooser = differences.some(({ name }) => name === 'converted-more-loosely')
      if (this.of(key).expressed.size > 0 && !isLooser && group.some(hasLetters)) lettered.push(group[0]!)
      const isMissing = verdicts.every(({ verdict }) => verdict === 'missing')
      // Where a difference was reported, the field itself needs no finding.
      if (isMissing && differences.length > 0) continue
      if (isMissing) report(at, 'not-expressible', text, vocabulary, help(group[0]!))
      else if (missing.length > 0) {
        report(at, 'converted-in-part', text, vocabulary, [...new Set(missing)], help(group[0]!))
      }
    }
    const [first, ...others] = lettered
    const reading = `${vocabulary} reads paths as they are written`
    if (first !== undefined) report(first.at, 'letter-case', first.text, reading, others.length)
    return inOrder(found)
  }
}

/** Fields that stand in one line, or in one route with one text. */
function byPlace(fields: readonly SourceField[]): Iterable<readonly SourceField[]> {
  const groups = new Map<string, SourceField[]>()
  for (const field of fields) {
    const place = `${field.key} ${field.at.line}`
    groups.set(place, [...(groups.get(place) ?? []), field])
  }
  return groups.values()
}

/** P3: whether it covers paths in more than one letter case. */
function hasLetters({ patterns }: SourceField): boolean {
  return patterns.some((pattern) => /[a-z]/i.test(pattern.replace(/%[0-9A-F]{2}/g, '')))
}

/** A field of several usages: which of them. */
function partOf({ effect, usage }: SourceField): string {
  return `${effect}-${usage}`
}
