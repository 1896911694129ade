/** Qualifiers as typed data (Q5), as in test/conformance/RESTRICTIONS.md, and App-Directives (A2). */
import type { Usage } from './usages.ts'

export type Locator =
  | { readonly extract: 'id' | 'class' | 'meta'; readonly names: readonly string[] }
  | { readonly text: string }
  | { readonly uri: string }

export type Modification =
  | 'any'
  | 'format'
  | 'style'
  | 'appearance'
  | 'translation'
  | 'content'
  | 'annotation'
  | 'metadata'
  | 'structure'
  | 'plus-terms'

/** One qualifier of a permission, in the shape a Decision carries it. */
export type Restriction =
  | { readonly type: 'time-limit'; readonly untilRecrawled: true }
  | { readonly type: 'time-limit'; readonly until: string }
  | { readonly type: 'time-limit'; readonly days: number }
  | { readonly type: 'time-limit'; readonly plusTerms: true }
  | { readonly type: 'must-use-resource'; readonly uri: string }
  | {
      readonly type: 'must-use-resource'
      readonly extract: 'id' | 'class' | 'meta' | 'tag'
      readonly names: readonly string[]
    }
  | { readonly type: 'must-use-resource'; readonly text: string }
  | { readonly type: 'max-length'; readonly count: number; readonly unit: 'chars' | 'words' }
  | { readonly type: 'prohibited-modification'; readonly values: readonly Modification[] }
  | { readonly type: 'must-include-resource'; readonly plusTerms: true }
  | { readonly type: 'must-include-resource'; readonly uri: string }
  | ({
      readonly type: 'must-include-resource'
      readonly role: 'extract' | 'credit' | 'link' | 'license-link' | 'registration-link'
    } & Locator)
  | { readonly type: 'prohibited-context'; readonly value: 'within-user-frame' }
  | { readonly type: 'required-context'; readonly value: 'within-original-frame' | 'within-user-frame' }
  | {
      readonly type: 'target-condition'
      readonly condition: 'ipaddressrangelist'
      readonly values: readonly { readonly from: string; readonly to: string }[]
    }
  | {
      readonly type: 'target-condition'
      readonly condition: 'ipaddressmasklist'
      readonly values: readonly { readonly address: string; readonly mask: string }[]
    }
  | {
      readonly type: 'target-condition'
      readonly condition:
        | 'permitteddomainlist'
        | 'prohibiteddomainlist'
        | 'permittedcountrylist'
        | 'prohibitedcountrylist'
      readonly values: readonly string[]
    }
  | { readonly type: 'target-condition'; readonly condition: 'rulesref'; readonly uri: string }
  | { readonly type: 'usage-ref'; readonly uri: string }
  | ({ readonly type: 'usage-ref'; readonly role: 'link' | 'terms-link' | 'permission-link' } & Locator)

export type QualifierType = Restriction['type'] | 'location'

/** A qualifier as a field carries it: a restriction, or `location`, which only embedded fields have (E3). */
export type Qualifier = Restriction | { readonly type: 'location'; readonly uri: string }

/** What a crawler can interpret (F1): everything, the crawl alone, or the listed words. */
export type Interprets =
  | 'all'
  | 'crawl-only'
  | {
      readonly usages: readonly Usage[]
      readonly qualifiers: readonly QualifierType[]
      /** Whether it processes element-specific permissions (F2); true where absent. */
      readonly elements?: boolean
    }

/** A value of an App-Directive (A2), in the JSON form that a Decision carries. */
export type DirectiveValue =
  | number
  | boolean
  | string
  | { readonly token: string }
  | { readonly bytes: string }
  | { readonly date: number }
  | { readonly display: string }

export type Directives = Readonly<Record<string, DirectiveValue>>
