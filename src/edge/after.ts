/**
 * Times → promises that settle when they are over, and work that may take no longer.
 */

export function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** What some work gives; what `late` gives or throws where that takes longer. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    return await Promise.race([work, over.then(late)])
  } finally {
    clearTimeout(timer)
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
