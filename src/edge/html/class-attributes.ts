/**
 * A page's bytes + a rewriter that puts class attributes in (E1) → the page rewritten, whole in any case. The runtime's
 * rewriter keeps a tag until its end and breaks the page off where that takes more than 3 MiB. So it gets the page up to
 * the first tag that is longer than a third of that, and the rest goes on as it is. At most so much is held. What looks
 * like a tag in a script counts as one: at worst a script of a megabyte without any `>` ends the class attributes.
 */
import { DATA, NEXT, OPENED } from './tokenizer.ts'

const LIMIT = 1 << 20

type Bytes = ReadableStream<Uint8Array>

/** The page with class attributes; as it is where the rewriter does not know its charset (`contentType`). */
export function withClasses(page: Bytes, rewriter: HTMLRewriter, contentType: string): Bytes {
  const parts = new Parts(page)
  const output = rewritten(parts.first, rewriter, contentType).getReader()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await output.read()
      const chunk = done ? await parts.rest() : value
      if (chunk === null) controller.close()
      else controller.enqueue(chunk)
    },
    async cancel(reason) {
      await output.cancel(reason)
      await parts.cancel(reason)
    },
  })
}

/** The rewriter refuses charsets before it reads a byte. */
function rewritten(page: Bytes, rewriter: HTMLRewriter, contentType: string): Bytes {
  try {
    return rewriter.transform(new Response(page, { headers: { 'content-type': contentType } })).body!
  } catch (fault) {
    if (fault instanceof TypeError) return page
    throw fault
  }
}

/** A page up to the first tag that is too long, and from there on. */
class Parts {
  readonly #page: ReadableStreamDefaultReader<Uint8Array>
  /** The beginning of a tag that has not ended yet. */
  #held: Uint8Array[] = []
  #state = DATA
  /** Octets of the tag so far. */
  #length = 0
  readonly first: Bytes

  constructor(page: Bytes) {
    this.#page = page.getReader()
    this.first = new ReadableStream({
      pull: (controller) => this.#pull(controller),
      cancel: (reason) => this.cancel(reason),
    })
  }

  /** What comes after the first part, chunk by chunk; null at the end. */
  async rest(): Promise<Uint8Array | null> {
    const held = this.#held.shift()
    if (held !== undefined) return held
    const { done, value } = await this.#page.read()
    return done ? null : value
  }

  cancel(reason: unknown): Promise<void> {
    return this.#page.cancel(reason)
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      const { done, value } = await this.#page.read()
      if (done) return controller.close()
      const ended = this.#scan(value)
      if (ended > 0) for (const chunk of [...this.#held.splice(0), value.subarray(0, ended)]) controller.enqueue(chunk)
      if (ended < value.length) this.#held.push(value.subarray(ended))
      if (this.#length > LIMIT) return controller.close()
      if (ended > 0) return
    }
  }

  /** How much of a chunk comes before a tag that has not ended, or is too long. */
  #scan(bytes: Uint8Array): number {
    let start = 0
    for (let i = 0; i < bytes.length && this.#length <= LIMIT; i++) {
      if (this.#state === DATA) {
        this.#length = 0
        i = bytes.indexOf(0x3c, i)
        if (i < 0) return bytes.length
        start = i
        this.#state = OPENED
      } else {
        this.#state = NEXT[this.#state * 256 + bytes[i]!]!
      }
      this.#length++
    }
    return this.#state === DATA && this.#length <= LIMIT ? bytes.length : start
  }
}
