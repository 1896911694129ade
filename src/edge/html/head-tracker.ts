/**
 * Tracks whether the head has ended and whether a template is open (HTML standard 13.2.6.4.3 to
 * 13.2.6.4.6). Used to place tags and to find META.
 */
import type { TagReader } from './tag-reader.ts'

/** Elements that do not start the body. */
const OF_HEAD: ReadonlySet<string> = new Set(
  'html head meta link base basefont bgsound title style script noscript noframes template'.split(
    ' ',
  ),
)

/** End tags that matter without a body: all but `head` start the body. */
export const HEAD_ENDS: ReadonlySet<string> = new Set(['head', 'html', 'body', 'br'])

export class HeadTracker {
  #templates = 0
  /** Whether the head's end tag came. Head elements may follow, except `noscript`. */
  #isClosed = false

  /** Whether body content came. Templates do not count. */
  hasBody = false

  get isInTemplate(): boolean {
    return this.#templates > 0
  }

  /** Handles the reader's tag and the text before it. `name`: in XML, without prefix. */
  take(reader: TagReader, name = reader.name): void {
    const { isTag, isEnd, isSelfClosing } = reader
    this.takeText(reader)
    if (!isTag) return
    if (name === 'template') {
      // An end tag without an open template is ignored.
      if (isEnd) this.#templates = Math.max(0, this.#templates - 1)
      else if (!isSelfClosing) this.#templates++
    } else if (!this.isInTemplate)
      this.hasBody ||= isEnd ? this.#closes(name) : this.#isOfBody(name)
  }

  #closes(name: string): boolean {
    if (name !== 'head') return HEAD_ENDS.has(name)
    this.#isClosed = true
    return false
  }

  #isOfBody(name: string): boolean {
    return !OF_HEAD.has(name) || (this.#isClosed && name === 'noscript')
  }

  /** Handles the text after the last tag, as far as it has come. */
  takeText({ textStart }: TagReader): void {
    if (textStart >= 0 && !this.isInTemplate) this.hasBody = true
  }
}
