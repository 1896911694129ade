/**
 * The checked policy of a site: what its text means, with all references resolved and all rules of
 * reading applied.
 */
import type { Category, Effect } from '../../words/decision-words.ts'
import type { EmbeddedField } from '../../words/embedded.ts'
import type { DirectiveValue, Qualifier } from '../../words/restriction.ts'
import type { SiteConfig } from '../../words/site-config.ts'
import type { Usage } from '../../words/usages.ts'

/** A field in the author's words, with its place. */
export interface Origin {
  /** The file's path inside the site's folder: `robots.txt`, `permissions/news.txt`. */
  readonly source: string
  /** 1-based line. */
  readonly line: number
  /**
   * The field as written, without comment and outer white space: `ACAP-disallow-crawl: /private/`.
   */
  readonly text: string
}

/** A permission or prohibition for one standard usage, after L7, V2 and Q1-Q4. */
export interface PermissionField {
  readonly effect: Effect
  readonly usage: Usage
  /**
   * Resource patterns in the form of P2, with leading slash (P4) and resolved sets (P5), in the
   * original letter case.
   */
  readonly patterns: readonly string[]
  /** The qualifiers that Q2 keeps. Empty for prohibitions. */
  readonly qualifiers: readonly Qualifier[]
  /** Counts as a prohibition, with basis `fallback` (Q4). */
  readonly uninterpretable: boolean
  readonly origin: Origin
}

/** Fields for certain usage purposes (R7). */
export interface SubRecord {
  /** Usage-purpose patterns in the form of P2, lower case. */
  readonly purposes: readonly string[]
  readonly fields: readonly PermissionField[]
}

/** An action request (T1). */
export interface ActionRequest {
  readonly action: 'take-down' | 're-crawl'
  /** Path and query in the form of P2, lower case, with its leading slash. */
  readonly path: string
  readonly origin: Origin
}

/** An ACAP record (R7). */
export interface AcapRecord {
  /** Lower-case names, or exactly `['*']`. Names that identify no crawler are left out. */
  readonly names: readonly string[]
  /** It counts only for crawlers that match one of these names (R11); null: for all. */
  readonly scope: readonly string[] | null
  readonly fields: readonly PermissionField[]
  readonly subRecords: readonly SubRecord[]
  readonly actions: readonly ActionRequest[]
}

/** An Allow or Disallow in the form of P2. Empty rules are left out (C1). */
export interface ConventionalRule {
  readonly effect: Effect
  readonly pattern: string
  /** The value as written, for globs of the 1996 standard (X1). */
  readonly raw: string
  readonly origin: Origin
}

/** Minutes after midnight UTC, ends inclusive; `to` < `from` wraps past midnight (X2). */
export interface Window {
  readonly from: number
  readonly to: number
}

/** The value of a non-rule field. */
export type SettingValue =
  | {
      readonly kind: 'robot-version'
      readonly reading: 'conventional' | 'extended' | 'experimental'
    }
  | { readonly kind: 'visit-time'; readonly windows: readonly Window[] }
  /** One document per so many seconds, in a window or always (X3). */
  | { readonly kind: 'request-rate'; readonly seconds: number; readonly window: Window | null }
  | { readonly kind: 'comment'; readonly text: string }
  | {
      readonly kind: 'app-directives'
      /** The path as written; empty if the rule has none. */
      readonly path: string
      /** The path in the form of P2, for matching. */
      readonly pattern: string
      readonly applications: readonly {
        readonly token: string
        readonly directives: Readonly<Record<string, DirectiveValue>>
      }[]
    }

/** A non-rule field of a conventional group that changes decisions. */
export interface ConventionalSetting {
  /** It applies to this many of its group's tokens, counted from the first: those above it (R4). */
  readonly reach: number
  readonly value: SettingValue
  readonly origin: Origin
}

/** A conventional group (R4, C1). Groups for one token are merged during evaluation. */
export interface ConventionalGroup {
  /** Lower-case product tokens, cut by C1; `*` for all. */
  readonly tokens: readonly string[]
  /** For tokens that occur in phrases of several words only: these phrases (C1). */
  readonly phrases: ReadonlyMap<string, readonly string[]>
  /** As in AcapRecord (R11). */
  readonly scope: readonly string[] | null
  /** Its file, which has its own `Robot-version` (X1, R11). */
  readonly file: string
  readonly rules: readonly ConventionalRule[]
  readonly settings: readonly ConventionalSetting[]
}

/** A per-route override (E4, E5), from site.toml. */
export interface RoutePolicy {
  /** Number of the route in site.toml, from 0. */
  readonly index: number
  readonly match: string
  readonly fields: readonly EmbeddedField[]
}

/** One site's policy, checked. */
export interface Policy {
  readonly site: string
  readonly config: SiteConfig
  /** The declared version (V1) and how it is read (V3). `none`: every ACAP field is ignored. */
  readonly version: { readonly declared: string; readonly reading: '1.0' | '1.1' | 'none' }
  /** Whether ACAP readers ignore conventional records (C2). These are served anyway. */
  readonly ignoresConventional: boolean
  readonly records: readonly AcapRecord[]
  readonly groups: readonly ConventionalGroup[]
  /** The groups for a crawler that does not know ACAP (C3). */
  readonly repGroups: readonly ConventionalGroup[]
  readonly routes: readonly RoutePolicy[]
  /**
   * The rules of `[categories]` for nameless crawlers (I6), as generated groups and records only.
   */
  readonly nameless?: readonly NamelessCategory[]
}

/** The rules for a nameless crawler of a category, under `token` as its name. */
export interface NamelessCategory {
  readonly category: Category
  readonly token: string
  readonly groups: readonly ConventionalGroup[]
  readonly records: readonly AcapRecord[]
}

/** The fields of a record in line order: its own, then those of its sub-records. */
export function allFields({
  fields,
  subRecords,
}: Pick<AcapRecord, 'fields' | 'subRecords'>): readonly PermissionField[] {
  return [...fields, ...subRecords.flatMap((sub) => sub.fields)]
}
