/**
 * A request in Node whose origin has one page for every path: for runs in one process, without a network.
 */
import { NodeExchange, type NodeServices } from '../../../src/doors/node/exchange.ts'

export class PageExchange extends NodeExchange {
  readonly #page: string

  constructor(request: Request, peer: string, services: NodeServices, page: string) {
    super(request, peer, services)
    this.#page = page
  }

  async askOrigin(): Promise<Response> {
    return new Response(this.#page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }
}
