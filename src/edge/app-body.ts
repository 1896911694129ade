/**
 * An answer that an app made in this isolate → the same with a body that can be piped. It may be one end of a stream of
 * the runtime (a copy, a rewriter's output), and workerd cannot pipe one such stream into another: the page would never
 * arrive. A stream of JavaScript in between carries it.
 */
import { isHtml } from './html/html.ts'

/** The answer; of another body where it is a page, which alone is piped. */
export function withPipeableBody(response: Response): Response {
  const { body, headers } = response
  if (body === null || !isHtml(headers)) return response
  return new Response(body.pipeThrough(new TransformStream()), response)
}
