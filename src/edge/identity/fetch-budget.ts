/**
 * A token bucket: how many fetches may begin now. It knows nothing of what is fetched.
 */
export class FetchBudget {
  readonly #burst: number
  readonly #intervalMs: number
  #tokens: number
  #countedAt = Number.NEGATIVE_INFINITY

  /** `burst` fetches at once, then one per `intervalMs`. */
  constructor(burst: number, intervalMs: number) {
    this.#burst = burst
    this.#intervalMs = intervalMs
    this.#tokens = burst
  }

  /** Whether a fetch may begin; it counts if so. */
  take(now: number): boolean {
    const gained = Math.max(0, now - this.#countedAt) / this.#intervalMs
    this.#tokens = Math.min(this.#burst, this.#tokens + gained)
    this.#countedAt = now
    if (this.#tokens < 1) return false
    this.#tokens--
    return true
  }
}
