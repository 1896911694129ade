import { Hono } from 'hono'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { acap } from '../../src/doors/hono/workers.ts'
import { edge as appEdge } from '../../src/doors/workers/app-edge.ts'
import { placeTags } from '../../src/doors/workers/place-tags.ts'
import { createApp } from '../../src/doors/workers/proxy-worker.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, HOME } from '../support/edge/edge.ts'
import { BY_REWRITER } from '../support/edge/marked-pages.ts'
import { bytesOf } from '../support/edge/rewritten.ts'
import { html, PAGE, TAGGED, TAGGING } from '../support/edge/tagged-pages.ts'

const TAGS = '<META name="robots" content="ACAP disallow-index">'

/** What the runtime's rewriter makes of the beginning of a page; null where it leaves it to the edge's own reader. */
async function written(before: string, tags = TAGS): Promise<string | null> {
  const bytes = await placeTags(bytesOf(before), tags)
  return bytes && Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

for (const [name, page] of Object.entries(BY_REWRITER)) {
  test(`[E6] the runtime's rewriter puts tags ${name}`, async () => {
    const [before = ''] = page.split('|')
    expect(await written(before)).toBe(before + TAGS)
  })
}

test.each([
  ['without a head tag', '<!doctype html>'],
  ['with a comment last', '<html><!-- <head> -->'],
  ['with text last', '<head>text'],
  ['with an end tag last', '<head></head>'],
  ['with another element last', '<head><link rel=a>'],
  ['with a tag that does not end', '<html><head title="'],
  ['with a tag of a comment', '<!-- <head>'],
  ['with an element that only looks like one', '<!-- <meta> --><head><meta charset=utf-8>'],
  ['with a charset in a script', '<head><script>"<meta charset=utf-8>'],
  ['with an attribute that holds a tag', '<head a="<b>">'],
  ['in UTF-16', '<\0h\0e\0a\0d\0>\0'],
  ['of more than 1,024 bytes', `<!--${'x'.repeat(1024)}--><head>`],
  ['without anything', ''],
])('leaves a beginning %s to the edge’s own reader', async (_, before) => {
  expect(await written(before)).toBeNull()
})

describe('what a rewriter writes counts only if it is the page with its tags', () => {
  /** A page that begins as none before. */
  const pageOf = (name: string) => PAGE.replace('<html>', `<!-- ${name} --><html>`)
  const taggedOf = (name: string) => TAGGED.replace('<html>', `<!-- ${name} --><html>`)

  const answer = async (bundle: ArrayBuffer, page: string, rewriter?: boolean) => {
    const app = createApp({ bundle, ...(rewriter === undefined ? {} : { rewriter }) })
    const ORIGIN = { fetch: async () => html(page) }
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

  test.each(Object.entries(FAULTS))('not %s', async (name, written) => {
    const policies = await bundle()
    const transform = vi.spyOn(HTMLRewriter.prototype, 'transform').mockImplementation(written)
    onTestFinished(() => transform.mockRestore())
    for (const times of [1, 2]) {
      expect(await answer(policies, pageOf(name))).toBe(taggedOf(name))
      expect(transform).toHaveBeenCalledTimes(times)
    }
  })

  test('and counts again for pages that begin alike, with the same tags', async () => {
    const transform = vi.spyOn(HTMLRewriter.prototype, 'transform')
    onTestFinished(() => transform.mockRestore())
    const counts: number[] = []
    for (const [before, tags] of [
      ['<!-- alike --><head>', TAGS],
      ['<!-- alike --><head>', TAGS],
      ['<!-- alike --><head>', '<META name="b">'],
      ['<!-- alike --><head >', TAGS],
    ] as const) {
      expect(await written(before, tags)).toBe(before + tags)
      counts.push(transform.mock.calls.length)
    }
    expect(counts).toEqual([1, 1, 2, 3])
  })

  test('and no rewriter is asked where the option says so, at any door', async () => {
    const policies = await bundle()
    const transform = vi.spyOn(HTMLRewriter.prototype, 'transform')
    onTestFinished(() => transform.mockRestore())
    const request = () => new Request(`${HOME}/tagged/a`, { headers: { 'user-agent': BROWSER } })
    for (const rewriter of [true, false]) {
      transform.mockClear()
      const at = (door: string) => `${door} ${rewriter}`
      expect(await answer(policies, pageOf(at('proxy')), rewriter)).toBe(taggedOf(at('proxy')))
      const door = appEdge(policies, { rewriter })
      const own = await door(request(), () => html(pageOf(at('app'))))
      expect(await own.text()).toBe(taggedOf(at('app')))
      const app = new Hono()
      app.use(acap({ bundle: policies, rewriter }))
      app.get('*', () => html(pageOf(at('hono'))))
      expect(await (await app.request(request())).text()).toBe(taggedOf(at('hono')))
      expect(transform).toHaveBeenCalledTimes(rewriter ? 3 : 0)
    }
    expect(() => appEdge(policies, { rewrites: false } as never)).toThrow(
      'unknown member `rewrites`: one of rewriter',
    )
  })
})
