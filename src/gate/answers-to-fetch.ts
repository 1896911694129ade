/**
 * Answers that a server fetches after the verdict (nginx): each is judged, counted and logged once, and kept for a moment.
 */
import { randomUUID } from 'node:crypto'

/** Servers fetch at once. An answer that is gone is judged again. */
const MOST_ANSWERS = 1000

/** Keeps answers by keys that nobody can guess. */
export class AnswersToFetch {
  readonly #answers = new Map<string, Response>()

  /** Keeps an answer; gives its key. */
  add(answer: Response): string {
    const key = randomUUID()
    this.#answers.set(key, answer)
    if (this.#answers.size > MOST_ANSWERS) this.#answers.delete(this.#answers.keys().next().value!)
    return key
  }

  /** The answer of a key, once; null where it is not kept. */
  take(key: string): Response | null {
    const answer = this.#answers.get(key) ?? null
    this.#answers.delete(key)
    return answer
  }
}
