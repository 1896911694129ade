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
async function placed(page: string, isWhole = true, tags = TAGS): Promise<string | null> {
  const tagged = await placeTags(bytesOf(page), isWhole, tags)
  if (tagged === null) return null
  const beginning = Array.from(tagged.bytes, (byte) => String.fromCharCode(byte)).join('')
  return beginning.replace(tags, '|') + page.slice(tagged.end)
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
    for (const [page, tags] of [
      ['<!-- alike --><head>|<title>a', TAGS],
      ['<!-- alike --><head>|<link rel=b>', TAGS],
      ['<!-- alike --><head>|<title>a', '<META name="b">'],
      ['<!-- alike --><head >|<title>a', TAGS],
    ] as const) {
      expect(await placed(page.replace('|', ''), true, tags)).toBe(page)
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
      'the options are `rewriter`',
    )
  })
})
