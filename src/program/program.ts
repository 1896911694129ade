/**
 * The compiled form of policies: typed arrays for what grows with a policy, small plain objects for
 * the rest.
 */
import type { Category } from '../words/decision-words.ts'
import type { EmbeddedField } from '../words/embedded.ts'
import type { NameProofs } from '../words/name-proofs.ts'
import type { Directives, Restriction } from '../words/restriction.ts'
import type { SiteConfig } from '../words/site-config.ts'
import { USAGES } from '../words/usages.ts'

/**
 * Radix tries in one pool. A trie is named by its root node; 0 means none. `*` has an edge of its
 * own.
 */
export interface Trie {
  /**
   * The children of node `i` are the `childCount[i]` nodes from `childStart[i]`, in the order of
   * `firstByte`.
   */
  readonly childStart: Uint32Array
  readonly childCount: Uint8Array
  /** The first byte of the edge that leads to node `i`; the rest of the edge is its label. */
  readonly firstByte: Uint8Array
  /** The label of node `i` is `labels[labelStart[i]]` up to `labels[labelStart[i + 1]]`. */
  readonly labelStart: Uint32Array
  readonly labels: Uint8Array
  /** The entries of node `i`: numbers times two, plus one if the pattern is anchored by `$`. */
  readonly entryStart: Uint32Array
  readonly entries: Uint32Array
  /** The number of the `*` after node `i`, from 1; 0 for none. */
  readonly star: Uint32Array
  /** Per `*`: the node after it. */
  readonly starNode: Uint32Array
  /** Per `*`: how many nodes must be reached after it until the search can stop, or NEVER. */
  readonly exits: Uint32Array
  /** Per `*`, if all patterns after it are anchored: the longest rest in bytes; else 0. */
  readonly tail: Uint32Array
  /** In that case: the last bytes of those patterns, as a set of 128 bits. */
  readonly lasts: Uint32Array
}

/** `exits` of a `*` whose search can never stop early, because an anchored pattern follows. */
export const NEVER = 0xffffffff

/** For each pattern, the narrower ones (L3): those numbered within one of its ranges [from, to). */
export interface PatternOrder {
  /**
   * The ranges of pattern `r` are pairs, from pair `rangeStart[r]` up to pair `rangeStart[r + 1]`.
   */
  readonly rangeStart: Uint32Array
  readonly ranges: Uint32Array
}

/** The rule is never compared by L3. */
export const NO_PATTERN = 0xffffffff
export const RULE_DISALLOW = 1
/** The rule prohibits only because a qualifier cannot be interpreted (Q4). */
export const RULE_FALLBACK = 2
/**
 * The rule is from a category (I6): its line is in site.toml, its key in the comment before the
 * served line.
 */
export const RULE_CATEGORY = 4

/** The rules as columns. A rule is one field on one pattern. */
export interface Rules {
  readonly flags: Uint8Array
  readonly usage: Uint8Array
  /** Number in PatternOrder, or NO_PATTERN. */
  readonly pattern: Uint32Array
  /** The octets of a conventional pattern (C1); 0 for others. */
  readonly length: Uint32Array
  /** Number of its RestrictionSet; 0 is the empty one. */
  readonly restrictions: Uint32Array
  readonly file: Uint8Array | Uint32Array
  /** The author's line; 0 for a route. */
  readonly line: Uint32Array
  /** Line in the served file, or 0. */
  readonly servedLine: Uint32Array
}

/** The qualifiers of a permission, shared by rules with the same ones. */
export interface RestrictionSet {
  readonly items: readonly Restriction[]
  /** In META syntax. */
  readonly words: readonly string[]
  /** When the permission expires (Q3), in milliseconds; null for never. */
  readonly lapse: number | null
}

/** The slots of a record class: one per usage number, then the action requests. */
export const TAKE_DOWN_SLOT = USAGES.length
export const RE_CRAWL_SLOT = USAGES.length + 1
export const SLOTS = USAGES.length + 2

/** Rules for certain purposes. */
export interface BoundRules {
  readonly purposes: readonly string[]
  /** Roots by usage number; 0 for none. */
  readonly roots: readonly number[]
}

/** A set of records or groups that some names share. */
export interface ClassRef {
  readonly id: number
  /** It counts only for crawlers that match one of these names (R11); null: for all. */
  readonly scope: readonly string[] | null
}

/** What applies to one crawler name, or to `*`. */
export interface NameProgram {
  readonly name: string
  /**
   * A header that matches, if the name alone does not (I1): a phrase, or a member of its family.
   */
  readonly header?: string
  readonly classes: readonly ClassRef[]
  /** Conventional groups, for crawlers that know ACAP and for others (C3). */
  readonly groups: readonly ClassRef[]
  readonly repGroups: readonly ClassRef[]
}

/** The conventional groups of one token, merged (C1). */
export interface GroupProgram {
  readonly root: number
  /** Globs that a trie cannot hold (X1). */
  readonly globs: readonly { readonly rule: number; readonly glob: string }[]
  /** An experimental group is ignored (X1). */
  readonly experimental: boolean
  /** Without a match, nothing is permitted (X1). */
  readonly allowsOnly: boolean
  /** Whether it has a Disallow, even one that never matches. */
  readonly disallows: boolean
  readonly settings: SettingRanges
}

/** The robots.txt that a site serves; for a bare text, that text. */
export function robotsFile({ files }: Pick<SiteProgram, 'files'>): ServedFile {
  return files.find(({ path }) => path === 'robots.txt') ?? files[0]!
}

/**
 * A route's embedded fields. `index` is its place in `config.routes`, `rule` the rule for its
 * pattern.
 */
export interface RouteProgram {
  readonly index: number
  readonly rule: number
  readonly fields: readonly Required<EmbeddedField>[]
}

/** A file that the site publishes. */
export interface ServedFile {
  /** Path inside the site's folder, as the author knows it. */
  readonly path: string
  /** As served, in UTF-8. */
  readonly text: Uint8Array
}

/** A compiled site. Its parts are for the engine only. */
export interface SiteProgram {
  readonly name: string
  readonly config: SiteConfig
  readonly version: string
  /** Whether `files` are served; false for a bare text, whose lines are the author's. */
  readonly served: boolean
  /** `robots.txt` first, then permission files (R11). */
  readonly files: readonly ServedFile[]
  readonly names: readonly NameProgram[]
  readonly any: NameProgram
  /** The rules of `[categories]` for nameless crawlers (I6); absent in older bundles. */
  readonly categories?: Readonly<Partial<Record<Category, NameProgram>>>
  /** All names (I2). An entry is the number of a name; the root is node 1. */
  readonly nameTrie: Trie
  /** The root of record class `c` and slot `s` is at `c * SLOTS + s`; 0 for no rules. */
  readonly roots: Uint32Array
  readonly bound: readonly (readonly BoundRules[])[]
  readonly groups: readonly GroupProgram[]
  readonly settings: SettingLists
  /**
   * Paths: ACAP patterns in lower case, conventional ones as written. An entry is a rule's number.
   */
  readonly trie: Trie
  readonly order: PatternOrder
  readonly rules: Rules
  readonly restrictions: readonly RestrictionSet[]
  readonly routes: readonly RouteProgram[]
  readonly routeRoot: number
  /** A trie of all patterns for usages other than the crawl (E6). */
  readonly termsRoot: number
  /**
   * The program after the next date of a route (E7), and when, in milliseconds since 1970. Absent
   * without one.
   */
  readonly next?: { readonly from: number; readonly program: SiteProgram }
}

/** The dates on which routes change the site (E7). */
export function datesOf({ next }: SiteProgram): readonly number[] {
  return next === undefined ? [] : [next.from, ...datesOf(next.program)]
}

/** The program that applies at an instant (E7). */
export function programAt(site: SiteProgram, now: number): SiteProgram {
  const { next } = site
  return next === undefined || now < next.from ? site : programAt(next.program, now)
}

/** A known crawler of a registry. */
export interface KnownCrawler {
  readonly name: string
  readonly category: Category
  readonly operator: string | null
}

/** The automaton that recognises known crawlers (I3). Only builds have the optional members. */
export interface Recognition {
  /** A list, or an object that decodes each crawler on demand. */
  readonly crawlers: Pick<readonly KnownCrawler[], 'length' | 'at'>
  /** An entry is a crawler's number; the root is node 1. */
  readonly trie: Trie
  /** URLs that identify crawlers without their name. */
  readonly addresses?: readonly string[]
  /** Crawlers whose names count anywhere in a browser's header (I5). Default: all. */
  readonly anywhere?: readonly number[]
  readonly proofs?: NameProofs
}

/** The known crawlers, compiled. */
export type Registry = Recognition & { readonly crawlers: readonly KnownCrawler[] }

/** The published address ranges of one operator, sorted and merged (I4). */
export interface Network {
  readonly name: string
  /** All names that it proves, if not only its own. */
  readonly names?: readonly string[]
  /** Whether the list was fresh enough at build to disprove a name. */
  readonly fresh: boolean
  readonly v4: Uint32Array
  /** First and last addresses, four words each, most significant first. */
  readonly v6: Uint32Array
}

/** Compiled policies, as `encode` writes them and `decode` reads them. */
export interface Bundle {
  /** SHA-256 of the content in lower-case hexadecimal, made at build. */
  readonly hash: string
  readonly sites: readonly SiteProgram[]
  readonly registry: Registry
  readonly networks: readonly Network[]
}

/** A window of minutes after midnight UTC, inclusive (X2). */
export type WindowProgram = Readonly<Record<'from' | 'to', number>>

/** Pairs of start and end index: `[0, 2, 5, 6]` means 0, 1 and 5. */
export type Ranges = readonly number[]
/** The settings of a group. */
export type SettingRanges = Readonly<Record<keyof SettingLists, Ranges>>

/** A Request-rate or Crawl-delay (X3), in seconds per document. */
export interface RateProgram {
  readonly rule: number
  readonly seconds: number
  readonly window: WindowProgram | null
}

/** The settings of all groups of a site, without duplicates. */
export interface SettingLists {
  /** One for each Visit-time (X2). */
  readonly visits: readonly { readonly rule: number; readonly windows: readonly WindowProgram[] }[]
  readonly rates: readonly RateProgram[]
  readonly comments: readonly string[]
  /** App-Directives (A2). */
  readonly directives: readonly {
    readonly path: string
    readonly pattern: string
    readonly applications: readonly { readonly token: string; readonly directives: Directives }[]
  }[]
}

export function membersIn<T>(list: readonly T[], ranges: Ranges): readonly T[] {
  if (ranges.length === 2) return list.slice(ranges[0], ranges[1])
  return ranges.flatMap((from, i) => (i % 2 === 0 ? list.slice(from, ranges[i + 1]) : []))
}
