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
  /** Who that is, where `recognise` was called before. */
  readonly agent?: RecognisedClient
  /** Path and query of the request target, beginning with `/`. */
  readonly target: string
  /** Further targets: the fields and the route that match one of them are found together with those of `target` (P6). */
  readonly joined?: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: number
  /** Default `crawl`. */
  readonly usage?: Usage
  /** The resource's own URI, absolute, for `location` (E3). */
  readonly uri?: string
  /** The crawler's purposes; default those of its profile (L8). */
  readonly purposes?: readonly string[]
  /** Fields the origin's page carries (E1). */
  readonly meta?: readonly EmbeddedField[]
  /** The page's own robots META and X-Robots-Tag (D): their `noindex` prohibits the index. */
  readonly robotsTerms?: readonly RobotsTerm[]
  /** Class tokens found in the page (F2). */
  readonly elements?: readonly ElementField[]
  /** Default that of its profile (F1). */
  readonly interprets?: Interprets
  /** Default that of its profile (C3). */
  readonly dialect?: Dialect
  /** A registered product token, for App-Directives (A2). */
  readonly application?: string
  /** How far the name is proven; `failed` is evaluated as a nameless crawler, too (I4). Default `claimed`. */
  readonly assurance?: Assurance
  /** A claimed name whose lists lack the address, and cannot disprove it: evaluated as `failed` is (I4). Default false. */
  readonly unlisted?: boolean
}

/** The same with an agent of the engine that is asked. */
export interface EngineFacts extends Facts {
  readonly agent?: Agent
}
