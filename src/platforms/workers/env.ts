/**
 * The bindings and variables of a Worker that the edge looks at. All are optional: what is not bound is not used.
 */
import type { Pacer } from './pacer.ts'

/** The Worker's environment. */
export interface EdgeEnv extends OriginEnv {
  /** Counts crawlers' documents (X3). Without it rates are published, not kept. */
  readonly PACE?: PacerNamespace
  /** A newer bundle than the one in the Worker. */
  readonly POLICIES?: PolicyStore
  /** Receives a data point for each decision. */
  readonly DECISIONS?: DecisionLog
}

/** What reaches an origin. */
export interface OriginEnv {
  readonly ORIGIN_URL?: string
  readonly ORIGIN?: Pick<Fetcher, 'fetch'>
  /** Seconds that an origin has until its headers come; where absent the platform's own limit holds. */
  readonly ORIGIN_TIMEOUT?: string
}

/** The part of a Durable Object namespace that is needed. */
export type PacerNamespace = Pick<DurableObjectNamespace<Pacer>, 'getByName'>

/** The part of a KV namespace that is needed. */
export type PolicyStore = Pick<KVNamespace, 'get'>

/** The part of an Analytics Engine binding that is needed. */
export type DecisionLog = Pick<AnalyticsEngineDataset, 'writeDataPoint'>
