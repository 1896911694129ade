/**
 * What became of each field in another vocabulary → findings at the fields. It does not know the vocabulary.
 */
import { type Finding, finding, inOrder } from '../language/findings/diagnostic.ts'
import type { SourceField } from './source-fields.ts'

/** What readers of the result see of a field, and what of it they do not. */
export interface Evidence {
  readonly expressed: ReadonlySet<string>
  readonly missing: ReadonlySet<string>
}

/** What of a field is lost: an empty list where nothing is, null where all is. */
export type Lost = readonly string[] | null

/** What a vocabulary cannot express of fields. */
export interface FieldLosses {
  readonly vocabulary: string
  readonly lostOf: (field: SourceField, evidence: Evidence) => Lost
  readonly helpFor?: (field: SourceField) => string | null
}

/** What is known of one field. */
interface Note {
  readonly expressed: Set<string>
  readonly missing: Set<string>
  /** The first case in which readers are permitted more than the field permits, and in which they are permitted less. */
  looser: string | null
  stricter: string | null
}

/** Collects what became of fields. */
export class FieldReport {
  readonly #notes = new Map<string, Note>()

  /** What these fields say, and whether readers see it. */
  see(keys: readonly string[], what: string, isExpressed: boolean): void {
    for (const key of keys) this.#noteOf(key)[isExpressed ? 'expressed' : 'missing'].add(what)
  }

  /** Readers are permitted more than these fields permit. */
  looser(keys: readonly string[], what: string): void {
    for (const key of keys) this.#noteOf(key).looser ??= what
  }

  /** Readers are permitted less than these fields permit. */
  stricter(keys: readonly string[], what: string): void {
    for (const key of keys) this.#noteOf(key).stricter ??= what
  }

  /** What to say of the fields, in the order of their files: of those that stand in one line together. */
  findings(fields: readonly SourceField[], losses: FieldLosses): Finding[] {
    const lines = byLine(fields)
    return inOrder([
      ...lines.flatMap((line) => this.#ofLine(line, losses)),
      ...this.#ofLetters(lines, losses.vocabulary),
    ])
  }

  #ofLine(line: Line, { vocabulary, lostOf, helpFor = () => null }: FieldLosses): Finding[] {
    const [first] = line
    const { at, text, key } = first
    const note = this.#noteOf(key)
    const found: Finding[] = []
    if (note.looser !== null) found.push(finding(at, 'converted-more-loosely', [text, vocabulary, note.looser]))
    if (note.stricter !== null) found.push(finding(at, 'converted-more-strictly', [text, vocabulary, note.stricter]))
    const losses = line.map((field) => lostOf(field, note))
    const isLost = losses.every((lost) => lost === null)
    const parts = new Set(line.flatMap((field, i) => losses[i] ?? [nameOf(field)]))
    // Where all is lost and a difference was reported, nothing more needs to be said.
    if (isLost && found.length === 0) found.push(finding(at, 'not-expressible', [text, vocabulary, helpFor(first)]))
    if (!isLost && parts.size > 0)
      found.push(finding(at, 'converted-in-part', [text, vocabulary, [...parts], helpFor(first)]))
    return found
  }

  /** P3: one finding for all lines that readers take as they are written. */
  #ofLetters(lines: readonly Line[], vocabulary: string): Finding[] {
    const [first, ...others] = lines.filter((line) => {
      const { expressed, looser } = this.#noteOf(line[0].key)
      return expressed.size > 0 && looser === null && line.some(hasLetters)
    })
    if (first === undefined) return []
    const [{ at, text }] = first
    return [finding(at, 'letter-case', [text, `${vocabulary} reads paths as they are written`, others.length])]
  }

  #noteOf(key: string): Note {
    const note = this.#notes.get(key) ?? { expressed: new Set(), missing: new Set(), looser: null, stricter: null }
    this.#notes.set(key, note)
    return note
  }
}

/** Fields that stand in one line, or in one route with one text. */
type Line = readonly [SourceField, ...SourceField[]]

function byLine(fields: readonly SourceField[]): readonly Line[] {
  const lines = new Map<string, Line>()
  for (const field of fields) {
    const place = `${field.key} ${field.at.line}`
    const known = lines.get(place)
    lines.set(place, known === undefined ? [field] : [...known, field])
  }
  return [...lines.values()]
}

/** Whether a field covers paths in more than one letter case. */
function hasLetters({ patterns }: SourceField): boolean {
  return patterns.some((pattern) => /[a-z]/i.test(pattern.replace(/%[0-9A-F]{2}/g, '')))
}

/** A field of several usages: which of them. */
function nameOf({ effect, usage }: SourceField): string {
  return `${effect}-${usage}`
}
