/**
 * Decides where tags and class attributes go in a page. The edge's own parser finds the place for
 * tags (E6), and inserts them unless the platform has a rewriter for it: in Workers
 * doors/workers/place-tags.ts, by `Bodies.placeTags`.
 */
import { Patience } from '../after.ts'
import type { Bodies } from '../platform.ts'
import { joinedBytes, NOTHING } from './byte-source.ts'
import type { Notice } from './notice.ts'
import type { Page } from './page.ts'
import { type PageChanges, PageWriter } from './page-writer.ts'
import { START_LIMIT } from './tag-place.ts'

interface Wanted {
  readonly notice: Notice
  readonly bodies: Bodies
  /** Whether the headers name the charset. */
  readonly hasCharset: boolean
  /** Whether the page may wait for more than its first bytes, and for what is queued after them. */
  readonly mayWait: boolean
  /** Called with an error in our code that stops the class attributes. */
  readonly report: (fault: unknown) => void
}

/** The longest wait for more than the first bytes, if they do not show the place. */
const PATIENCE_MS = 2000

/** Reads as much of the page as needed. */
export async function findChanges(page: Page, wanted: Wanted): Promise<PageChanges> {
  const { notice, bodies, hasCharset, mayWait, report } = wanted
  const writer = new PageWriter(notice.markup, hasCharset, notice.classes, report)
  const patience = new Patience(PATIENCE_MS)
  let queued: Promise<'over'> | null = null
  const look = () => {
    writer.look(page.bytes, page.isWhole)
    return writer.tagPlace.isFinal || page.bytes.length >= START_LIMIT
  }
  const limit = () => {
    if (mayWait) return patience.over
    queued ??= bodies.queued()
    return queued
  }
  try {
    await page.readUntil(look, limit)
  } finally {
    patience.end()
  }
  const { place } = writer.tagPlace
  if (typeof place !== 'number' || notice.classes !== null) return writer
  const written = await bodies.placeTags?.(page.bytes.subarray(0, place), notice.markup)
  return written ? new TaggedPage(written, place) : writer
}

/** A page whose beginning is written already, with tags at its end. */
class TaggedPage implements PageChanges {
  readonly change = 'tags'
  readonly isDone = true
  #written: Uint8Array | null
  readonly #place: number

  constructor(written: Uint8Array, place: number) {
    this.#written = written
    this.#place = place
  }

  take(bytes: Uint8Array): Uint8Array {
    if (this.#written === null) return bytes
    const first = joinedBytes(this.#written, bytes.subarray(this.#place))
    this.#written = null
    return first
  }

  end(): Uint8Array {
    return NOTHING
  }
}
