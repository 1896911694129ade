/**
 * Times → promises that settle when they are over, and work that may take no longer.
 */

/** What some work gives; what `late` gives or throws where that takes longer. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => T): Promise<T> {
  const patience = new Patience(milliseconds)
  try {
    return await Promise.race([work, patience.over.then(late)])
  } finally {
    patience.end()
  }
}

/** A timer that can be raced against, cut short, and given up. */
export class Patience {
  #resolve: (over: 'over') => void = () => undefined
  readonly over = new Promise<'over'>((resolve) => {
    this.#resolve = resolve
  })
  #timer: ReturnType<typeof setTimeout>
  #isCut = false

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => this.#resolve('over'), milliseconds)
  }

  /** Waits no longer than this from now on; only the first cut counts. */
  cut(milliseconds: number): Promise<'over'> {
    if (!this.#isCut) {
      this.#isCut = true
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.#resolve('over'), Math.max(0, milliseconds))
    }
    return this.over
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
