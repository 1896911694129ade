/** The compiled form of policies: flat typed arrays for all that grows with a policy, small plain data for the rest. */
import type { Category } from '../words/decision-words.ts'
import type { EmbeddedField } from '../words/embedded.ts'
import type { NameProofs } from '../words/name-proofs.ts'
import type { Directives, Restriction } from '../words/restriction.ts'
import type { SiteConfig } from '../words/site-config.ts'
import { USAGES } from '../words/usages.ts'

/** Radix tries, many in one pool; a trie is named by its root node, and 0 is none. `*` is an edge of its own. */
export interface Trie {
  /** The children of node `i` are the `childCount[i]` nodes from `childStart[i]`, in the order of `firstByte`. */
  readonly childStart: Uint32Array
  readonly childCount: Uint8Array
  /** The first byte of the edge that leads to node `i`; the rest of the edge is its label. */
  readonly firstByte: Uint8Array
  /** The label of node `i` is `labels[labelStart[i]]` up to `labels[labelStart[i + 1]]`. */
  readonly labelStart: Uint32Array
  readonly labels: Uint8Array
  /** The entries of node `i`: numbers times two, plus one where the pattern is anchored by `$`. */
  readonly entryStart: Uint32Array
  readonly entries: Uint32Array
  /** The number of the `*` after node `i`, from 1; 0 where there is none. */
  readonly star: Uint32Array
  /** For each `*` by number: the node behind it. */
  readonly starNode: Uint32Array
  /** How many nodes behind it must be reached before nothing new can be found there, or NEVER. */
  readonly exits: Uint32Array
  /** Where every pattern behind it is anchored: the longest rest, in bytes; else 0. */
  readonly tail: Uint32Array
  /** There too: a set of 128 bits, the bytes with which the anchored patterns end. */
  readonly lasts: Uint32Array
}

/** `exits` of a `*` that can never stop early, because an anchored pattern hangs behind it. */
export const NEVER = 0xffffffff

/** Which patterns are narrower than a pattern (L3): those numbered within one of its ranges [from, to). */
export interface PatternOrder {
  /** The ranges of pattern `r` are pairs, from pair `rangeStart[r]` up to pair `rangeStart[r + 1]`. */
  readonly rangeStart: Uint32Array
  readonly ranges: Uint32Array
}

/** The rule takes part in no comparison by L3. */
export const NO_PATTERN = 0xffffffff
export const RULE_DISALLOW = 1
/** The rule prohibits only because a qualifier cannot be interpreted (Q4). */
export const RULE_FALLBACK = 2
/** Of a category of site.toml (I6): it has its line there, and its key as the comment before the served line. */
export const RULE_CATEGORY = 4

/** One field on one pattern, a column per property. */
export interface Rules {
  readonly flags: Uint8Array
  readonly usage: Uint8Array
  /** Number in PatternOrder, or NO_PATTERN. */
  readonly pattern: Uint32Array
  /** Octets of a conventional pattern (C1); 0 elsewhere. */
  readonly length: Uint32Array
  /** Number of its RestrictionSet; 0 is the empty one. */
  readonly restrictions: Uint32Array
  readonly file: Uint8Array | Uint32Array
  /** The author's line; 0 for what a route adds to the served file. */
  readonly line: Uint32Array
  /** Line in the served file, or 0. */
  readonly servedLine: Uint32Array
}

/** The qualifiers of a permission, shared by all rules that have the same ones. */
export interface RestrictionSet {
  readonly items: readonly Restriction[]
  /** As META says them. */
  readonly words: readonly string[]
  /** The instant from which the permission has lapsed (Q3), in milliseconds, or null. */
  readonly lapse: number | null
}

/** Slots of a record class: one for each usage by its number, then the action requests. */
export const TAKE_DOWN_SLOT = USAGES.length
export const RE_CRAWL_SLOT = USAGES.length + 1
export const SLOTS = USAGES.length + 2

/** Rules that purposes bind. */
export interface BoundRules {
  readonly purposes: readonly string[]
  /** Roots by usage number; 0 where it has none. */
  readonly roots: readonly number[]
}

/** A set of records or groups that some names share. */
export interface ClassRef {
  readonly id: number
  /** R11: it counts only for crawlers that match one of these names; null: for all. */
  readonly scope: readonly string[] | null
}

/** What one crawler name, or `*`, is addressed by. */
export interface NameProgram {
  readonly name: string
  /** A header that the name matches, where the name by itself is none (I1): a row of words, a member of its family. */
  readonly header?: string
  readonly classes: readonly ClassRef[]
  /** Conventional groups: as an ACAP reader sees them, and by C3. */
  readonly groups: readonly ClassRef[]
  readonly repGroups: readonly ClassRef[]
}

/** The conventional groups of one token, merged (C1). */
export interface GroupProgram {
  readonly root: number
  /** Globs that the trie cannot hold (X1). */
  readonly globs: readonly { readonly rule: number; readonly glob: string }[]
  /** X1: an experimental group does not exist. */
  readonly experimental: boolean
  /** X1: by itself, only what an Allow matches is permitted. */
  readonly allowsOnly: boolean
  /** Also one that never matches. */
  readonly disallows: boolean
  readonly settings: SettingRanges
}

/** The robots.txt that a site serves; of a bare text, that text. */
export function robotsFile({ files }: Pick<SiteProgram, 'files'>): ServedFile {
  return files.find(({ path }) => path === 'robots.txt') ?? files[0]!
}

/** A route's embedded fields; its place in `config.routes` is `index`, and `rule` stands for its pattern. */
export interface RouteProgram {
  readonly index: number
  readonly rule: number
  readonly fields: readonly Required<EmbeddedField>[]
}

/** A file that the site publishes. */
export interface ServedFile {
  /** Path inside the site's folder, which is also the author's name for it. */
  readonly path: string
  /** UTF-8, as it is served. */
  readonly text: Uint8Array
}

/** A compiled site: what `decide` asks. Its parts are for the engine alone. */
export interface SiteProgram {
  readonly name: string
  readonly config: SiteConfig
  readonly version: string
  /** Whether `files` are what is served; false for a bare text, whose lines are the author's own. */
  readonly served: boolean
  /** `robots.txt` first, then the permission files (R11). */
  readonly files: readonly ServedFile[]
  readonly names: readonly NameProgram[]
  readonly any: NameProgram
  /** What `[categories]` say to a nameless crawler of a category (I6); missing where they say nothing, and in older bundles. */
  readonly categories?: Readonly<Partial<Record<Category, NameProgram>>>
  /** The pool of names (I2); an entry is the number of a name. The root is node 1. */
  readonly nameTrie: Trie
  /** Roots of record class `c` and slot `s` at `c * SLOTS + s`; 0 where it has no rules. */
  readonly roots: Uint32Array
  readonly bound: readonly (readonly BoundRules[])[]
  readonly groups: readonly GroupProgram[]
  readonly settings: SettingLists
  /** Paths: ACAP patterns in lower case, conventional ones as written. An entry is the number of a rule. */
  readonly trie: Trie
  readonly order: PatternOrder
  readonly rules: Rules
  readonly restrictions: readonly RestrictionSet[]
  readonly routes: readonly RouteProgram[]
  readonly routeRoot: number
  /** A trie of all patterns of fields about usages other than the crawl (E6). */
  readonly termsRoot: number
  /** What takes its place at the next date of a route (E7), in milliseconds since 1970; missing where there is none. */
  readonly next?: { readonly from: number; readonly program: SiteProgram }
}

/** When dates of routes change a site (E7). */
export function datesOf({ next }: SiteProgram): readonly number[] {
  return next === undefined ? [] : [next.from, ...datesOf(next.program)]
}

/** The program of a site that is in force at an instant (E7). */
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

/** What recognises known crawlers: a name automaton (I3). What is optional comes of a build: drafts do without. */
export interface Recognition {
  /** A list, or what makes each crawler when it is asked for. */
  readonly crawlers: Pick<readonly KnownCrawler[], 'length' | 'at'>
  /** An entry is the number of a crawler. The root is node 1. */
  readonly trie: Trie
  /** Addresses by which crawlers name themselves in place of a name. */
  readonly addresses?: readonly string[]
  /** Numbers of the crawlers whose names count anywhere beside a browser's engine (I5); default all. */
  readonly anywhere?: readonly number[]
  readonly proofs?: NameProofs
}

/** The known crawlers, compiled. */
export type Registry = Recognition & { readonly crawlers: readonly KnownCrawler[] }

/** The published address ranges of one operator, sorted and merged (I4). */
export interface Network {
  readonly name: string
  /** All names that it proves, where there are more than its own. */
  readonly names?: readonly string[]
  /** Whether the list was fresh enough at build to let a name fail. */
  readonly fresh: boolean
  readonly v4: Uint32Array
  /** Pairs of first and last address, four words an address, most significant first. */
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

/** Pairs of a first place in a list and the place behind the last: `[0, 2, 5, 6]` holds the places 0, 1 and 5. */
export type Ranges = readonly number[]
/** Which settings a group has. */
export type SettingRanges = Readonly<Record<keyof SettingLists, Ranges>>

/** X3: one Request-rate or Crawl-delay, as seconds for one document. */
export interface RateProgram {
  readonly rule: number
  readonly seconds: number
  readonly window: WindowProgram | null
}

/** The settings of all groups of a site, each once. */
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
