/**
 * Values of App-Directives (A2): RFC 9651 bare items in the JSON form that a Decision carries.
 */

/** A value of an App-Directive (A2), in the JSON form that a Decision carries. */
export type DirectiveValue =
  | number
  | boolean
  | string
  | { readonly token: string }
  | { readonly bytes: string }
  | { readonly date: number }
  | { readonly display: string }

/** Directive name to value, for one application. */
export type Directives = Readonly<Record<string, DirectiveValue>>
