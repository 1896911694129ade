/**
 * Delays `destroy` of a response by its app until what it wrote is sent, as without the middleware.
 */
import type { ServerResponse } from 'node:http'

type Destroyed = Pick<ServerResponse, 'destroy'>

interface Asking {
  /** Whether something of the app's waits to be sent. */
  isLate(): boolean
  onAsked(): void
}

export class LateDestroy {
  #act: (() => void) | null = null

  /** `streams`: the answer, and what it is written to, where that is known. */
  constructor(streams: readonly (Destroyed | undefined)[], { isLate, onAsked }: Asking) {
    for (const stream of streams) {
      if (stream === undefined) continue
      const { destroy } = stream
      stream.destroy = (...given) => {
        const act = () => void Reflect.apply(destroy, stream, given)
        if (isLate()) this.#act ??= act
        else act()
        onAsked()
        return stream as ServerResponse
      }
    }
  }

  get isAsked(): boolean {
    return this.#act !== null
  }

  run(): void {
    this.#act?.()
  }
}
