/**
 * Embedded permissions as typed data (E1): what a META tag, a class attribute or a route says. The grammar reads
 * them from text, the engine decides by them; neither passes text to the other.
 */
import type { Effect } from './decision-words.ts'
import type { Qualifier } from './restriction.ts'
import type { Usage } from './usages.ts'

/** One permission or prohibition embedded in a page, or put there by a route. */
export interface EmbeddedField {
  readonly source: 'meta' | 'route'
  /** `robots`, or a crawler's name in lower case. */
  readonly name: string
  readonly effect: Effect
  readonly usage: Usage
  /** Usage-purpose patterns in the form of P2, lower case; empty where the field is bound to none. */
  readonly purposes: readonly string[]
  /** What Q2 leaves standing. */
  readonly qualifiers: readonly Qualifier[]
  /** A permission that reads as the prohibition of its usage because a qualifier is not interpretable (Q4, E3). */
  readonly uninterpretable: boolean
  /** The content as written, for people. */
  readonly text: string
}

/** A class token `the-acap:allow-…` or `the-acap:disallow-…` (E1, F2). */
export interface ElementField {
  readonly effect: Effect
  readonly usage: Usage
}
