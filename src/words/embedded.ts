/**
 * Embedded permissions as typed data (E1): META tags, class attributes, routes and their selectors.
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
  /**
   * Usage-purpose patterns in the form of P2, lower case; empty where the field is bound to none.
   */
  readonly purposes: readonly string[]
  readonly qualifiers: readonly Qualifier[]
  /** The qualifiers as META says them: only of a route, where its policy was compiled. */
  readonly words?: readonly string[]
  /**
   * A permission that reads as the prohibition of its usage because a qualifier is not
   * interpretable (Q4, E3).
   */
  readonly uninterpretable: boolean
  /** The content as written, for people. */
  readonly text: string
}

/** A class token `the-acap:allow-…` or `the-acap:disallow-…` (E1, F2). */
export interface ElementField {
  readonly effect: Effect
  readonly usage: Usage
}

/** An element and what stands around it, outermost first. */
export interface Selector {
  readonly steps: readonly SelectorStep[]
}

/**
 * One element of a selector. `isChild`: it is a child of the element of the step before, not any
 * descendant.
 */
export interface SelectorStep {
  readonly compound: Compound
  readonly isChild: boolean
}

export interface Compound {
  /** In lower case; null where any will do. */
  readonly type: string | null
  readonly conditions: readonly Condition[]
}

/** One condition on an element. Texts are as bytes of UTF-8, one character for each. */
export type Condition =
  | { readonly kind: 'class' | 'id'; readonly value: string }
  | { readonly kind: 'attribute'; readonly name: string; readonly test: AttributeTest | null }
  | {
      readonly kind: 'nth'
      readonly ofType: boolean
      readonly step: number
      readonly offset: number
    }
  | { readonly kind: 'not'; readonly compounds: readonly Compound[] }

export interface AttributeTest {
  readonly operator: '=' | '~=' | '|=' | '^=' | '$=' | '*='
  readonly value: string
  readonly ignoresCase: boolean
}
