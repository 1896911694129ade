import { expect, test, vi } from 'vitest'
import { DecisionTexts } from '../../src/edge/answers/decision-texts.ts'
import { Page } from '../../src/edge/html/page.ts'
import { createApp } from '../../src/platforms/workers/app.ts'
import { bundleOf } from '../support/bundle.ts'
import { BROWSER, CRAWLER, capturedLog, edge, HOME } from '../support/edge.ts'

const TELLING = { 'robots.txt': 'User-agent: *\nDisallow: /closed/\n\nACAP-crawler: *\nACAP-disallow-index: /\n' }

test('a start runs what writes a refusal and what puts tags on a page', async () => {
  const refusal = vi.spyOn(DecisionTexts.prototype, 'refusal')
  const rewritten = vi.spyOn(Page.prototype, 'rewritten')
  await edge({ files: TELLING })
  await vi.waitFor(() => expect(rewritten).toHaveBeenCalled())
  expect(refusal).toHaveBeenCalledOnce()
})

test('a start asks no origin, logs nothing and counts nothing', async () => {
  const rewritten = vi.spyOn(Page.prototype, 'rewritten')
  const { asked, log, ask } = await edge({ files: TELLING })
  await vi.waitFor(() => expect(rewritten).toHaveBeenCalled())
  expect([asked, log]).toEqual([[], []])
  await ask('/closed/', CRAWLER)
  expect(log).toHaveLength(1)
})

for (const hosts of ['["*"]', '["news.test:8443"]', '["[::1]:80"]']) {
  test(`a start takes hosts of every form: ${hosts}`, async () => {
    const { log } = await edge({ files: { ...TELLING, 'site.toml': `hosts = ${hosts}\n` } })
    expect(log).toEqual([])
  })
}

test('a start without sites, or without a bundle that can be read, leaves the answers to the requests', async () => {
  const log = capturedLog()
  const context = { waitUntil: () => undefined }
  const ORIGIN = { fetch: async () => new Response('a page') }
  for (const bundle of [await bundleOf({}), new ArrayBuffer(8)]) {
    const app = createApp({ bundle })
    const response = await app.fetch(
      new Request(`${HOME}/`, { redirect: 'manual', headers: { 'user-agent': BROWSER } }),
      { ORIGIN },
      context,
    )
    expect(await response.text()).toBe('a page')
  }
  expect(log).toEqual([expect.objectContaining({ acap: 'bundle' })])
})
