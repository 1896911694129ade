/**
 * The data types of interpreted qualifiers (Q5, test/conformance/RESTRICTIONS.md) and of
 * App-Directives (A2).
 */
import type { Usage } from './usages.ts'

/** A place in a page. */
export type Locator =
  | { readonly extract: 'id' | 'class' | 'meta'; readonly names: readonly string[] }
  | { readonly text: string }
  | Uri

export const MODIFICATIONS = [
  ...(['any', 'format', 'style', 'appearance', 'translation', 'content'] as const),
  ...(['annotation', 'metadata', 'structure', 'plus-terms'] as const),
] as const
/** A kind of change to a page. */
export type Modification = (typeof MODIFICATIONS)[number]

export const CONTEXTS = ['within-original-frame', 'within-user-frame'] as const
/**
 * Roles: what to show along with a presentation, and where other usages are defined or can be
 * requested.
 */
export const INCLUDE_ROLES = [
  'extract',
  'credit',
  'link',
  'license-link',
  'registration-link',
] as const
export const REFERENCE_ROLES = ['link', 'terms-link', 'permission-link'] as const

/** A URI. */
export type Uri = { readonly uri: string }
/** More terms apply, published elsewhere. */
export type PlusTerms = { readonly plusTerms: true }
/** When a permission ends. */
export type TimeLimit =
  | { readonly untilRecrawled: true }
  | { readonly until: string }
  | { readonly days: number }
  | PlusTerms
/** Names of HTML elements. */
export type Tags = { readonly extract: 'tag'; readonly names: readonly string[] }
/** What to show along with a page, and where that is. */
export type Included = { readonly role: (typeof INCLUDE_ROLES)[number] } & Locator
/** Where another usage is defined or can be requested. */
export type Referred = { readonly role: (typeof REFERENCE_ROLES)[number] } & Locator
/** Lists of domains or of two-letter country codes. */
export type Audience = `${'permitted' | 'prohibited'}${'domain' | 'country'}list`

/** By condition: addresses, domains or countries, or where the rules are. */
export type TargetCondition =
  | {
      readonly condition: 'ipaddressrangelist'
      readonly values: readonly { readonly from: string; readonly to: string }[]
    }
  | {
      readonly condition: 'ipaddressmasklist'
      readonly values: readonly { readonly address: string; readonly mask: string }[]
    }
  | { readonly condition: Audience; readonly values: readonly string[] }
  | ({ readonly condition: 'rulesref' } & Uri)

/** One qualifier of a permission, as in a Decision. */
export type Restriction =
  | ({ readonly type: 'time-limit' } & TimeLimit)
  | ({ readonly type: 'must-use-resource' } & (Tags | Locator))
  | { readonly type: 'max-length'; readonly count: number; readonly unit: 'chars' | 'words' }
  | { readonly type: 'prohibited-modification'; readonly values: readonly Modification[] }
  | ({ readonly type: 'must-include-resource' } & (PlusTerms | Uri | Included))
  | { readonly type: 'prohibited-context'; readonly value: 'within-user-frame' }
  | { readonly type: 'required-context'; readonly value: (typeof CONTEXTS)[number] }
  | ({ readonly type: 'target-condition' } & TargetCondition)
  | ({ readonly type: 'usage-ref' } & (Uri | Referred))

/** The kind of a qualifier. */
export type QualifierType = Restriction['type'] | 'location'

/**
 * A qualifier as a field carries it: a restriction, or `location`, which only embedded fields have
 * (E3).
 */
export type Qualifier = Restriction | ({ readonly type: 'location' } & Uri)

/** What a crawler can interpret (F1): everything, only crawl rules, or the listed words. */
export type Interprets =
  | 'all'
  | 'crawl-only'
  | {
      readonly usages: readonly Usage[]
      readonly qualifiers: readonly QualifierType[]
      /** Whether it processes element-specific permissions (F2). Default: true. */
      readonly elements?: boolean
    }

/** A value of an App-Directive (A2), in the JSON form of a Decision. */
export type DirectiveValue =
  | number
  | boolean
  | string
  | { readonly token: string }
  | { readonly bytes: string }
  | { readonly date: number }
  | { readonly display: string }

/** App-Directives of a path, by name (A2). */
export type Directives = Readonly<Record<string, DirectiveValue>>
