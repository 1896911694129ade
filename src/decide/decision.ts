/**
 * The engine's input and output: the facts of a question, and the Decision (docs/semantics.md, D).
 */
import type { Assurance, Basis, Category, Dialect, Outcome } from '../words/decision-words.ts'
import type { ElementField, EmbeddedField } from '../words/embedded.ts'
import type { Directives, Interprets, Restriction } from '../words/restriction.ts'
import type { RobotsTerm } from '../words/robots-meta.ts'
import type { Usage } from '../words/usages.ts'
import type { Agent, RecognisedClient } from './agents.ts'

/**
 * A deciding field. `source` is the author's file, `meta`, `X-Robots-Tag` or `route`. Fields of
 * pages have no lines.
 */
export interface DecidingField {
  readonly source: string
  readonly line?: number
  readonly servedLine?: number
  readonly text: string
}

/** The decision on one question. The CLI's `--json` and the edge's log print these members. */
export interface Decision {
  readonly usage: Usage
  readonly outcome: Outcome
  readonly basis: Basis
  readonly crawler: {
    readonly name: string | null
    /**
     * The name that an unknown client declares, for display only (I3). Absent if it has a known
     * name or declares none.
     */
    readonly declared?: string
    readonly assurance: Assurance
    readonly category: Category | null
  }
  readonly restrictions: readonly Restriction[]
  /** Seconds until a deferred crawl may retry; null otherwise. */
  readonly retryAfter: number | null
  /** One document per this many seconds (X3); null if no rate applies at that time. */
  readonly rate: { readonly seconds: number } | null
  readonly comments: readonly string[]
  /** The policy's names whose fields decided, `*` for all; empty if no field decided. */
  readonly names: readonly string[]
  readonly fields: readonly DecidingField[]
  /** The App-Directives (A2), if the question names an application. */
  readonly directives?: Directives | undefined
  /** The reason in one sentence, for people. */
  readonly reason: string
}

/** The facts of one question. The defaults are those of the conformance cases. */
export interface Facts {
  /** The User-Agent header; empty if absent. */
  readonly userAgent: string
  /** The client, as `recognise` returned it. @default recognised by the header */
  readonly agent?: RecognisedClient
  /** Path and query of the request target. The path begins with `/`. */
  readonly target: string
  /**
   * More targets whose fields and routes apply together with those of `target` (P6). @default none
   */
  readonly joined?: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: number
  /** The intended usage. @default 'crawl' */
  readonly usage?: Usage
  /** The resource's absolute URI, for `location` (E3). @default unknown */
  readonly uri?: string
  /** The crawler's purposes (L8). @default those in its profile */
  readonly purposes?: readonly string[]
  /** The fields in the origin's page (E1). @default none */
  readonly meta?: readonly EmbeddedField[]
  /**
   * The page's robots META and X-Robots-Tag (D): their `noindex` prohibits the index. @default none
   */
  readonly robotsTerms?: readonly RobotsTerm[]
  /** The page's class tokens (F2). @default none */
  readonly elements?: readonly ElementField[]
  /** The fields that the crawler understands (F1). @default those in its profile */
  readonly interprets?: Interprets
  /** The records that it obeys (C3). @default those in its profile */
  readonly dialect?: Dialect
  /** A registered product token, for App-Directives (A2). @default none */
  readonly application?: string
  /**
   * How far the name is proven. With `failed`, the decision for a nameless crawler applies, too
   * (I4). @default 'claimed'
   */
  readonly assurance?: Assurance
  /**
   * Whether the name's address lists lack the address without disproving the name. Handled like
   * `failed` (I4). @default false
   */
  readonly unlisted?: boolean
}

/** Facts with an agent of the engine that decides. */
export interface EngineFacts extends Facts {
  readonly agent?: Agent
}
