/**
 * What an edge in an app of Node, Deno and Bun takes, and its shape. Types only; they name nothing of Node's.
 */
import type { BundleStore } from '../../edge/platform.ts'
import type { Next, RequestContext } from '../app-origin.ts'

/** Options of an edge in an app. */
export interface NodeEdgeOptions {
  /**
   * The proxies whose `X-Forwarded-For` counts: addresses, ranges, `loopback`, `private`. By default none: the client
   * is who connects.
   */
  readonly trust?: readonly string[]
  /**
   * Where newer policies than `bundle` come from: `fileBundle(path)`, `urlBundle(url)`, or what `acap publish` fills:
   * `folderStore(path)`, `urlStore(url)`. By default nowhere.
   */
  readonly bundles?: BundleStore
}

/** What a server knows of a request beside it. */
export interface NodeContext extends RequestContext {
  /** The address of the connection. Without it no name is proven by address. */
  readonly address?: string | undefined
}

/** Answers a request, by the app where the policy lets it. */
export type NodeEdge = (request: Request, next: Next, context?: NodeContext) => Promise<Response>
