/**
 * The pages on which both ways of putting tags in are compared: short ones by their marked places, pages that break
 * rewriters, answers that are no documents, those that ACAP_PAGES lists, and mutations of all of these.
 */
import { env } from 'cloudflare:workers'
import { random } from '../base/random.ts'
import { BY_REWRITER, MISLEADING, NOWHERE, PLACED } from './marked-pages.ts'
import { ENCODINGS, NO_DOCUMENTS } from './odd-pages.ts'
import { PATHOLOGICAL } from './pathological-pages.ts'
import { bytesOf } from './rewritten.ts'

/** The corpus of the tests. */
export function ownPages(): readonly Uint8Array[] {
  const marked = [PLACED, NOWHERE, BY_REWRITER, MISLEADING].flatMap((pages) =>
    Object.values<string>(pages),
  )
  const short = marked.map((page) => bytesOf(page.replace('|', '')))
  const odd = NO_DOCUMENTS.map((make, i) => Buffer.from(make(i)))
  const wide = Object.values(ENCODINGS).map((encode) =>
    encode('<html><head><title>é</title></head>'),
  )
  // parse5 cannot write a tree of that depth.
  const broken = PATHOLOGICAL.filter(({ name }) => !name.startsWith('nested'))
  return [...short, ...odd, ...wide, ...broken.map(({ body }) => body)]
}

/** The pages that ACAP_PAGES lists. */
export async function listedPages(): Promise<readonly Uint8Array[]> {
  const { PAGES } = env as unknown as { readonly PAGES: Fetcher }
  const pages: Uint8Array[] = []
  for (;;) {
    const answer = await PAGES.fetch(`http://pages/${pages.length}`)
    if (answer.status !== 200) return pages
    pages.push(await answer.bytes())
  }
}

/** What decides about the place of tags, or looks like it. */
const SPLICES = [
  ...['<head>', '</head>', '<html>', '</html>', '<body>', '<!doctype html>', '<title>', '</title>'],
  ...['<meta charset=utf-8>', '<meta charset="koi8-r"/>', '<meta charset=none>', '<meta name=a>'],
  ...['<meta http-equiv=content-type content="text/html;charset=gbk">', '<base href=a>', '<link>'],
  ...['<template>', '</template>', '<svg>', '</svg>', '<select>', '<noscript>', '</noscript>'],
  ...['<!--', '-->', '--!>', '<!-->', '<![CDATA[', ']]>', '<?xml version="1.0"?>', '<!', '</'],
  ...['<script>', '</script>', '<style>', '</style>', '<xmp>', '<p>', '</p>', '</br>', 'text'],
  ...[
    '<',
    '>',
    '/',
    '=',
    '"',
    "'",
    ' ',
    '\n',
    '\0',
    '\xef\xbb\xbf',
    '\xff\xfe',
    '\xe9',
    'charset=',
  ],
  ` <!--${'x'.repeat(500)}-->`,
].map(bytesOf)

/** Mutations have no more bytes of a page. */
const LONGEST = 2500

/** Pages with one to four pieces taken out, doubled, exchanged, or put in. */
export function* mutations(
  pages: readonly Uint8Array[],
  count: number,
  seed: number,
): Generator<Uint8Array> {
  const next = random(seed)
  for (let i = 0; i < count; i++) {
    let page: Uint8Array = pages[next(pages.length)]!.subarray(0, LONGEST)
    for (let edits = 1 + next(4); edits > 0; edits--) page = mutated(page, pages, next)
    yield page
  }
}

function mutated(
  page: Uint8Array,
  pages: readonly Uint8Array[],
  next: (below: number) => number,
): Uint8Array {
  const at = next(page.length + 1)
  const until = Math.min(page.length, at + 1 + next(20))
  const parts = [
    () => [page.subarray(0, at), page.subarray(until)],
    () => [page.subarray(0, until), page.subarray(at)],
    () => [page.subarray(0, at), SPLICES[next(SPLICES.length)]!, page.subarray(at)],
    () => [page.subarray(0, at), SPLICES[next(SPLICES.length)]!, page.subarray(until)],
    () => [page.subarray(0, at), pages[next(pages.length)]!.subarray(next(200), LONGEST)],
  ]
  return Buffer.concat(parts[next(parts.length)]!())
}
