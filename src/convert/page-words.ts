/**
 * What all vocabularies about pages have in common: words that restrict, by path. The words that a policy requires are
 * compared with those that readers of the text find, and the differences are noted at the fields that cause them.
 */

import { finding, inOrder } from '../language/findings/diagnostic.ts'
import type { Conversion } from './conversion.ts'
import { type FieldLosses, FieldReport } from './field-report.ts'
import { categoriesOf } from './inexpressible.ts'
import type { PagePolicy } from './page-policy.ts'
import type { PathRules } from './path-rules.ts'
import { pathsOf } from './pattern-paths.ts'
import { sourceFields } from './source-fields.ts'
import type { TermRule } from './term-rules.ts'

/** What one kind of reader should find and finds. */
export interface WordReader {
  /** The words that the policy requires at a path. */
  readonly required: (path: string) => readonly string[]
  /** The words that the text has for it. */
  readonly found: (path: string) => readonly string[]
  /** The fields that decide about a word at a path. */
  readonly keysAt: (path: string, word: string) => readonly string[]
  /** What to call a word where several readers have it; default the word. */
  readonly label?: (word: string) => string
  /** What to report of a word that is missing, and of one that is not required; null for nothing. */
  readonly looser: (path: string, word: string) => string | null
  readonly stricter: (path: string, word: string) => string | null
  /** The rules of the text, by which a word that is not required got to a path. */
  readonly rules: PathRules<TermRule> | null
  /** The paths that are one to this reader, first the one that it sees; default the path alone. */
  readonly alike?: (path: string) => readonly string[]
}

/** Notes what becomes of the fields. */
export class PageReport extends FieldReport {
  readonly #pages: PagePolicy

  constructor(pages: PagePolicy) {
    super()
    this.#pages = pages
  }

  /** Compares what a reader should find and finds. */
  compare(reader: WordReader, paths: Iterable<string> = this.#pages.paths): void {
    for (const path of paths) {
      const [required, found] = [reader.required(path), reader.found(path)]
      for (const word of new Set([...required, ...found])) {
        if (required.includes(word)) this.#requiredWord(reader, path, word, found.includes(word))
        else this.#foundWord(reader, path, word)
      }
    }
  }

  #requiredWord({ keysAt, label, looser }: WordReader, path: string, word: string, isFound: boolean): void {
    const keys = keysAt(path, word)
    const what = isFound ? null : looser(path, word)
    this.see(keys, label?.(word) ?? word, isFound)
    if (what !== null) this.looser(keys, what)
  }

  /** Where no field decides here, the word comes from a path at which the policy requires it. */
  #foundWord(reader: WordReader, path: string, word: string): void {
    const what = reader.stricter(path, word)
    if (what === null) return
    const own = reader.keysAt(path, word)
    const origin = own.length > 0 ? undefined : originOf(reader, path, word, this.#pages.paths)
    this.stricter(origin === undefined ? own : reader.keysAt(origin, word), what)
  }

  /** The conversion to a vocabulary. `title`: what it is called where categories are missing (I6). */
  conversion(text: string, title: string, losses: FieldLosses): Conversion {
    const { reading } = this.#pages
    const categories = categoriesOf(reading).map((each) =>
      finding(each.at, 'not-expressible', [each.text, title, each.help]),
    )
    return { text, findings: inOrder([...this.findings(sourceFields(reading), losses), ...categories]) }
  }
}

/** A path of the same rule from which it has a word: one of its pattern's own, else one of `paths`. */
function originOf(
  { rules, required, alike = (each) => [each] }: WordReader,
  path: string,
  word: string,
  paths: readonly string[],
): string | undefined {
  const hasWord = (each: string) => required(each).includes(word)
  const same = alike(path)
  const deciding = rules?.at(same[0]!) ?? []
  const sharesRule = (each: string) => rules!.at(each).some((rule) => deciding.includes(rule))
  return (
    same.find(hasWord) ??
    deciding.flatMap(({ pattern }) => pathsOf(pattern)).find(hasWord) ??
    paths.find((each) => hasWord(each) && sharesRule(each))
  )
}
