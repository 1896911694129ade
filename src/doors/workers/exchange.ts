/**
 * The platform of Cloudflare Workers: KV, Durable Objects, Analytics Engine, and what Cloudflare
 * says of a client. All bindings are optional.
 */
import type { Zlib } from '../../edge/html/byte-source.ts'
import type {
  AppBehind,
  Bodies,
  BotVerdict,
  BundleStore,
  Exchange,
  LineCounter,
  PaceStore,
  Platform,
} from '../../edge/platform.ts'
import { placeTags } from './place-tags.ts'

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
  /**
   * Seconds that an origin has until its headers come; where absent the platform's own limit holds.
   */
  readonly ORIGIN_TIMEOUT?: string
}

// Written out, and not taken from @cloudflare/workers-types: the library's types compile without
// that package.

/** The Durable Objects that count rates. */
export interface PacerNamespace {
  getByName(name: string): { admit(interval: number): Promise<number> }
}

/** A KV namespace with published policies. */
export interface PolicyStore {
  get(key: string, options: { type: 'arrayBuffer'; cacheTtl?: number }): Promise<ArrayBuffer | null>
}

/** A dataset of Workers Analytics Engine. */
export interface DecisionLog {
  writeDataPoint(point: { blobs: string[]; doubles: number[]; indexes: string[] }): void
}

/** Fetches leave from Cloudflare's own network, which reaches no private one. */
export const WORKERS: Platform = { log: console, fetchKeys: (input, init) => fetch(input, init) }

let zlib: Promise<Zlib | null> | null = null

/** The runtime has `node:zlib` unless a Worker's compatibility date is from before 2024-09-23. */
function loadZlib(): Promise<Zlib | null> {
  zlib ??= import('node:zlib').catch(() => null)
  return zlib
}

async function queued(): Promise<'over'> {
  await scheduler.wait(0)
  return 'over'
}

/** Bodies that `askOrigin` of proxy-worker.ts fetches. */
export const AS_SENT: Bodies = { isStillCoded: null, encode: null, loadZlib, queued }

/** What a Worker may switch off. */
export interface WorkersOptions {
  /**
   * Whether the runtime's HTMLRewriter writes the tags where it can. If a runtime's rewriter
   * misbehaves, `false` has the edge write them itself in all pages, as it does on other platforms.
   * @default true
   */
  readonly rewriter?: boolean
}

export function bodiesBy({ rewriter = true }: WorkersOptions): Bodies {
  return rewriter ? { ...AS_SENT, placeTags } : AS_SENT
}

export abstract class WorkersExchange implements Exchange {
  readonly platform = WORKERS
  readonly request: Request
  readonly #env: EdgeEnv
  abstract readonly app: AppBehind | null
  abstract readonly bodies: Bodies

  constructor(request: Request, env: EdgeEnv) {
    this.request = request
    this.#env = env
  }

  abstract askOrigin(...asked: Parameters<Exchange['askOrigin']>): Promise<Response>
  abstract keepAlive(work: Promise<unknown>): void

  get clientAddress(): string | null {
    return this.request.headers.get('cf-connecting-ip')
  }

  get botVerdict(): BotVerdict | null {
    const { cf } = this.request as { cf?: { asn?: number; verifiedBotCategory?: string } }
    if (cf === undefined) return null
    return { category: cf.verifiedBotCategory || null, asn: cf.asn ?? null }
  }

  get pricing(): string | null {
    return this.request.headers.get('cf-pay-per-crawl')
  }

  get bundles(): BundleStore | null {
    const { POLICIES } = this.#env
    const how = { type: 'arrayBuffer', cacheTtl: CACHE_TTL_S } as const
    return POLICIES === undefined ? null : { get: (key) => POLICIES.get(key, how) }
  }

  get paces(): PaceStore | null {
    const { PACE } = this.#env
    return PACE === undefined
      ? null
      : { admit: (key, interval) => PACE.getByName(key).admit(interval) }
  }

  get counter(): LineCounter | null {
    const { DECISIONS } = this.#env
    return DECISIONS === undefined ? null : counterOf(DECISIONS)
  }
}

/** The least that KV takes: what the isolate's data centre may have been holding already. */
const CACHE_TTL_S = 30

function counterOf(dataset: DecisionLog): LineCounter {
  return {
    count({
      site,
      crawler,
      assurance,
      outcome,
      basis,
      rule,
      policyHash,
      mode,
      host,
      client,
      ...line
    }) {
      const blobs = [crawler?.name, assurance.level, outcome, basis, rule?.text, policyHash, mode]
      const further = [crawler?.category, host, client.list ?? client.prefix]
      dataset.writeDataPoint({
        indexes: [site?.slice(0, 96) ?? ''],
        blobs: [...blobs, ...further].map((text) => text ?? ''),
        doubles: [
          rule?.servedLine ?? rule?.line ?? 0,
          line.milliseconds ?? 0,
          line.status ?? 0,
          line.bytes ?? 0,
        ],
      })
    },
  }
}
