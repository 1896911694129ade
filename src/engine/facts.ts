/**
 * What the engine is asked: plain strings and numbers, embedded fields as typed data. No platform type enters.
 */
import type { Assurance, Dialect } from '../vocabulary/decision-words.ts'
import type { ElementField, EmbeddedField } from '../vocabulary/embedded.ts'
import type { Interprets } from '../vocabulary/restriction.ts'
import type { Usage } from '../vocabulary/usages.ts'
import type { Agent } from './agents.ts'

/** The facts of one question. Absent members have the defaults of the conformance cases. */
export interface Facts {
  /** The User-Agent header; empty where there is none. */
  readonly userAgent: string
  /** Who that is, where `recognise` was called before. */
  readonly agent?: Agent
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
  /** Class tokens found in the page (F2). */
  readonly elements?: readonly ElementField[]
  /** Default that of its profile (F1). */
  readonly interprets?: Interprets
  /** Default that of its profile (C3). */
  readonly dialect?: Dialect
  /** A registered product token, for App-Directives (A2). */
  readonly application?: string
  /** How far the name is proven; `failed` is evaluated as `*` and as the name (I4). Default `claimed`. */
  readonly assurance?: Assurance
}
