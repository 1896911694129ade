import { afterEach, describe, expect, test, vi } from 'vitest'
import { Engine } from '../../src/decide/engine.ts'
import { ElementMatcher } from '../../src/edge/html/element-matcher.ts'
import { PageWriter } from '../../src/edge/html/page-writer.ts'
import { Identifier } from '../../src/edge/identity/identify.ts'
import { BROWSER, CRAWLER, edge } from '../support/edge/edge.ts'
import { html, PAGE, served, TAGGED, TAGGING } from '../support/edge/tagged-pages.ts'

const MARKING = {
  ...TAGGING,
  'site.toml':
    'hosts = ["news.test"]\n[[route]]\nmatch = "/tagged/"\nelements = [{ select = "p", class = "the-acap:disallow-index" }]\n',
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a fault of our own', () => {
  for (const userAgent of [BROWSER, CRAWLER]) {
    test(`in finding elements leaves the page without class attributes (${userAgent.slice(0, 10)})`, async () => {
      vi.spyOn(ElementMatcher.prototype, 'open').mockImplementation(() => {
        throw new Error('a bug')
      })
      const { response, log } = await served(() => html(PAGE), { files: MARKING, userAgent })
      expect(await response.text()).toBe(TAGGED)
      expect(log).toContainEqual(
        expect.objectContaining({
          acap: 'elements',
          fault: expect.objectContaining({ message: 'a bug' }),
        }),
      )
    })
  }

  test('after the body was begun leaves readers the origin’s answer', async () => {
    vi.spyOn(PageWriter.prototype, 'look').mockImplementation(() => {
      throw new Error('a bug')
    })
    const { ask, asked, log } = await edge({
      files: MARKING,
      origin: () => html(PAGE, { 'content-length': String(PAGE.length) }),
    })
    const response = await ask('/tagged/a', BROWSER)
    expect([response.status, await response.text()]).toEqual([200, PAGE])
    expect(asked).toHaveLength(2)
    expect(log).toContainEqual(expect.objectContaining({ acap: 'fault', where: 'answer' }))
  })

  test('before that asks the origin once', async () => {
    vi.spyOn(Headers.prototype, 'append').mockImplementation(() => {
      throw new Error('a bug')
    })
    const { ask, asked } = await edge({
      files: TAGGING,
      origin: () => html(PAGE, { 'content-type': 'text/plain' }),
    })
    const response = await ask('/tagged/a', BROWSER)
    expect([await response.text(), asked.length]).toEqual([PAGE, 1])
  })

  for (const mode of ['observe', 'enforce'] as const) {
    test(`refuses a crawler under ${mode} only where the policy is enforced`, async () => {
      const files = { ...MARKING, 'site.toml': `mode = "${mode}"\n${MARKING['site.toml']}` }
      const status = mode === 'observe' ? 200 : 503
      const { ask } = await edge({
        files,
        origin: () => html(PAGE, { 'content-length': String(PAGE.length) }),
      })
      vi.spyOn(PageWriter.prototype, 'look').mockImplementation(() => {
        throw new Error('a bug')
      })
      const page = await ask('/tagged/a')
      expect([page.status, (await page.text()) === PAGE]).toEqual([status, mode === 'observe'])
      vi.spyOn(Engine.prototype, 'decide').mockImplementation(() => {
        throw new Error('a bug')
      })
      expect((await ask('/tagged/a')).status).toBe(status)
      vi.spyOn(Identifier.prototype, 'bySignature').mockImplementation(() => {
        throw new Error('a bug')
      })
      const signed = { headers: { 'signature-input': 'sig1=()' } }
      expect((await ask('/tagged/a', 'SearchBot1/1.0 (a bot)', signed)).status).toBe(status)
    })
  }
})
