/**
 * The library's `acap-edge/worker`: the reverse proxy as a Worker, and the Durable Object that
 * keeps rates. Its types say what `import bundle from './policies.bin'` gives.
 */
/// <reference path="./data-modules.d.ts" preserve="true" />

export type { EdgeOptions } from '../../edge/edge.ts'
export type {
  DecisionLog,
  EdgeEnv,
  OriginEnv,
  PacerNamespace,
  PolicyStore,
  WorkersOptions,
} from './exchange.ts'
export type { Clock } from './pacer.ts'
export { Pacer } from './pacer.ts'
export type { WorkerContext } from './proxy-worker.ts'
export { type App, createApp } from './proxy-worker.ts'
export type { ElementRewriter } from './request-terms.ts'
export { type RequestTerms, requestTerms as termsOf } from './request-terms.ts'
