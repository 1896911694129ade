/**
 * A CSS selector of site.toml as data: what the compiler writes into the bundle, and the edge looks for in pages.
 */

/** An element and what stands around it, outermost first. */
export interface Selector {
  readonly steps: readonly SelectorStep[]
}

/** One element of a selector. `isChild`: it is a child of the element of the step before, not any descendant. */
export interface SelectorStep {
  readonly compound: Compound
  readonly isChild: boolean
}

/** What one element must be. */
export interface Compound {
  /** In lower case; null where any will do. */
  readonly type: string | null
  readonly conditions: readonly Condition[]
}

/** One condition on an element. Texts are as bytes of UTF-8, one character for each. */
export type Condition =
  | { readonly kind: 'class' | 'id'; readonly value: string }
  | { readonly kind: 'attribute'; readonly name: string; readonly test: AttributeTest | null }
  | { readonly kind: 'nth'; readonly ofType: boolean; readonly step: number; readonly offset: number }
  | { readonly kind: 'not'; readonly compounds: readonly Compound[] }

/** How an attribute's value is compared. */
export interface AttributeTest {
  readonly operator: '=' | '~=' | '|=' | '^=' | '$=' | '*='
  readonly value: string
  readonly ignoresCase: boolean
}
