/**
 * The head of an origin's page → the META tags in it (E4). For crawlers only: they wait for the head, at most 64 KiB of
 * it or two seconds, and the page comes after it as it was.
 */
import type { MetaTag } from '../../grammar/meta.ts'
import { joined, type Page } from './page.ts'

const LIMIT = 64 * 1024
const PATIENCE_MS = 2000

/** The tags of a head, and whether the bound came before its end. */
export interface OriginHead {
  readonly tags: readonly MetaTag[]
  readonly complete: boolean
}

/** Reads as far as the head goes and puts what it read back. */
export async function readHead(page: Page): Promise<OriginHead> {
  const patience = new Patience(PATIENCE_MS)
  let bytes: Uint8Array = new Uint8Array(0)
  let head: OriginHead = { tags: [], complete: false }
  try {
    for (;;) {
      // Where the origin breaks off, the page does too, once it is sent: that fault is not ours to answer for.
      const chunk = await page.readBefore(patience.over).catch(() => 'over' as const)
      if (chunk === 'over') return bytes.length > 0 ? await parse(bytes) : head
      if (chunk === null) return { ...(bytes.length > 0 ? await parse(bytes) : head), complete: true }
      const from = Math.max(0, bytes.length - LONGEST_END)
      bytes = joined(bytes, chunk)
      const full = bytes.length >= LIMIT
      if (full || mayEndHead(bytes, from)) head = await parse(bytes.subarray(0, LIMIT))
      if (full || head.complete) return head
    }
  } finally {
    patience.end()
    if (bytes.length > 0) page.unread(bytes)
  }
}

/** The tags that stand in the head, by the runtime's own parser; those inside a template are no part of the page. */
async function parse(bytes: Uint8Array): Promise<OriginHead> {
  const tags: MetaTag[] = []
  let depth = 0
  let complete = false
  const rewriter = new HTMLRewriter()
    .on('template', {
      element(element) {
        depth++
        element.onEndTag(() => {
          depth--
        })
      },
    })
    .on('body, frameset, svg', {
      element() {
        complete ||= depth === 0
      },
    })
    .on('meta[name][content]', {
      element(element) {
        if (complete || depth > 0) return
        tags.push({ name: plain(element.getAttribute('name')!), content: plain(element.getAttribute('content')!) })
      },
    })
  await rewriter.transform(new Response(bytes)).arrayBuffer()
  return { tags, complete }
}

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));?/g
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** An attribute's value without its character references: the runtime gives them as written. */
function plain(value: string): string {
  return value.replace(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name]!
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex!, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const ENDS = ['<body', '<frameset'].map((text) => Uint8Array.from(text, (c) => c.charCodeAt(0)))
const LONGEST_END = 9

/** Whether bytes from `from` on hold something that looks like the end of a head; cheap, so that parsing is rare. */
function mayEndHead(bytes: Uint8Array, from: number): boolean {
  for (let at = bytes.indexOf(0x3c, from); at >= 0; at = bytes.indexOf(0x3c, at + 1)) {
    if (ENDS.some((end) => end.every((octet, i) => octet === (bytes[at + i]! | (i === 0 ? 0 : 0x20))))) return true
  }
  return false
}

/** A timer that can be raced against, and given up. */
class Patience {
  readonly over: Promise<'over'>
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(milliseconds: number) {
    this.over = new Promise((resolve) => {
      this.#timer = setTimeout(() => resolve('over'), milliseconds)
    })
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
