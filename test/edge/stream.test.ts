import { describe, expect, test } from 'vitest'
import { BROWSER, CRAWLER } from '../support/edge.ts'
import { html, inPieces, PAGE, served, TAGGED, TAGS, textOf } from '../support/told-pages.ts'

describe('a body that streams', () => {
  for (const userAgent of [BROWSER, CRAWLER]) {
    test(`comes whole in whatever pieces (${userAgent.slice(0, 10)})`, async () => {
      for (const size of [1, 2, 3, 7]) {
        const pieces = PAGE.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g'))!
        expect(await textOf(() => html(inPieces(pieces)), { userAgent })).toBe(TAGGED)
      }
    })

    test(`goes out before it has come in (${userAgent.slice(0, 10)})`, async () => {
      const { response } = await served(() => html(inPieces(['<head></head><body>'], () => undefined)), { userAgent })
      const { value } = await response.body!.getReader().read()
      expect(new TextDecoder().decode(value)).toContain(TAGS)
    })

    test(`breaks off where the origin breaks off (${userAgent.slice(0, 10)})`, async () => {
      const { response } = await served(
        () => html(inPieces(['<head></head><body>', 'b'], (c) => c.error(new Error('reset')))),
        { userAgent },
      )
      await expect(response.text()).rejects.toThrow()
    })

    test(`breaks off where the origin breaks off within the head (${userAgent.slice(0, 10)})`, async () => {
      const { response } = await served(
        () => html(inPieces(['<html>', '<!-- a'], (c) => c.error(new Error('reset')))),
        { userAgent },
      )
      await expect(response.text()).rejects.toThrow()
    })

    test(`is given up where the client leaves (${userAgent.slice(0, 10)})`, async () => {
      let cancelled = false
      const endless = new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode('<head></head><body>'.repeat(100))),
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
})
