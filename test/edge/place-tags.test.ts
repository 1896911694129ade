import { Hono } from 'hono'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { acap } from '../../src/doors/hono/workers.ts'
import { edge as appEdge } from '../../src/doors/workers/app-edge.ts'
import { placeTags } from '../../src/doors/workers/place-tags.ts'
import { createApp } from '../../src/doors/workers/proxy-worker.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, HOME } from '../support/edge.ts'
import { LEFT, PLAIN } from '../support/marked-pages.ts'
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

for (const [name, page] of Object.entries(PLAIN)) {
  test(`[E6] the runtime's rewriter puts tags ${name}`, async () => {
    expect(await placed(page.replace('|', ''))).toBe(page)
  })
}

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
