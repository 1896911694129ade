import { Hono } from 'hono'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { acap } from '../../src/doors/hono/workers.ts'
import { edge as appEdge } from '../../src/doors/workers/app-edge.ts'
import { placeTags } from '../../src/doors/workers/place-tags.ts'
import { createApp } from '../../src/doors/workers/proxy-worker.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, HOME } from '../support/edge.ts'
import { bytesOf } from '../support/rewritten.ts'
import { html, PAGE, TAGGED, TAGGING } from '../support/tagged-pages.ts'

const TAGS = '<META name="robots" content="ACAP disallow-index">'

/** The page with `|` where the runtime's rewriter puts the tags; null where it leaves the page to the edge's own reader. */
async function placed(page: string, isWhole = true): Promise<string | null> {
  const tagged = await placeTags(bytesOf(page), isWhole, TAGS)
  if (tagged === null) return null
  const beginning = Array.from(tagged.bytes, (byte) => String.fromCharCode(byte)).join('')
  return beginning.replace(TAGS, '|') + page.slice(tagged.end)
}

const PLAIN = {
  'first in head': '<!doctype html><html lang="en"><head>|<title>a</title></head><body>b',
  'behind comments and attributes':
    '<!-- a --><!DOCTYPE html>\n<HTML a=\'>\'><HEAD b=">" c>|<title>',
  'behind the charset': '<!doctype html><html><head>\n<meta charset="utf-8">|\n<title>a</title>',
  'behind the charset, without a head tag': '<!doctype html><meta charset=utf-8>|<title>a</title>',
  'behind the last of several META':
    '<head><meta name=a content="<meta charset=x>"><meta charset=nothing><meta http-equiv=content-type content="text/html;charset=koi8-r">|<meta charset=utf-8>',
  'behind a title': '<head><title>a</title><link rel=a><base href=b><meta charset=utf-8>|</head>',
  'behind a byte order mark': '\xef\xbb\xbf<!doctype html><head>|<title>\xe9\xff\x81</title>',
  'behind bytes that are no UTF-8': '<!-- \xe9\xff\x80\x81\0 --><head a="\xc3\x28">|\xff',
} as const

for (const [name, page] of Object.entries(PLAIN)) {
  test(`[E6] the runtime's rewriter puts tags ${name}`, async () => {
    expect(await placed(page.replace('|', ''))).toBe(page)
  })
}

const LEFT = {
  'no head tag': '<!doctype html><title>a</title>',
  'another element before the head tag': '<!doctype html><link rel=a><head>',
  'text before the charset': '<head>text<meta charset=utf-8>',
  'an element of the body before the charset': '<head><p><meta charset=utf-8>',
  'an end tag that ends the head': '<head></html><meta charset=utf-8>',
  'a charset in a template': '<head><template><meta charset=utf-8></template>',
  'a charset in a script': '<head><script>"<meta charset=utf-8>"</script>',
  'a charset in a title': '<head><title><meta charset=utf-8></title>',
  'a head in a template': '<!doctype html><template><head></head></template>',
  'a comment that ends early': '<!--><head>--><head>',
  'a comment that ends in another way': '<!-- a --!><head>',
  'an XML declaration': '<?xml version="1.0"?><!DOCTYPE svg><html><head>',
  'no document': '{"a": "<head>"}',
  'a tag that does not end': '<html><head title="',
  UTF16: '<\0h\0t\0m\0l\0>\0<\0h\0e\0a\0d\0>\0',
  nothing: '',
} as const

for (const [name, page] of Object.entries(LEFT)) {
  test(`leaves a page with ${name} to the edge's own reader`, async () => {
    expect(await placed(page)).toBeNull()
  })
}

test('waits for the charset that may still be declared', async () => {
  expect(await placed('<html><head><title>a</title>', false)).toBeNull()
  expect(await placed('<head><meta charset=utf-8>|<title>'.replace('|', ''), false)).not.toBeNull()
  expect(await placed(`<head>${' '.repeat(1024)}`, false)).not.toBeNull()
})

describe('what a rewriter writes counts only if it is the page with its tags', () => {
  const answer = async (bundle: ArrayBuffer, rewriter?: boolean) => {
    const app = createApp({ bundle, ...(rewriter === undefined ? {} : { rewriter }) })
    const ORIGIN = { fetch: async () => html(PAGE) }
    const context = { waitUntil: () => undefined }
    const request = new Request(`${HOME}/tagged/a`, { headers: { 'user-agent': BROWSER } })
    return (await app.fetch(request, { ORIGIN }, context)).text()
  }

  const bundle = () => bundleOf({ news: { 'site.toml': 'hosts = ["news.test"]\n', ...TAGGING } })

  const FAULTS: Record<string, () => Response> = {
    'other bytes': () => new Response('<html><head>'),
    'no tags': () => new Response('<!doctype html>\n<html><head>'),
    nothing: () => new Response(null),
    'an error': () => {
      throw new Error('a bug')
    },
    'a body that breaks off': () =>
      new Response(
        new ReadableStream({ start: (controller) => controller.error(new Error('a bug')) }),
      ),
  }

  test.each(Object.entries(FAULTS))('not %s', async (_, written) => {
    const policies = await bundle()
    const transform = vi.spyOn(HTMLRewriter.prototype, 'transform').mockImplementation(written)
    onTestFinished(() => transform.mockRestore())
    expect(await answer(policies)).toBe(TAGGED)
    expect(transform).toHaveBeenCalledTimes(1)
  })

  test('and no rewriter is asked where the option says so, at any door', async () => {
    const policies = await bundle()
    const transform = vi.spyOn(HTMLRewriter.prototype, 'transform')
    onTestFinished(() => transform.mockRestore())
    const request = () => new Request(`${HOME}/tagged/a`, { headers: { 'user-agent': BROWSER } })
    for (const rewriter of [true, false]) {
      transform.mockClear()
      expect(await answer(policies, rewriter)).toBe(TAGGED)
      const door = appEdge(policies, { rewriter })
      expect(await (await door(request(), () => html(PAGE))).text()).toBe(TAGGED)
      const app = new Hono()
      app.use(acap({ bundle: policies, rewriter }))
      app.get('*', () => html(PAGE))
      expect(await (await app.request(request())).text()).toBe(TAGGED)
      expect(transform).toHaveBeenCalledTimes(rewriter ? 3 : 0)
    }
    expect(() => appEdge(policies, { rewrites: false } as never)).toThrow(
      'the options are `rewriter`',
    )
  })
})
