/**
 * The library's `acap-edge/fastify`: the edge as a plugin of Fastify 5. Requests of `inject()` come
 * by it, too.
 */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { AcapVariables } from '../app-origin.ts'
import type { AcapOptions } from '../node/app-edge.ts'
import { guardBy } from '../node/node-middleware.ts'

export type { EdgeOptions } from '../../edge/edge.ts'
export type { BundleStore, DecidingField, Decision } from '../../edge/platform.ts'
export type { Assurance, Basis, Category, Outcome } from '../../words/decision-words.ts'
export type * from '../../words/restriction.ts'
export type { Usage } from '../../words/usages.ts'
export type { AcapVariables } from '../app-origin.ts'
export type { AcapOptions, NodeEdgeOptions } from '../node/app-edge.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the edge found, for handlers. */
    readonly acap?: AcapVariables
  }
}

/**
 * Enforces a bundle's policies on every request of an app.
 *
 * @throws TypeError as `edge` does.
 * @example
 * const app = Fastify()
 * app.register(acap, { bundle: readFileSync('dist/policies.bin') })
 */
export const acap: FastifyPluginAsync<AcapOptions> = async (app, options) => {
  const guard = guardBy('acap', options?.bundle, options, true)
  app.decorateRequest('acap', {
    getter(this: FastifyRequest) {
      return Reflect.get(this.raw, 'acap')
    },
  })
  app.addHook('onRequest', ({ raw, originalUrl }, reply, next) => {
    // The public URL, before `rewriteUrl`.
    Object.assign(raw, { originalUrl })
    guard(raw, reply.raw, (fault) => next(fault as Error | undefined))
  })
}

Object.assign(acap, {
  // The hook is the whole app's, and not a part's.
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: 'acap-edge',
  [Symbol.for('plugin-meta')]: { name: 'acap-edge', fastify: '5.x' },
})
