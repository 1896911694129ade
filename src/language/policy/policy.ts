/** The checked policy of one site: what the text means, with every macro resolved and every rule applied. */
import type { Category, Effect } from '../../words/decision-words.ts'
import type { EmbeddedField } from '../../words/embedded.ts'
import type { DirectiveValue, Qualifier } from '../../words/restriction.ts'
import type { SiteConfig } from '../../words/site-config.ts'
import type { Usage } from '../../words/usages.ts'

/** The author's own words for a field, and where they stand. */
export interface Origin {
  /** The file's path inside the site's folder: `robots.txt`, `permissions/news.txt`. */
  readonly source: string
  /** 1-based line. */
  readonly line: number
  /** The field as written, without comment and outer white space: `ACAP-disallow-crawl: /private/`. */
  readonly text: string
}

/** A permission or prohibition on one standard usage (L7 resolved, V2 gated, Q1-Q4 judged). */
export interface PermissionField {
  readonly effect: Effect
  readonly usage: Usage
  /** Resource path patterns in the form of P2 with P4's slash and P5's set resolved; letter case as written. */
  readonly patterns: readonly string[]
  /** What Q2 leaves standing. Empty on prohibitions. */
  readonly qualifiers: readonly Qualifier[]
  /** Q4: reads as a prohibition, with basis `fallback`. */
  readonly uninterpretable: boolean
  readonly origin: Origin
}

/** Fields bound to usage purposes (R7). */
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
  /** Crawler names in lower case, or exactly `['*']`. Names that identify no crawler are not here. */
  readonly names: readonly string[]
  /** The record counts only for crawlers that match one of these names (R11); null: for all. */
  readonly scope: readonly string[] | null
  readonly fields: readonly PermissionField[]
  readonly subRecords: readonly SubRecord[]
  readonly actions: readonly ActionRequest[]
}

/** An Allow or Disallow of a conventional group, in the form of P2. A rule with an empty value is not here (C1). */
export interface ConventionalRule {
  readonly effect: Effect
  readonly pattern: string
  /** The value as written; globs of the 1996 standard are read from it (X1). */
  readonly raw: string
  readonly origin: Origin
}

/** Minutes after midnight UTC, ends inclusive; `to` < `from` wraps past midnight (X2). */
export interface Window {
  readonly from: number
  readonly to: number
}

/** What one non-rule field of a conventional group says. */
export type SettingValue =
  | {
      readonly kind: 'robot-version'
      readonly reading: 'conventional' | 'extended' | 'experimental'
    }
  | { readonly kind: 'visit-time'; readonly windows: readonly Window[] }
  /** Request-rate and Crawl-delay: one document per so many seconds, in a window or always (X3). */
  | { readonly kind: 'request-rate'; readonly seconds: number; readonly window: Window | null }
  | { readonly kind: 'comment'; readonly text: string }
  | {
      readonly kind: 'app-directives'
      /** The path as written, character for character; empty where the rule has none. */
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
  /** To how many of its group's tokens it binds, from the first on: those seen so far in their run (R4). */
  readonly reach: number
  readonly value: SettingValue
  readonly origin: Origin
}

/** A conventional group (R4, C1). Groups of one token are merged where they are evaluated. */
export interface ConventionalGroup {
  /** Product tokens in lower case, cut by C1; `*` for any. */
  readonly tokens: readonly string[]
  /** C1: of the tokens that are written in several words alone, these words (`rowOfWords`). */
  readonly phrases: ReadonlyMap<string, readonly string[]>
  /** As in AcapRecord (R11). */
  readonly scope: readonly string[] | null
  /** The file it stands in, which has a `Robot-version` of its own (X1, R11). */
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
  /** Declared version as written (V1), and how it is read (V3); `none`: every ACAP field is ignored. */
  readonly version: { readonly declared: string; readonly reading: '1.0' | '1.1' | 'none' }
  /** C2: an ACAP reader drops the conventional records. Their text is still served. */
  readonly ignoresConventional: boolean
  readonly records: readonly AcapRecord[]
  readonly groups: readonly ConventionalGroup[]
  /** The groups as a crawler that knows no ACAP reads them (C3). */
  readonly repGroups: readonly ConventionalGroup[]
  readonly routes: readonly RoutePolicy[]
  /** What `[categories]` say to nameless crawlers (I6): of a policy with the generated groups and records alone. */
  readonly nameless?: readonly NamelessCategory[]
}

/** The rules for a nameless crawler of a category. They have `token` in the place of a name. */
export interface NamelessCategory {
  readonly category: Category
  readonly token: string
  readonly groups: readonly ConventionalGroup[]
  readonly records: readonly AcapRecord[]
}

/** The fields of a record in the order of its lines: its own, then those of each sub-record. */
export function allFields({
  fields,
  subRecords,
}: Pick<AcapRecord, 'fields' | 'subRecords'>): readonly PermissionField[] {
  return [...fields, ...subRecords.flatMap((sub) => sub.fields)]
}
