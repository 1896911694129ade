/**
 * An origin's answer through both ways in which Workers put tags into pages: by the runtime's HTMLRewriter where the page
 * allows it, and by the edge's own reader alone. Both must give the page as it was with the same tags at a place in the
 * head that parse5 finds right, or as it came with headers instead; and neither may hold back what the other sends early.
 */
import { type DefaultTreeAdapterMap, parse, serialize } from 'parse5'
import { BYTE_ORDER_MARK, LATIN_1 } from '../../../src/base/octets.ts'
import { bodiesBy } from '../../../src/doors/workers/exchange.ts'
import { applyNotice } from '../../../src/edge/html/apply-notice.ts'
import { joinedBytes, NOTHING } from '../../../src/edge/html/byte-source.ts'
import type { Notice } from '../../../src/edge/html/notice.ts'
import { readOriginPage } from '../../../src/edge/html/origin-meta.ts'
import { charsetOf, isCharset } from '../../../src/edge/html/page-kind.ts'
import type { Bodies } from '../../../src/edge/platform.ts'
import { prescanned } from './prescan.ts'
import { writerOf } from './rewritten.ts'
import { TAGS } from './tagged-pages.ts'

const NOTICE: Notice = {
  markup: TAGS,
  rewrites: true,
  classes: null,
  headers: [],
  allHeaders: [['x-robots-tag', 'noindex']],
  mark: 'mark',
}
const REQUEST = new Request('https://news.test/')

/** An answer of an origin. */
export interface Sent {
  readonly page: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  /** The page in its content coding; the page itself where there is none. */
  readonly coded?: Uint8Array
  readonly audience: 'reader' | 'crawler'
  /** Where the body is cut in two; for readers, the second part comes only when the first has arrived. */
  readonly cut?: number
}

interface Served {
  readonly status: number
  readonly body: Uint8Array
  readonly isTagged: boolean
  /** How many bytes came before the second part of a cut body. */
  readonly early: number
}

/** How many answers there were, how many had tags, by the rewriter, or different places in both ways; and what is wrong. */
export class Tally {
  answers = 0
  tagged = 0
  byRewriter = 0
  different = 0
  judged = 0
  readonly faults: string[] = []
  readonly #bodies: readonly Bodies[]

  constructor() {
    const { placeTags, ...own } = bodiesBy({})
    const counted: Bodies['placeTags'] = async (...page) => {
      const tagged = await placeTags!(...page)
      if (tagged !== null) this.byRewriter++
      return tagged
    }
    this.#bodies = [{ ...own, placeTags: counted }, own]
  }

  /** Serves the answer in both ways. `judges`: whether parse5 also looks at what is the same in both. */
  async compare(sent: Sent, name: () => string, judges = false): Promise<void> {
    const [first, second] = await Promise.all(this.#bodies.map((bodies) => served(sent, bodies)))
    this.answers++
    if (first!.isTagged) this.tagged++
    const isSame =
      first!.status === second!.status &&
      first!.isTagged === second!.isTagged &&
      isEqual(first!.body, second!.body)
    if (!isSame) this.different++
    if (first!.early < second!.early) this.faults.push(`begins later: ${name()}`)
    for (const way of isSame ? [first!] : [first!, second!]) {
      const fault = faultOf(sent, way, judges || !isSame)
      if (judges || !isSame) this.judged++
      if (fault !== null) this.faults.push(`${fault}: ${name()}`)
    }
  }
}

async function served(sent: Sent, bodies: Bodies): Promise<Served> {
  let release = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    release = resolve
  })
  const isReader = sent.audience === 'reader'
  // The first half of a coded page may be less than its first bytes.
  const isGated = isReader && isCut(sent)
  const response = originAnswer(sent, isGated ? arrived : null)
  const delivery = { request: REQUEST, notice: NOTICE, until: Infinity, log: console }
  const answer = await (isReader
    ? applyNotice({ response, page: null, bodies }, { ...delivery, brokenOff: null })
    : readOriginPage(response, bodies, null).then((page) =>
        applyNotice(page, {
          ...delivery,
          brokenOff: () => new Response(null, { status: 503 }),
        }),
      ))
  const { status, headers, body } = answer
  if (body === null)
    return { status, body: NOTHING, isTagged: !headers.has('x-robots-tag'), early: 0 }
  const reader = body.getReader()
  const first = reader.read()
  // Nothing comes of a tag that has not ended.
  const early = isGated ? await Promise.race([first, scheduler.wait(STALLED_MS)]) : undefined
  release()
  return {
    status,
    body: await readAll(reader, await first),
    isTagged: !headers.has('x-robots-tag'),
    early: early?.value?.length ?? 0,
  }
}

/** What is in memory comes sooner. */
const STALLED_MS = 30

function originAnswer(
  { page, coded = page, headers, cut }: Sent,
  arrived: Promise<void> | null,
): Response {
  const parts = cut === undefined ? [coded] : [coded.slice(0, cut), coded.slice(cut)]
  let next = 0
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (next === 1) await arrived
        const part = parts[next++]
        if (part === undefined) controller.close()
        else controller.enqueue(part)
      },
    },
    // What was not asked for has not come.
    { highWaterMark: 0 },
  )
  const init = { status: 200, headers: { 'content-type': 'text/html', ...headers } }
  return new Response(body, { ...init, encodeBody: 'manual' })
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: ReadableStreamReadResult<Uint8Array>,
): Promise<Uint8Array> {
  let all = NOTHING
  for (let next = first; !next.done; next = await reader.read()) all = joinedBytes(all, next.value)
  return all
}

/** What is wrong with an answer; null where nothing is. */
function faultOf(sent: Sent, served: Served, judges: boolean): string | null {
  const { page, coded = page } = sent
  if (served.status !== 200) return `status ${served.status}`
  if (!served.isTagged) return isEqual(served.body, coded) ? null : 'other bytes without tags'
  // A page that begins as a document and ends before its head has gone out already.
  if (coded === page && isEqual(served.body, page) && hasNoPlace(sent)) return null
  const at = indexOfTags(served.body, page)
  if (at < 0) return 'other bytes with tags'
  // A parser makes an empty comment of `<!` at the end of a page, and that may stand in head, too.
  if (!judges || textOf(page).endsWith('<!')) return null
  return faultOfTree(textOf(page), textOf(served.body), namesCharset(sent))
}

function isCut({ cut, coded }: Sent): boolean {
  return cut !== undefined && coded === undefined
}

function hasNoPlace(sent: Sent): boolean {
  return writerOf('', sent.page, namesCharset(sent)).tagPlace.place === 'nowhere'
}

function namesCharset({ headers }: Sent): boolean {
  return isCharset(charsetOf(new Headers(headers)))
}

const TAG_BYTES = new TextEncoder().encode(TAGS)

/** Where the tags are that were put into the page; -1 where it was changed in any other way. */
function indexOfTags(body: Uint8Array, page: Uint8Array): number {
  if (body.length !== page.length + TAG_BYTES.length) return -1
  let at = 0
  while (at < page.length && body[at] === page[at]) at++
  // What follows the place may begin like the tags.
  for (; at >= 0; at--)
    if (isEqual(body.subarray(at, at + TAG_BYTES.length), TAG_BYTES))
      return isEqual(body.subarray(at + TAG_BYTES.length), page.subarray(at)) ? at : -1
  return -1
}

/** `isNamed`: whether the headers name the charset, so that clients look for none in the page. */
function faultOfTree(page: string, body: string, isNamed: boolean): string | null {
  if (!isNamed && prescanned(page) !== prescanned(body)) return 'another charset'
  const parents = new Set<string>()
  const tree = parse(body)
  takeTags(tree, parents)
  if (parents.size !== 1 || !parents.has('head')) return `tags in ${[...parents]}`
  const before = parse(page)
  takeTags(before, new Set())
  return serialize(tree) === serialize(before) ? null : 'another tree'
}

type Node = DefaultTreeAdapterMap['node']

/** Takes our tags out of a tree, and adds the names of the elements in which they were. */
function takeTags(node: Node, parents: Set<string>): void {
  if (!('childNodes' in node)) return
  const others = node.childNodes.filter((child) => !isOurTag(child))
  if (others.length < node.childNodes.length) parents.add(node.nodeName)
  node.childNodes = others
  if ('content' in node) takeTags(node.content, parents)
  for (const child of others) takeTags(child, parents)
}

function isOurTag(node: Node): boolean {
  if (node.nodeName !== 'meta' || !('attrs' in node)) return false
  return node.attrs.some(({ name, value }) => name === 'content' && TAGS.includes(`"${value}"`))
}

/** Each byte is a character to the parser; a byte order mark is none. */
function textOf(bytes: Uint8Array): string {
  return LATIN_1.decode(bytes).replace(BYTE_ORDER_MARK, '')
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0
}
