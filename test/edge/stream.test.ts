import { describe, expect, test, vi } from 'vitest'
import { Page } from '../../src/edge/html/page.ts'
import { BROWSER, CRAWLER } from '../support/edge/edge.ts'
import { html, inPieces, PAGE, served, TAGGED, TAGS, textOf } from '../support/edge/tagged-pages.ts'

describe('a body that streams', () => {
  for (const userAgent of [BROWSER, CRAWLER]) {
    test(`comes whole in any pieces (${userAgent.slice(0, 10)})`, async () => {
      for (const size of [1, 2, 3, 7]) {
        const pieces = PAGE.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g'))!
        expect(await textOf(() => html(inPieces(pieces)), { userAgent })).toBe(TAGGED)
      }
    })

    test(`goes out before it has come in (${userAgent.slice(0, 10)})`, async () => {
      const { response } = await served(
        () => html(inPieces(['<head></head><body>'], () => undefined)),
        { userAgent },
      )
      const { value } = await response.body!.getReader().read()
      expect(new TextDecoder().decode(value)).toContain(TAGS)
    })

    test(`is given up where the client leaves (${userAgent.slice(0, 10)})`, async () => {
      let cancelled = false
      const endless = new ReadableStream({
        pull: (controller) =>
          controller.enqueue(new TextEncoder().encode('<head></head><body>'.repeat(100))),
        cancel: () => {
          cancelled = true
        },
      })
      const { response } = await served(() => html(endless), { userAgent })
      const reader = response.body!.getReader()
      await reader.read()
      await reader.cancel()
      await expect.poll(() => cancelled).toBe(true)
    })
  }

  test('is given up where the client leaves while it is rewritten', async () => {
    let isGivenUp = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('<p>')),
      cancel: () => {
        isGivenUp = true
      },
    })
    const page = new Page(endless, new Headers(), {
      isStillCoded: null,
      loadZlib: async () => null,
      queued: async () => 'over',
    })
    await page.more()
    const rewriting = {
      isDone: false,
      take: (bytes: Uint8Array) => bytes,
      end: () => new Uint8Array(0),
    }
    const reader = (page.rewritten(rewriting) as ReadableStream).getReader()
    await reader.read()
    await reader.cancel()
    await expect.poll(() => isGivenUp).toBe(true)
  })

  test('breaks off for readers where the origin breaks off', async () => {
    for (const pieces of [
      ['<html>', '<!-- a'],
      ['<head></head><body>', 'b'],
    ]) {
      const { response } = await served(() => html(brokenOff(pieces)))
      await expect(response.text()).rejects.toThrow()
    }
  })

  test('is kept from crawlers where the origin breaks off before it is sent', async () => {
    for (const pieces of [[], ['<html>', '<!-- a'], ['<head></head><body>', 'b'], ['<p>', 'b']]) {
      const { response } = await served(() => html(brokenOff(pieces)), { userAgent: CRAWLER })
      expect([response.status, await response.text()]).toEqual([
        503,
        expect.not.stringContaining('<'),
      ])
    }
  })

  test('is asked for once more where its head breaks off for a crawler', async () => {
    let asked = 0
    const { response } = await served(() => html(asked++ === 0 ? brokenOff(['<html>']) : PAGE), {
      userAgent: CRAWLER,
    })
    expect([response.status, asked]).toEqual([200, 2])
  })

  test('reaches a reader whole where the part that was asked for breaks off', async () => {
    const broken = new ReadableStream({
      start: (controller) => controller.error(new Error('reset')),
    })
    const part = new Response(broken, { status: 206, headers: { 'content-type': 'text/html' } })
    const answers = [part, html(PAGE)]
    const { response } = await served(() => answers.shift()!, {
      init: { headers: { range: 'bytes=0-9' } },
    })
    expect([response.status, await response.text()]).toEqual([200, TAGGED])
  })

  test('reaches a reader without a timer, no matter how its first bytes end', async () => {
    for (const first of [
      '<',
      '<!-- a',
      '<!doctype html>',
      '<html><head>',
      '<html><head><meta name=a>',
      '<p>',
    ]) {
      const never = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(first)),
      })
      const timer = vi.spyOn(globalThis, 'setTimeout')
      const { response } = await served(() => html(never, { 'content-type': 'text/html' }))
      const { value } = await response.body!.getReader().read()
      expect([first, new TextDecoder().decode(value)]).toEqual([first, first])
      expect(timer).not.toHaveBeenCalled()
      expect(response.headers.get('x-robots-tag')).toContain('noindex')
      timer.mockRestore()
    }
  })

  test('has tags for a reader where the first bytes show the place, or pieces that are queued behind them', async () => {
    const never = (pieces: readonly string[]) =>
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        },
      })
    const named = '<html><head><meta charset=utf-8>'
    for (const pieces of [[named], [...named], [named.slice(0, 9), named.slice(9)]]) {
      const { response } = await served(() => html(never(pieces), { 'content-type': 'text/html' }))
      const { value } = await response.body!.getReader().read()
      expect([pieces, new TextDecoder().decode(value)]).toEqual([pieces, named + TAGS])
    }
  })
})

/** A body that breaks off behind these pieces. */
function brokenOff(pieces: readonly string[]): ReadableStream {
  return inPieces(pieces, (controller) => controller.error(new Error('reset')))
}
