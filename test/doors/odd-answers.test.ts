/**
 * Answers of handlers that no standard Response can be, and that `@hono/node-server` sends all the same.
 */
import { type Context, Hono } from 'hono'
import { beforeEach, expect, test, vi } from 'vitest'
import { acap } from '../../src/doors/hono/node.ts'
import { bundleOf } from '../support/bundle.ts'
import { answerOnWire } from '../support/doors/app-on-wire.ts'
import { BROWSER, CRAWLER, POLICY, TAGS } from '../support/tagging-policy.ts'

const PAGE = '<!doctype html><html><head><title>a</title></head><body>b</body></html>'
const TAGGED = PAGE.replace('<head>', `<head>${TAGS}`)
const CLOSED = PAGE.replace('<title>', '<meta name="robots" content="ACAP disallow-crawl"><title>')
const HTML = { 'content-type': 'text/html; charset=utf-8' }
const bundle = await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } })

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

/** What comes back over the wire. */
function asked(
  userAgent: string,
  handler: (c: Context) => Response,
  method = 'GET',
): Promise<string> {
  return answerOnWire(new Hono().use(acap({ bundle })).all('*', handler), userAgent, { method })
}

/** A status that the types of Response do not have. */
const status = (code: number) => code as 200

test.each([204, 205, 304])('an empty text of status %i reaches everybody', async (code) => {
  for (const userAgent of [BROWSER, CRAWLER])
    expect(await asked(userAgent, (c) => c.html('', status(code)))).toContain(`HTTP/1.1 ${code} `)
})

test('a handler that returns nothing is the app’s own 404', async () => {
  const nothing = () => undefined as unknown as Response
  for (const userAgent of [BROWSER, CRAWLER])
    expect(await asked(userAgent, nothing)).toContain('HTTP/1.1 404 ')
})

test('a page of a status beyond 599 reaches a reader', async () => {
  const answer = await asked(BROWSER, (c) => c.html(PAGE, status(999)))
  expect(answer).toContain('HTTP/1.1 999 ')
  expect(answer).toContain(PAGE)
})

test('[E4] of a page of a status beyond 599 a crawler gets the status, and no body', async () => {
  const answer = await asked(CRAWLER, (c) => c.html(PAGE, status(999)))
  expect(answer).toContain('HTTP/1.1 999 ')
  expect(answer).not.toContain('<title>')
  expect(await asked(CRAWLER, (c) => c.json({ a: 1 }, status(999)))).toMatch(
    /^HTTP\/1.1 999 .*"a":1/s,
  )
})

function inStrings(...pieces: unknown[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  return new Response(body, { headers: HTML })
}

test('a page that a handler streams as strings is tagged, and its META counts', async () => {
  const [start, rest] = [PAGE.slice(0, 20), PAGE.slice(20)]
  for (const userAgent of [BROWSER, CRAWLER])
    expect(await asked(userAgent, () => inStrings(start, rest))).toContain(TAGGED)
  expect(await asked(CRAWLER, () => inStrings(CLOSED))).toContain('HTTP/1.1 403 ')
})

test('a page with a piece that is no text breaks off', async () => {
  for (const userAgent of [BROWSER, CRAWLER])
    expect(await asked(userAgent, () => inStrings(PAGE, 7))).not.toContain('</html>')
})

test('a page that says it was sent already is an answer like any other', async () => {
  const sent = (page: string) => () =>
    new Response(page, { headers: { ...HTML, 'x-hono-already-sent': 'true' } })
  expect(await asked(BROWSER, sent(PAGE))).toContain(TAGGED)
  expect(await asked(BROWSER, sent(PAGE), 'HEAD')).toContain('HTTP/1.1 200 ')
  expect(await asked(CRAWLER, sent(CLOSED))).toContain('HTTP/1.1 403 ')
})
