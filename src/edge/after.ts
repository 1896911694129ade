/**
 * Times → promises that settle when they are over, to be raced against.
 */
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

export function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
