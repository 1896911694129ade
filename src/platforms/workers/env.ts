/**
 * The bindings and variables of a Worker that the edge looks at. All are optional: what is not bound is not used.
 */

/** The Worker's environment. */
export interface EdgeEnv extends OriginEnv {
  /** Counts crawlers' documents (X3). Without it rates are published, not enforced. */
  readonly PACE?: PacerNamespace
  /** A newer bundle than the one in the Worker. */
  readonly POLICIES?: PolicyStore
  /** Receives a data point for each decision. */
  readonly DECISIONS?: DecisionLog
}

/** What reaches an origin. */
export interface OriginEnv {
  readonly ORIGIN_URL?: string
  readonly ORIGIN?: { fetch(request: Request, init?: object): Promise<Response> }
  /** Seconds that an origin has until its headers come; where absent the platform's own limit holds. */
  readonly ORIGIN_TIMEOUT?: string
}

// Written out, and not taken from @cloudflare/workers-types: the library's types compile without that package.

/** The part of a Durable Object namespace of `Pacer` that is needed. */
export interface PacerNamespace {
  getByName(name: string): { admit(interval: number): Promise<number> }
}

/** The part of a KV namespace that is needed. */
export interface PolicyStore {
  get(key: string, options: { type: 'arrayBuffer'; cacheTtl?: number }): Promise<ArrayBuffer | null>
}

/** The part of an Analytics Engine binding that is needed. */
export interface DecisionLog {
  writeDataPoint(point: { blobs: string[]; doubles: number[]; indexes: string[] }): void
}
