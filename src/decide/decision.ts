/** What the engine is asked, in plain strings, numbers and typed fields, and its one answer (docs/semantics.md, D). */
import type { Assurance, Basis, Category, Dialect, Outcome } from '../words/decision-words.ts'
import type { ElementField, EmbeddedField } from '../words/embedded.ts'
import type { Directives, Interprets, Restriction } from '../words/restriction.ts'
import type { RobotsTerm } from '../words/robots-meta.ts'
import type { Usage } from '../words/usages.ts'
import type { Agent, RecognisedClient } from './agents.ts'

/** A field that decided. `source` is the author's file, `meta`, `X-Robots-Tag` or `route`; what pages say has no lines. */
export interface DecidingField {
  readonly source: string
  readonly line?: number
  readonly servedLine?: number
  readonly text: string
}

/** The decision on one question. The CLI's `--json` and the edge's log print exactly these members. */
export interface Decision {
  readonly usage: Usage
  readonly outcome: Outcome
  readonly basis: Basis
  readonly crawler: {
    readonly name: string | null
    /** What an unknown client declares itself to be, for display only (I3); absent where there is a name, or nothing is declared. */
    readonly declared?: string
    readonly assurance: Assurance
    readonly category: Category | null
  }
  readonly restrictions: readonly Restriction[]
  /** Seconds until a deferred crawl may come back; null otherwise. */
  readonly retryAfter: number | null
  /** One document per so many seconds (X3), where the group names a rate at that time. */
  readonly rate: { readonly seconds: number } | null
  readonly comments: readonly string[]
  /** The crawler names of the policy whose fields decided, `*` for everybody; empty where no field did. */
  readonly names: readonly string[]
  readonly fields: readonly DecidingField[]
  /** A2's map, where an application was asked about. */
  readonly directives?: Directives | undefined
  /** One sentence a person can act on. */
  readonly reason: string
}

/** The facts of one question. Absent members have the defaults of the conformance cases. */
export interface Facts {
  /** The User-Agent header; empty where there is none. */
  readonly userAgent: string
  /** Who that is, where `recognise` was called before. @default found by the header */
  readonly agent?: RecognisedClient
  /** Path and query of the request target, beginning with `/`. */
  readonly target: string
  /** Further targets: the fields and the route that match one of them are found together with those of `target` (P6). @default none */
  readonly joined?: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: number
  /** What the page is wanted for. @default 'crawl' */
  readonly usage?: Usage
  /** The resource's own URI, absolute, for `location` (E3). @default unknown */
  readonly uri?: string
  /** The crawler's purposes (L8). @default those of its profile */
  readonly purposes?: readonly string[]
  /** Fields the origin's page carries (E1). @default none */
  readonly meta?: readonly EmbeddedField[]
  /** The page's own robots META and X-Robots-Tag (D): their `noindex` prohibits the index. @default none */
  readonly robotsTerms?: readonly RobotsTerm[]
  /** Class tokens found in the page (F2). @default none */
  readonly elements?: readonly ElementField[]
  /** Which fields the crawler understands (F1). @default what its profile says */
  readonly interprets?: Interprets
  /** Which records it obeys (C3). @default what its profile says */
  readonly dialect?: Dialect
  /** A registered product token, for App-Directives (A2). @default none */
  readonly application?: string
  /** How far the name is proven; `failed` is evaluated as a nameless crawler, too (I4). @default 'claimed' */
  readonly assurance?: Assurance
  /** A claimed name whose lists lack the address, and cannot disprove it: evaluated as `failed` is (I4). @default false */
  readonly unlisted?: boolean
}

/** The same with an agent of the engine that is asked. */
export interface EngineFacts extends Facts {
  readonly agent?: Agent
}
