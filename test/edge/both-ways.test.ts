/**
 * Tags by the runtime's HTMLRewriter beside tags by the edge's own reader (`rewriter: false`), on the same pages. `npm test`
 * takes a sample of its own pages; `npm run test:long` all, or those that ACAP_PAGES lists: parts of a long list can be run
 * one after the other.
 */
import { beforeAll, expect, test } from 'vitest'
import { random } from '../support/base/random.ts'
import { type Sent, Tally } from '../support/edge/both-ways.ts'
import { listedPages, mutations, ownPages } from '../support/edge/both-ways-pages.ts'
import { CODINGS } from '../support/edge/odd-pages.ts'
import { isLong, runs, someOf } from '../support/runs.ts'

/** Headers that name no charset, and one. */
const TYPES = [{}, { 'content-type': 'text/html; charset=utf-8' }] as const
const AUDIENCES = ['reader', 'crawler'] as const
/** Where pages are cut: behind it no cut changes what is looked at. */
const CUTS = 2500
/** How much of a page that is cut is sent. */
const SENT = 8192
const TIMEOUT_MS = isLong ? 36_000_000 : 60_000

let pages: readonly Uint8Array[] = []

beforeAll(async () => {
  const listed = await listedPages()
  const own = ownPages().filter(({ length }) => isLong || length < SENT)
  pages = listed.length > 0 ? listed : own
}, TIMEOUT_MS)

/** So many small pages; in a long run one of `step`. */
function sampleOf(short: number, step: number): readonly Uint8Array[] {
  const small = pages.filter(({ length }) => length < 1 << 20)
  return isLong ? small.filter((_, i) => i % step === 0) : someOf(small, short)
}

/** Serves answers of a sort in both ways, many at once, and says how it went. */
async function compareAll(
  sort: string,
  answers: Iterable<{ readonly sent: Sent; readonly name: () => string; readonly judges: boolean }>,
): Promise<Tally> {
  const tally = new Tally()
  const queue = answers[Symbol.iterator]()
  const serve = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const { sent, name, judges } = next.value
      await tally.compare(sent, name, judges)
      // Timers that were cleared count until the event loop turns, and the runtime allows 10,000 of them.
      if (tally.answers % 100 === 0) await scheduler.wait(0)
    }
  }
  await Promise.all(Array.from({ length: 32 }, serve))
  const { answers: count, tagged, byRewriter, different, judged, faults } = tally
  console.log(
    ...faults.slice(0, 20),
    `${sort}: ${count} answers both ways, ${tagged} with tags, ${byRewriter} by the rewriter, ` +
      `${different} different, ${judged} judged by parse5, ${faults.length} faults`,
  )
  expect(faults.slice(0, 20)).toEqual([])
  return tally
}

function* whole() {
  for (const page of someOf(pages, 60))
    for (const audience of AUDIENCES)
      for (const headers of TYPES)
        yield { sent: { page, headers, audience }, name: () => shown(page, audience), judges: true }
}

test(
  '[E6] both ways put the same tags into whole pages',
  async () => {
    const { byRewriter } = await compareAll('whole pages', whole())
    expect(byRewriter).toBeGreaterThan(20)
  },
  TIMEOUT_MS,
)

function* cutAtPlaces(list: Iterable<Uint8Array>, places: (length: number) => Iterable<number>) {
  let turn = 0
  for (const all of list) {
    const page = all.slice(0, SENT)
    const headers = TYPES[++turn % TYPES.length]!
    for (const cut of places(Math.min(page.length, CUTS)))
      yield {
        sent: { page, headers, audience: 'reader' as const, cut },
        name: () => `cut at ${cut}: ${shown(page, 'reader')}`,
        judges: false,
      }
  }
}

function* everyPlace(length: number) {
  for (let cut = 1; cut < length; cut++) yield cut
}

const draw = random(43)

function somePlaces(length: number): readonly number[] {
  return length < 2 ? [] : Array.from({ length: 3 }, () => 1 + draw(length - 1))
}

test(
  '[E6] both ways let a reader’s page begin with its first bytes, wherever these end',
  async () => {
    await compareAll('cut pages', cutAtPlaces(someOf(pages, 60), isLong ? everyPlace : somePlaces))
  },
  TIMEOUT_MS,
)

function* inCodings() {
  for (const page of sampleOf(6, 2))
    for (const [coding, code] of Object.entries(CODINGS))
      for (const audience of AUDIENCES) {
        const coded = code(Buffer.from(page))
        const headers = coding === 'identity' ? {} : { 'content-encoding': coding }
        const sent = { page, coded, headers, audience, cut: coded.length >> 1 }
        yield { sent, name: () => `${coding}: ${shown(page, audience)}`, judges: false }
      }
}

test(
  '[E6] both ways put the same tags into pages in any content coding',
  async () => {
    await compareAll('coded pages', inCodings())
  },
  TIMEOUT_MS,
)

const CHARSETS = [
  ...['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-2', 'iso-8859-15', 'windows-1251', 'koi8-r'],
  ...['macintosh', 'shift_jis', 'euc-jp', 'euc-kr', 'big5', 'gbk', 'gb18030', 'x-user-defined'],
  ...['iso-2022-jp', 'iso-2022-kr', 'utf-16le', 'utf-16be', 'utf-7', 'no-such-charset'],
]

function* inCharsets() {
  for (const original of sampleOf(4, 8))
    for (const charset of CHARSETS) {
      const text = Array.from({ length: 40 }, () => 0x80 + draw(0x7f))
      const page = Buffer.concat([original.subarray(0, SENT), Buffer.from(text)])
      const declared = Buffer.concat([Buffer.from(`<head><meta charset=${charset}>`), page])
      const headers = { 'content-type': `text/html; charset=${charset}` }
      for (const audience of AUDIENCES) {
        const name = () => `${charset}: ${shown(page, audience)}`
        yield { sent: { page, headers, audience }, name, judges: true }
        yield { sent: { page: declared, headers: {}, audience }, name, judges: true }
      }
    }
}

test(
  '[E6] both ways put the same tags into pages in any charset',
  async () => {
    await compareAll('pages in charsets', inCharsets())
  },
  TIMEOUT_MS,
)

function* mutated() {
  for (const page of mutations(pages, runs(100, 10_000), 43))
    for (const audience of AUDIENCES)
      yield {
        sent: { page, headers: {}, audience },
        name: () => shown(page, audience),
        judges: true,
      }
}

test(
  '[E6] both ways put the same tags into mutated pages',
  async () => {
    await compareAll('mutated pages', mutated())
    const all = [...mutations(pages, runs(100, 10_000), 43)]
    await compareAll('cut mutated pages', cutAtPlaces(someOf(all, 20), somePlaces))
    const tenth = all.filter((_, i) => i % 10 === 0)
    if (isLong) await compareAll('mutated pages, cut everywhere', cutAtPlaces(tenth, everyPlace))
  },
  TIMEOUT_MS,
)

/** The beginning of a page for people. */
function shown(page: Uint8Array, audience: string): string {
  return `${audience} ${JSON.stringify(Buffer.from(page).toString('latin1', 0, 3000))}`
}
