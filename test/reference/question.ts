/**
 * What the reference evaluator is asked, and what it answers: plain data in the words of docs/semantics.md, D.
 * The members of a question are those of the engine's Facts, declared again, because nothing here may depend on the engine.
 */
import type { Assurance, Basis, Dialect, Outcome } from '../../src/words/decision-words.ts'
import type { ElementField, EmbeddedField } from '../../src/words/embedded.ts'
import type { Directives, Interprets, Restriction } from '../../src/words/restriction.ts'
import type { Usage } from '../../src/words/usages.ts'

/** One question; absent members have the defaults that docs/semantics.md gives them. */
export interface Question {
  readonly userAgent: string
  readonly target: string
  /** P6: what matches one of these is found together with what matches the target. */
  readonly joined?: readonly string[]
  readonly now: number
  readonly usage?: Usage
  readonly uri?: string
  readonly purposes?: readonly string[]
  readonly meta?: readonly EmbeddedField[]
  /** What the page's robots META and X-Robots-Tag say: for whom, and the word with its value. */
  readonly robotsTerms?: readonly {
    readonly place: 'META' | 'X-Robots-Tag'
    readonly agent: string
    readonly word: string
    readonly value: string | null
    readonly text: string
  }[]
  readonly elements?: readonly ElementField[]
  readonly interprets?: Interprets
  readonly dialect?: Dialect
  readonly application?: string
  readonly assurance?: Assurance
  readonly unlisted?: boolean
}

/** A field that decided; embedded ones have no line. */
export interface Source {
  readonly source: string
  readonly line?: number
  readonly text: string
}

/** What one evaluation comes to, and what several together come to. */
export interface Verdict {
  readonly outcome: Outcome
  readonly basis: Basis
  readonly fields: readonly Source[]
  readonly restrictions: readonly Restriction[]
  readonly retryAfter: number | null
}

/** The whole answer (D), less what names the crawler and what is written for people. */
export interface Answer extends Verdict {
  readonly usage: Usage
  readonly rate: { readonly seconds: number } | null
  readonly comments: readonly string[]
  readonly directives?: Directives | undefined
}
