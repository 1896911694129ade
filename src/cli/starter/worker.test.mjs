/**
 * The Worker as it will be deployed, in front of a server with one page. What the policy says is tested by
 * policies/www.example.com/cases.toml.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { createTestHarness } from 'wrangler'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PAGE = '<!doctype html><html><head><title>A page</title></head></html>'

const origin = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(PAGE))
const hook = createServer(({ method }, answer) =>
  answer.writeHead(method === 'POST' ? 200 : 405).end(),
)
let edge

before(async () => {
  await once(origin.listen(0, '127.0.0.1'), 'listening')
  await once(hook.listen(0, '127.0.0.1'), 'listening')
  const urlOf = (server) => `http://127.0.0.1:${server.address().port}`
  const vars = { ORIGIN_URL: urlOf(origin), DEPLOY_HOOK: urlOf(hook) }
  edge = createTestHarness({ workers: [{ configPath: 'wrangler.toml', vars }] })
  await edge.listen()
})

after(async () => {
  await edge?.close()
  origin.close()
  hook.close()
})

const ask = (path, userAgent) =>
  edge.fetch(`https://www.example.com${path}`, { headers: { 'user-agent': userAgent } })

test('gives readers every page', async () => {
  for (const path of ['/', '/private/', '/account/', '/search?q=x']) {
    const answer = await ask(path, BROWSER)
    assert.equal(answer.status, 200, path)
    assert.match(await answer.text(), /<title>A page<\/title>/)
  }
})

test('publishes the policy as robots.txt', async () => {
  const robots = await ask('/robots.txt', 'Googlebot/2.1')
  assert.equal(robots.status, 200)
  assert.match(await robots.text(), /user-agent/i)
})

test('asks for a build when its time comes', async () => {
  const { outcome } = await edge.getWorker().scheduled({ cron: '17 4 * * 1' })
  assert.equal(outcome, 'ok')
})
