/**
 * Timeouts for asynchronous work.
 */
import { ticks } from './ticks.ts'

/** The result of some work, or what `late` returns or throws if the work takes longer. */
export async function within<T>(milliseconds: number, work: Promise<T>, late: () => T): Promise<T> {
  const patience = new Patience(milliseconds)
  try {
    return await Promise.race([work, patience.over.then(late)])
  } finally {
    patience.end()
  }
}

/** A timer that can be raced against, shortened and cancelled. It starts on first use. */
export class Patience {
  #resolve: (over: 'over') => void = () => undefined
  readonly #over = new Promise<'over'>((resolve) => {
    this.#resolve = resolve
  })
  #milliseconds: number
  #begun: number | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds
  }

  get over(): Promise<'over'> {
    if (this.#timer === undefined) this.#run()
    return this.#over
  }

  /** Shortens the total wait. */
  cut(milliseconds: number): Promise<'over'> {
    if (milliseconds < this.#milliseconds) {
      this.#milliseconds = milliseconds
      this.end()
      this.#run()
    }
    return this.over
  }

  #run(): void {
    this.#begun ??= ticks()
    const left = Math.max(0, this.#begun + this.#milliseconds - ticks())
    this.#timer = setTimeout(() => this.#resolve('over'), left)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
