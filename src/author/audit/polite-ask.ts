/** Sends an audit's requests, until the site asks to stop or their number is used up. */
import type { Ask, AuditAgent, AuditAnswer } from './answers.ts'

const MOST_FAILURES = 3
/**
 * RFC 9309 2.3.1.2 has crawlers follow at least five redirects. One more shows that there are too
 * many, which is check 6.
 */
const MOST_REDIRECTS = 6

export class PoliteAsk {
  readonly #send: Ask
  readonly #most: number
  /** What was not asked, and why. */
  readonly skipped: string[] = []
  asked = 0
  #failures = 0
  #isStopped = false

  constructor(send: Ask, most: number) {
    this.#send = send
    this.#most = most
  }

  /** Sends a question, unless the audit has sent enough or the site wants no more. */
  async ask(url: string, agent: AuditAgent, wants: 'text' | 'page'): Promise<AuditAnswer | null> {
    if (this.#isStopped) return null
    if (this.asked >= this.#most) {
      this.#stop(`everything after ${this.#most} requests`)
      return null
    }
    this.asked++
    const redirects = Math.min(MOST_REDIRECTS, this.#most - this.asked)
    const answer = await this.#send({ url, agent, redirects }, wants)
    this.asked += Math.min(redirects, answer.redirects.length)
    this.#failures = answer.status === 0 || answer.status >= 500 ? this.#failures + 1 : 0
    const mustWait = answer.status === 503 || answer.status === 429
    if (mustWait && 'retry-after' in answer.headers)
      this.#stop(`everything after a status ${answer.status} with Retry-After`)
    // robots.txt may fail for every crawler (check 3), so its failures alone do not stop the audit.
    // A site that does not answer at all does.
    const isAlive = answer.status !== 0 && url.includes('/robots.txt')
    if (this.#failures >= MOST_FAILURES && !isAlive)
      this.#stop(`everything after ${MOST_FAILURES} failures in a row`)
    return answer
  }

  #stop(why: string): void {
    this.#isStopped = true
    this.skipped.push(why)
  }
}
