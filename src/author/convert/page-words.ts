/**
 * Compares the words that a policy requires with those that readers find, by path, and reports the
 * fields that cause differences.
 */
import { cached } from '../../base/cached.ts'
import { type Finding, finding, inOrder } from '../../language/findings/diagnostic.ts'
import { pathsOf } from './common-patterns.ts'
import type { Conversion } from './conversion.ts'
import type { PagePolicy } from './page-policy.ts'
import { categoriesOf, type SourceField, sourceFields } from './source-fields.ts'
import type { PathRules } from './term-rules.ts'

export interface FieldNote {
  /** The parts of the field that readers of the result see, and those that are missing. */
  readonly expressed: Set<string>
  readonly missing: Set<string>
  /**
   * The first case in which readers are permitted more than the field permits, and in which they
   * are permitted less.
   */
  looser: string | null
  stricter: string | null
}

/** The parts of a field that are lost: an empty list for none, null for the whole field. */
export type Lost = readonly string[] | null

interface FieldLosses {
  readonly vocabulary: string
  readonly lostOf: (field: SourceField, note: FieldNote) => Lost
  readonly helpFor?: (field: SourceField) => string | null
}

interface WordReader {
  readonly required: (path: string) => readonly string[]
  readonly found: (path: string) => readonly string[]
  readonly keysAt: (path: string, word: string) => readonly string[]
  /** A label for a word that stands in the text for several readers. Default: the word. */
  readonly label?: (word: string) => string
  /**
   * What to report of a word that is missing, and of one that is not required; null for nothing.
   */
  readonly looser: (path: string, word: string) => string | null
  readonly stricter: (path: string, word: string) => string | null
  /** The rules of the text, by which a word that is not required got to a path. */
  readonly rules: PathRules<{ readonly pattern: string }>
  /**
   * Paths that this reader cannot tell apart; the first is the one that it sees. Default: the path
   * itself.
   */
  readonly alike?: (path: string) => readonly string[]
}

/** The fields of one line of robots.txt, or of one text in a route. */
type Line = readonly [SourceField, ...SourceField[]]

export class PageReport {
  readonly #pages: PagePolicy
  readonly #notes = new Map<string, FieldNote>()
  #others: readonly LetteredField[] = []

  constructor(pages: PagePolicy) {
    this.#pages = pages
  }

  see(keys: readonly string[], what: string, isExpressed: boolean): void {
    for (const key of keys) this.#noteOf(key)[isExpressed ? 'expressed' : 'missing'].add(what)
  }

  /**
   * Records the first case in which these fields are expressed too loosely or too strictly. Null:
   * none.
   */
  differ(keys: readonly string[], direction: 'looser' | 'stricter', what: string | null): void {
    if (what !== null) for (const key of keys) this.#noteOf(key)[direction] ??= what
  }

  /** Adds settings that are not fields. Readers compare their paths in exact letter case. */
  readAsWritten(settings: readonly LetteredField[]): void {
    this.#others = settings
  }

  compare(reader: WordReader, paths: Iterable<string> = this.#pages.paths): void {
    for (const path of paths) {
      const [required, found] = [reader.required(path), reader.found(path)]
      for (const word of new Set([...required, ...found])) {
        const isFound = found.includes(word)
        if (required.includes(word)) {
          const own = reader.keysAt(path, word)
          this.see(own, reader.label?.(word) ?? word, isFound)
          this.differ(own, 'looser', isFound ? null : reader.looser(path, word))
          continue
        }
        const what = reader.stricter(path, word)
        const own = what === null ? [] : reader.keysAt(path, word)
        // Where no field decides here, the word comes from a path at which the policy requires it.
        const isOwn = what === null || own.length > 0
        const keys = isOwn
          ? own
          : reader.keysAt(originOf(reader, path, word, this.#pages.paths), word)
        this.differ(keys, 'stricter', what)
      }
    }
  }

  /**
   * The conversion to a vocabulary. `title`: what it is called where categories are missing (I6).
   */
  conversion(text: string, title: string, losses: FieldLosses): Conversion {
    const { reading } = this.#pages
    const lines = byLine(sourceFields(reading))
    const ofFields = [
      ...lines.flatMap((line) => this.#ofLine(line, losses)),
      ...this.#ofLetters(lines, losses.vocabulary),
    ]
    const categories = categoriesOf(reading).map((each) =>
      finding(each.at, 'not-expressible', [each.text, title, each.help]),
    )
    return { text, findings: inOrder([...ofFields, ...categories]) }
  }

  /** Where all is lost and a difference was reported, nothing more needs to be said. */
  #ofLine(line: Line, { vocabulary, lostOf, helpFor = () => null }: FieldLosses): Finding[] {
    const [first] = line
    const { at, text, key } = first
    const note = this.#noteOf(key)
    const found: Finding[] = []
    if (note.looser !== null)
      found.push(finding(at, 'converted-more-loosely', [text, vocabulary, note.looser]))
    if (note.stricter !== null)
      found.push(finding(at, 'converted-more-strictly', [text, vocabulary, note.stricter]))
    const losses = line.map((field) => lostOf(field, note))
    const parts = new Set(
      line.flatMap(({ effect, usage }, i) => losses[i] ?? [`${effect}-${usage}`]),
    )
    if (losses.every((lost) => lost === null)) {
      if (found.length === 0)
        found.push(finding(at, 'not-expressible', [text, vocabulary, helpFor(first)]))
    } else if (parts.size > 0) {
      found.push(finding(at, 'converted-in-part', [text, vocabulary, [...parts], helpFor(first)]))
    }
    return found
  }

  /** P3: one finding for all lines that readers take as they are written. */
  #ofLetters(lines: readonly Line[], vocabulary: string): Finding[] {
    const expressed = lines.filter(([{ key }]) => {
      const note = this.#noteOf(key)
      return note.expressed.size > 0 && note.looser === null
    })
    const [first, ...others] = [
      ...this.#others.filter(hasLetters),
      ...expressed.filter((line) => line.some(hasLetters)).map(([field]) => field),
    ]
    if (first === undefined) return []
    const { at, text } = first
    return [
      finding(at, 'letter-case', [
        text,
        `paths are read as they are written in ${vocabulary}`,
        others.length,
      ]),
    ]
  }

  #noteOf(key: string): FieldNote {
    const empty = () => ({
      expressed: new Set<string>(),
      missing: new Set<string>(),
      looser: null,
      stricter: null,
    })
    return cached(this.#notes, key, empty)
  }
}

function byLine(fields: readonly SourceField[]): readonly Line[] {
  const lines = new Map<string, Line>()
  for (const field of fields) {
    const place = `${field.key} ${field.at.line}`
    lines.set(place, [...(lines.get(place) ?? []), field] as readonly SourceField[] as Line)
  }
  return [...lines.values()]
}

type LetteredField = Pick<SourceField, 'at' | 'text' | 'patterns'>

function hasLetters({ patterns }: LetteredField): boolean {
  return patterns.some((pattern) => /[a-z]/i.test(pattern.replace(/%[0-9A-F]{2}/g, '')))
}

/**
 * A path where the policy requires the word, and to which the same rule applies: one from the
 * rule's own pattern, else one of `paths`, else the given path.
 */
function originOf(
  { rules, required, alike = (each) => [each] }: WordReader,
  path: string,
  word: string,
  paths: readonly string[],
): string {
  const hasWord = (each: string) => required(each).includes(word)
  const same = alike(path)
  const deciding = rules.at(same[0]!)
  return (
    same.find(hasWord) ??
    deciding.flatMap(({ pattern }) => pathsOf(pattern)).find(hasWord) ??
    paths.find((each) => hasWord(each) && rules.at(each).some((rule) => deciding.includes(rule))) ??
    path
  )
}
