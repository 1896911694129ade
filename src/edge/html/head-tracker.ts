/**
 * The tags of a page, one after the other → whether the head has ended, and whether a template is open (HTML standard
 * 13.2.6.4.3 to 13.2.6.4.6). The place of tags and the search for META both ask it.
 */
import type { TagReader } from './tag-reader.ts'

/** Elements that do not begin the body. */
const OF_HEAD: ReadonlySet<string> = new Set(
  'html head meta link base basefont bgsound title style script noscript noframes template'.split(
    ' ',
  ),
)

/** End tags that a page without a body does not ignore: each but the first begins the body. */
export const HEAD_ENDS: ReadonlySet<string> = new Set(['head', 'html', 'body', 'br'])

export class HeadTracker {
  #templates = 0
  /** Whether the end tag of the head came. Elements of the head may follow, except `noscript`. */
  #isClosed = false

  /** Whether something came that only a body has. What is in a template does not count. */
  hasBody = false

  get isInTemplate(): boolean {
    return this.#templates > 0
  }

  /** Takes what the reader has found, and the text before it. `name`: of a tag of XML, without its prefix. */
  take(reader: TagReader, name = reader.name): void {
    const { isTag, isEnd, isSelfClosing } = reader
    this.takeText(reader)
    if (!isTag) return
    if (name === 'template') {
      // An end tag without a template is ignored.
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

  /** Takes the text behind the last tag, as far as it has come. */
  takeText({ textStart }: TagReader): void {
    if (textStart >= 0 && !this.isInTemplate) this.hasBody = true
  }
}
