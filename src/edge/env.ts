/**
 * The bindings and variables the edge looks at. All are optional: what is not bound is not used.
 */
import type { PolicyStore } from './bundle-source.ts'
import type { DecisionLog } from './log.ts'
import type { OriginEnv } from './origin.ts'
import type { PacerNamespace } from './pace.ts'

/** The Worker's environment. */
export interface EdgeEnv extends OriginEnv {
  /** Counts crawlers' documents (X3). Without it rates are told, not kept. */
  readonly PACE?: PacerNamespace
  /** A newer bundle than the one in the Worker. */
  readonly POLICIES?: PolicyStore
  readonly DECISIONS?: DecisionLog
}
