/**
 * The one answer of the engine (docs/semantics.md, D). Made with numbers only; texts are rendered when they are read.
 */
import type { Assurance, Basis, Category, Outcome } from '../vocabulary/decision-words.ts'
import type { Directives, Restriction } from '../vocabulary/restriction.ts'
import type { Usage } from '../vocabulary/usages.ts'

/** A field that decided. `source` is the author's file, `meta` or `route`; embedded fields have no lines. */
export interface DecidingField {
  readonly source: string
  readonly line?: number
  readonly servedLine?: number
  readonly text: string
}

/** The decision on one question. The CLI's `--json` and the edge's log print exactly `toJSON()`. */
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
