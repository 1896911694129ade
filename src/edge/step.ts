/**
 * What is done with a request, as the parts of the edge tell it to the middleware.
 */

/** An answer; the request to pass on and what to do with what comes back; or null: it is none of our business. */
export type Step = Response | Forward | null

/** Asks the same origin something else instead. */
export type AskAgain = (request: Request) => Promise<Response>

/** A request on its way to the origin. */
export interface Forward {
  readonly request: Request
  readonly isCrawler: boolean
  /** Made of the origin's answer; the same object where nothing is to be done with it. */
  after(response: Response, askAgain: AskAgain): Response | Promise<Response>
}
