/**
 * The data types of embedded permissions (E1): META tags, class attributes, and routes with their
 * selectors.
 */
import type { Effect } from './decision-words.ts'
import type { Qualifier } from './restriction.ts'
import type { Usage } from './usages.ts'

/** One permission or prohibition from a page or a route. */
export interface EmbeddedField {
  readonly source: 'meta' | 'route'
  /** `robots`, or a crawler's name in lower case. */
  readonly name: string
  readonly effect: Effect
  readonly usage: Usage
  /** Usage-purpose patterns in the form of P2, lower case; empty for all purposes. */
  readonly purposes: readonly string[]
  readonly qualifiers: readonly Qualifier[]
  /** The qualifiers in META syntax. Only for routes, and only where the policy was compiled. */
  readonly words?: readonly string[]
  /**
   * A permission that counts as a prohibition, because a qualifier cannot be interpreted (Q4, E3).
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

/** A CSS selector as its steps, outermost first. */
export interface Selector {
  readonly steps: readonly SelectorStep[]
}

/**
 * One step of a selector. `isChild`: matches only a child of the step before, not any descendant.
 */
export interface SelectorStep {
  readonly compound: Compound
  readonly isChild: boolean
}

export interface Compound {
  /** The element's name in lower case; null for any. */
  readonly type: string | null
  readonly conditions: readonly Condition[]
}

/** One condition on an element. Texts are UTF-8 bytes, one character each. */
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
