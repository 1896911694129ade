/**
 * Pages that a few coded bytes stand for: they are decoded as they are read, and no further ahead.
 */
import * as zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Zlib } from '../../src/edge/html/byte-source.ts'
import { Page } from '../../src/edge/html/page.ts'
import { inPiecesOf, UNCHANGED } from '../support/edge/coded-bodies.ts'

const MIB = 1 << 20
const START = '<!doctype html><head>'
/** Blanks compress to nearly nothing; no two parts are alike. */
const PARTS = Array.from(
  { length: 24 },
  (_, i) => `<p id=${i}${Math.sin(i)}>${' '.repeat((i * 377_213) % (2 * MIB))}`,
)
const PAGE = new TextEncoder().encode(START + PARTS.join(''))

const { brotliCompressSync: br, gzipSync: gzip, deflateSync, deflateRawSync } = zlib
const CODED: Record<string, readonly [coding: string, bytes: Uint8Array]> = {
  gzip: ['gzip', gzip(PAGE)],
  'gzip of several members': ['gzip', Buffer.concat([START, ...PARTS].map((part) => gzip(part)))],
  deflate: ['deflate', deflateSync(PAGE)],
  'deflate without its header': ['deflate', deflateRawSync(PAGE)],
  br: ['br', br(PAGE)],
  'two codings': ['gzip, br', br(gzip(PAGE))],
}

/** A page that comes in pieces of this size, and how many bytes each decoder has given. */
function pageOf([coding, bytes]: (typeof CODED)[string], size: number) {
  const decoded: number[] = []
  const counted = <Options, Stream extends zlib.BrotliDecompress | zlib.InflateRaw>(
    create: (options: Options) => Stream,
  ) => {
    return (options: Options): Stream => {
      const stream = create(options)
      const number = decoded.push(0) - 1
      stream.on('data', (piece: Uint8Array) => {
        decoded[number]! += piece.length
      })
      return stream
    }
  }
  const counting = {
    ...zlib,
    createInflateRaw: counted(zlib.createInflateRaw),
    createBrotliDecompress: counted(zlib.createBrotliDecompress),
  } as unknown as Zlib
  const body = inPiecesOf(size, bytes)
  const headers = new Headers({ 'content-encoding': coding })
  const page = new Page(body, headers, {
    isStillCoded: null,
    loadZlib: async () => counting,
    queued: async () => 'over',
  })
  return { page, decoded }
}

/** All of a page, read so slowly that decoders are done with what they may do. */
async function read(page: Page): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of page.rewritten(UNCHANGED) as ReadableStream<Uint8Array>) {
    for (let i = 0; i < 3; i++) await new Promise(setImmediate)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

describe.each(Object.entries(CODED))('a page in %s', (_, coded) => {
  test('is decoded no further than a mebibyte ahead', async () => {
    const { page, decoded } = pageOf(coded, Number.POSITIVE_INFINITY)
    expect(await page.more()).toBe(true)
    expect(new TextDecoder().decode(page.bytes)).toMatch(START)
    expect(Math.max(...decoded)).toBeLessThan(2 * MIB)
  })

  test.each([Number.POSITIVE_INFINITY, 1000, 90])(
    'comes whole, in pieces of %d bytes',
    async (size) => {
      const { page } = pageOf(coded, size)
      await page.more()
      expect(Buffer.compare(await read(page), PAGE)).toBe(0)
    },
  )
})

test.each(['gzip', 'br', 'deflate'])(
  'a page in %s that is cut off comes as far as it goes',
  async (name) => {
    const [coding, bytes] = CODED[name]!
    const { page } = pageOf([coding, bytes.subarray(0, bytes.length - 20)], 7)
    await page.more()
    const part = await read(page)
    expect(Buffer.compare(part, PAGE.subarray(0, part.length))).toBe(0)
    if (name !== 'br') expect(part.length).toBeGreaterThan(MIB)
  },
)
