/**
 * The interface to a response that an app writes to a ServerResponse, captured before it reaches
 * the connection.
 */

/**
 * The statuses that a Response can have. What is none of them is given as `ODD_STATUS`, and sent as
 * it was.
 */
const POSSIBLE = { first: 200, last: 599 } as const
export const ODD_STATUS = 599

export function possibleStatus(status: number): number {
  return status < POSSIBLE.first || status > POSSIBLE.last ? ODD_STATUS : status
}

/** Statuses whose answers have no body for a Response. */
export const BODILESS: ReadonlySet<number> = new Set([204, 205, 304])

export interface AppAnswer {
  /** Settles when the app has written its header. The body is read while the app writes it. */
  readonly response: Promise<Response>
  /** Sends the answer as the app wrote it, and lets the app write the rest itself. */
  release(): void
  /**
   * Sends this answer in its place: the app's own in another form, or another. Settles when all of
   * it is handed over, or the connection is gone. Never rejects.
   */
  send(answer: Response): Promise<void>
}
