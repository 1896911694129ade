/**
 * Bundle and options → an edge before an app in Node, Deno and Bun, and the exchange of each request.
 */
import { Edge } from '../../edge/edge.ts'
import type { BundleStore } from '../../edge/platform.ts'
import { AppOrigin, type Next } from '../app-origin.ts'
import { checkOptions } from '../check-options.ts'
import { trustedProxies } from './client-address.ts'
import type { NodeContext, NodeEdge, NodeEdgeOptions } from './edge-options.ts'
import { localServices, NodeExchange, type NodeServices } from './exchange.ts'

const OPTIONS = ['bundles', 'trust']
const NEEDS = ['Request', 'Response', 'Headers', 'ReadableStream', 'TransformStream', 'crypto']

/** The edge that a function of this name makes of these options, and its services. */
export function edgeFor(
  name: string,
  bundle: ArrayBuffer | Uint8Array,
  options: NodeEdgeOptions,
): [edge: Edge, services: NodeServices] {
  checkOptions(bundle, options, { name, options: name === 'acap' ? ['bundle', ...OPTIONS] : OPTIONS, needs: NEEDS })
  checkStore(name, options.bundles)
  const services = localServices(trustedProxies(options.trust ?? []), options.bundles)
  return [new Edge(services.platform, { bundle }), services]
}

/** The handler of an edge. */
export function handlerOf(edge: Edge, services: NodeServices): NodeEdge {
  return (request, next, context = {}) => edge.answer(new AppExchange(request, next, context, services))
}

function checkStore(name: string, bundles: unknown): void {
  if (bundles === undefined || typeof (bundles as BundleStore | null)?.get === 'function') return
  throw new TypeError(`${name}(): \`bundles\` must be a store, such as \`fileBundle('dist/policies.bin')\``)
}

/** A request whose origin is the app. */
export class AppExchange extends NodeExchange {
  readonly app: AppOrigin

  constructor(request: Request, next: Next, context: NodeContext, services: NodeServices) {
    super(request, context.address, services)
    this.app = new AppOrigin(next, context)
  }

  askOrigin(request: Request, siteOrigin: string | null): Promise<Response> {
    return this.app.ask(request, siteOrigin)
  }
}
