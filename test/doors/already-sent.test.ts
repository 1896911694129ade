/**
 * Answers that a handler has sent by itself, as frameworks mounted in a Hono app do.
 */
import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { acap } from '../../src/doors/hono/node.ts'
import { bundleOf } from '../support/bundle.ts'
import { answerOnWire } from '../support/doors/app-on-wire.ts'
import { gate } from '../support/doors/gate.ts'
import { raw } from '../support/node-origin.ts'
import { BROWSER, CRAWLER, POLICY, TAGS } from '../support/tagging-policy.ts'

const PAGE = '<!doctype html><html><head><title>a</title></head><body>b</body></html>'
const bundle = await bundleOf({ site: POLICY }, { known: { TestBot: 'search' } })

beforeEach(() => void vi.spyOn(console, 'log').mockReturnValue())

/** What comes back over the wire from an app whose handler sends its page itself. */
function asked(
  path: string,
  userAgent: string,
  send: (outgoing: ServerResponse) => void,
): Promise<string> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(acap({ bundle }))
  app.all('*', (c) => {
    send(c.env.outgoing as ServerResponse)
    return RESPONSE_ALREADY_SENT
  })
  return answerOnWire(app, userAgent, { path })
}

const WAYS: Readonly<Record<string, (outgoing: ServerResponse) => void>> = {
  'at once': (outgoing) => outgoing.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  'in pieces': (outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/html', 'content-length': PAGE.length })
    outgoing.write(PAGE.slice(0, 20))
    setImmediate(() => outgoing.end(PAGE.slice(20)))
  },
  later: (outgoing) =>
    void setImmediate(() => outgoing.writeHead(200, { 'content-type': 'text/html' }).end(PAGE)),
}

test('a crawler that is refused reaches no handler', async () => {
  const send = vi.fn()
  expect(await asked('/private/a', CRAWLER, send)).toContain('HTTP/1.1 403 ')
  expect(send).not.toHaveBeenCalled()
})

test.each([BROWSER, CRAWLER])(
  'an empty answer made by hand that calls itself sent is sent to %s',
  async (agent) => {
    const app = new Hono().use(acap({ bundle }))
    app.all('*', (c) => c.body(null, 200, { 'x-hono-already-sent': 'true' }))
    expect(await answerOnWire(app, agent)).toContain('HTTP/1.1 200 OK')
  },
)

test('behind a gate, an answer that calls itself sent is an answer like any other', async () => {
  // With a length the page is whole with its first bytes: a reader's page waits for no others (E6).
  const whole = { 'content-type': 'text/html; charset=utf-8', 'content-length': PAGE.length }
  const sent = { ...whole, 'x-hono-already-sent': 'true' }
  const { url } = await gate({
    files: POLICY,
    answer: (_, response) => response.writeHead(200, sent).end(PAGE),
  })
  const { body } = await raw(`${url}/a`, { headers: { 'user-agent': BROWSER } })
  expect(String(body)).toBe(PAGE.replace('<head>', `<head>${TAGS}`))
})

describe.each(Object.entries(WAYS))('an answer that a handler sends %s', (_, send) => {
  test.each([BROWSER, CRAWLER])('reaches %s untouched', async (userAgent) => {
    const answer = await asked('/a', userAgent, send)
    expect(answer).toContain('HTTP/1.1 200 OK')
    expect(answer.slice(answer.indexOf('\r\n\r\n'))).toContain(PAGE)
  })
})
