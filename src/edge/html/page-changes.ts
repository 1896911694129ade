/**
 * The beginning of a page + a notice → what puts tags and class attributes into the page: the runtime's own rewriter where
 * the platform has one and the beginning is plain, else the edge's own reader. Both know the same places (E6).
 */
import { Patience } from '../after.ts'
import type { Bodies, TaggedBeginning } from '../platform.ts'
import { joinedBytes, NOTHING } from './byte-source.ts'
import type { Notice } from './notice.ts'
import type { Page } from './page.ts'
import { type PageChanges, PageWriter } from './page-writer.ts'
import { START_LIMIT } from './tag-place.ts'

interface Wanted {
  readonly notice: Notice
  readonly bodies: Bodies
  /** Whether the answer's headers name the charset. */
  readonly hasCharset: boolean
  /** Whether the page may wait for more than its first bytes, and what is queued behind them. */
  readonly mayWait: boolean
  /** Hears of a fault of our own that ends the class attributes. */
  readonly report: (fault: unknown) => void
}

/** The longest wait for more than the first bytes, where these do not show the place. */
const PATIENCE_MS = 2000

/** Reads as far as it needs to. */
export async function findChanges(page: Page, wanted: Wanted): Promise<PageChanges> {
  const { notice, bodies, hasCharset, mayWait, report } = wanted
  const place = notice.classes === null ? bodies.placeTags : undefined
  const patience = new Patience(PATIENCE_MS)
  let writer: PageWriter | null = null
  let tagged: TaggedBeginning | null = null
  let queued: Promise<'over'> | null = null
  const look = async () => {
    const { bytes, isWhole } = page
    tagged = (await place?.(bytes, isWhole, notice.tags)) ?? null
    if (tagged !== null) return true
    writer ??= new PageWriter(notice.tags, hasCharset, notice.classes, report)
    writer.look(bytes, isWhole)
    return writer.tagPlace.isFinal || bytes.length >= START_LIMIT
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
  return tagged === null ? writer! : new TaggedPage(tagged)
}

/** A page whose beginning has its tags. */
class TaggedPage implements PageChanges {
  readonly change = 'tags'
  readonly isDone = true
  #beginning: TaggedBeginning | null

  constructor(beginning: TaggedBeginning) {
    this.#beginning = beginning
  }

  take(bytes: Uint8Array): Uint8Array {
    if (this.#beginning === null) return bytes
    const { bytes: tagged, end } = this.#beginning
    this.#beginning = null
    return joinedBytes(tagged, bytes.subarray(end))
  }

  end(): Uint8Array {
    return NOTHING
  }
}
