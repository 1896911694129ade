/**
 * The answers that the gate itself gives; those that count as no request in the metrics; and those
 * that a server fetches after the verdict (nginx): each is judged, counted and logged once, and
 * kept for a moment.
 */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

/** How long a client that finds no room should wait, in seconds. */
const RETRY_AFTER_S = 5

export function notAllowed(): Response {
  return plain(405, 'this method is not allowed here', { allow: 'GET, HEAD, OPTIONS' })
}

/**
 * Sent to crawlers and pipelined requests over a limit, and to readers if no place is left at all.
 */
export function busy(): Response {
  return plain(503, 'too many requests are under way: come back later', {
    'retry-after': String(RETRY_AFTER_S),
  })
}

export function silentUpload(): Response {
  return plain(408, 'the rest of this request did not come')
}

function plain(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const own = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(`${text}\n`, { status, headers: { ...own, ...headers } })
}

const UNCOUNTED = new WeakSet<ServerResponse>()

export function leaveUncounted(outgoing: ServerResponse): void {
  UNCOUNTED.add(outgoing)
}

export function isCounted(outgoing: ServerResponse): boolean {
  return !UNCOUNTED.has(outgoing)
}

/**
 * Servers fetch an answer right after the verdict. If it was dropped, the request is judged again.
 */
const MOST_ANSWERS = 1000

export class AnswersToFetch {
  readonly #answers = new Map<string, Response>()

  add(answer: Response): string {
    const key = randomUUID()
    this.#answers.set(key, answer)
    if (this.#answers.size > MOST_ANSWERS) this.#answers.delete(this.#answers.keys().next().value!)
    return key
  }

  take(key: string): Response | null {
    const answer = this.#answers.get(key) ?? null
    this.#answers.delete(key)
    return answer
  }
}
