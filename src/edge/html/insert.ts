/**
 * A body of HTML bytes + the tags → the same bytes with the tags first in head. A page that is there in one piece is
 * sent in one; a longer one streams: it is looked at one chunk at a time, and from the place on the runtime itself
 * carries the rest, so that it costs the same whatever its length.
 */
import { HeadPlace } from './head-place.ts'
import type { Page } from './page.ts'

/** The page's bytes with `tags` inserted; unchanged where it has no place for them. */
export async function insertInHead(page: Page, tags: Uint8Array): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const whole = await page.whole()
  return whole === null ? streamed(page, tags) : new Insertion(tags).all(whole)
}

function streamed(page: Page, tags: Uint8Array): ReadableStream<Uint8Array> {
  const { readable, writable } = new IdentityTransformStream()
  carry(page, writable, new Insertion(tags)).catch((fault) => {
    // The origin broke off, or the client left: the copy must break off too, never end as if it were whole.
    writable.abort(fault).catch(ignoreSecondFault)
    page.cancel(fault).catch(ignoreSecondFault)
  })
  return readable
}

async function carry(page: Page, out: WritableStream<Uint8Array>, insertion: Insertion): Promise<void> {
  const writer = out.getWriter()
  try {
    while (!insertion.done) {
      const chunk = await page.read()
      const bytes = chunk === null ? insertion.end() : insertion.take(chunk)
      // The stream keeps the order of what is put into it, so the rest of a page need not wait for its beginning.
      const written = bytes.length === 0 ? undefined : writer.write(bytes)
      if (!insertion.done) await written
      else written?.catch(ignoreSecondFault)
      if (chunk === null) return await writer.close()
    }
  } finally {
    // Who is to abort the stream must not find it locked.
    writer.releaseLock()
  }
  await page.pipeTo(out)
}

/** The tags on their way into a page: chunks in, chunks out. */
class Insertion {
  readonly #tags: Uint8Array
  readonly #place = new HeadPlace()
  #held: Uint8Array = new Uint8Array(0)
  #empty = true
  /** Whether the rest of the page needs no more looking at. */
  done = false

  constructor(tags: Uint8Array) {
    this.#tags = tags
  }

  all(bytes: Uint8Array): Uint8Array {
    const begun = this.take(bytes)
    return this.done ? begun : spliced(begun, begun.length, this.end())
  }

  take(bytes: Uint8Array): Uint8Array {
    this.#empty &&= bytes.length === 0
    const chunk = this.#held.length === 0 ? bytes : spliced(bytes, 0, this.#held)
    const found = this.#place.read(chunk)
    this.done = found === 'nowhere' || 'at' in found
    if (found === 'nowhere') return chunk
    if ('at' in found) return spliced(chunk, found.at, this.#tags)
    this.#held = chunk.subarray(found.passed)
    return chunk.subarray(0, found.passed)
  }

  end(): Uint8Array {
    return this.#empty || !this.#place.atEnd ? this.#held : spliced(this.#held, 0, this.#tags)
  }
}

function spliced(bytes: Uint8Array, at: number, inserted: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length + inserted.length)
  out.set(bytes.subarray(0, at))
  out.set(inserted, at)
  out.set(bytes.subarray(at), at + inserted.length)
  return out
}

/** Both ends are already broken by the fault that is being handled. */
function ignoreSecondFault(): null {
  return null
}
