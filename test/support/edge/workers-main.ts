/**
 * The Worker that tests in the Workers runtime stand in: it has the Durable Object, and no policies of its own.
 */
export { Pacer } from '../../../src/doors/workers/pacer.ts'

export default {
  fetch: () => new Response('tests make apps of their own'),
} satisfies ExportedHandler
