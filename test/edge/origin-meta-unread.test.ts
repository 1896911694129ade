import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { plainText } from '../../src/edge/html/attributes.ts'
import { CRAWLER } from '../support/edge/edge.ts'
import {
  codedAs,
  html,
  inPieces,
  served,
  TAGGING,
  TAGS,
  textOf,
} from '../support/edge/tagged-pages.ts'

describe('[E4] a page’s own META that cannot be read', () => {
  const own = (content: string, before = '') =>
    `<html><head>${before}<meta name=robots content="${content}"></head><body>x`

  test.each([301, 403, 404, 410, 500])('withholds it in an answer of status %i', async (status) => {
    const { response } = await served(() => html(own('ACAP disallow-crawl'), {}, status), {
      userAgent: CRAWLER,
    })
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('disallow-crawl'),
    ])
    expect(
      (await served(() => html(own('ACAP allow-index'), {}, status), { userAgent: CRAWLER }))
        .response.status,
    ).toBe(status)
  })

  test('that cannot be read in another answer than a success leaves the status, and no body', async () => {
    const headers = { location: '/new', 'content-length': String(LONG.length) }
    const { response } = await served(() => html(LONG, headers, 301), { userAgent: CRAWLER })
    expect([response.status, response.headers.get('location'), await response.text()]).toEqual([
      301,
      '/new',
      '',
    ])
    expect(response.headers.has('content-length')).toBe(false)
  })

  const LONG = own('ACAP allow-crawl', `<!--${'x'.repeat(1_100_000)}-->`)

  test('in a head of more than 1 MiB cannot be read: crawlers get 503', async () => {
    const { response, log } = await served(() => html(LONG), { userAgent: CRAWLER })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120'])
    expect(response.headers.get('link')).toContain(
      '<https://news.test/robots.txt>; rel="describedby"',
    )
    expect(await response.text()).toContain('Policy:  https://news.test/robots.txt\n')
    expect(log).toContainEqual(
      expect.objectContaining({ acap: 'meta-unread', target: '/tagged/a' }),
    )
    expect((await textOf(() => html(LONG))).length).toBe(LONG.length + TAGS.length)
  })

  test('that cannot be read is served all the same where the site or its mode says so', async () => {
    for (const setting of ['[embed]\nunread = "serve"\n', 'mode = "observe"\n']) {
      const files = { ...TAGGING, 'site.toml': `hosts = ["news.test"]\n${setting}` }
      const { response, log } = await served(() => html(LONG), { userAgent: CRAWLER, files })
      expect([response.status, (await response.text()).length]).toEqual([
        200,
        LONG.length + TAGS.length,
      ])
      expect(log).toContainEqual(expect.objectContaining({ acap: 'meta-unread' }))
    }
  })

  test('in a coding that is named like a property of every object cannot be read, and the page stays whole', async () => {
    const files = { ...TAGGING, 'site.toml': 'hosts = ["news.test"]\n[embed]\nunread = "serve"\n' }
    const bytes = new TextEncoder().encode('coded')
    const { response, log } = await served(codedAs('constructor', bytes), {
      userAgent: CRAWLER,
      files,
    })
    expect(await response.text()).toBe('coded')
    expect(log).toContainEqual(
      expect.objectContaining({
        acap: 'request',
        severity: 'warning',
        fault: { name: 'meta-unread', message: 'it cannot be decoded', stack: null },
      }),
    )
  })

  test('has no reference that is named like a property of every object', () => {
    expect(plainText('&constructor;&amp;')).toBe('&constructor;&')
  })

  test('that does not come within 15 seconds cannot be read', async () => {
    let asked = 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const late = () => {
      asked++
      return html(inPieces(['<head><title>a'], () => new Promise(() => undefined)))
    }
    const answer = served(late, { userAgent: CRAWLER })
    for (const turn of [1, 2]) {
      await vi.waitFor(() => expect([asked, vi.getTimerCount()]).toEqual([turn, 1]))
      vi.advanceTimersByTime(15_000)
    }
    const { response, log } = await answer
    expect(response.status).toBe(503)
    expect(log).toContainEqual(expect.objectContaining({ acap: 'meta-unread' }))
  })

  test('is waited for no longer than 2 seconds once the body has begun without a tag', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const never = () => new Promise(() => undefined)
    const answer = served(() => html(inPieces(['<head><title>a</title><p>b'], never)), {
      userAgent: CRAWLER,
    })
    // Then as long for the place of tags.
    for (let turn = 0; turn < 2; turn++) {
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
      vi.advanceTimersByTime(2000)
    }
    expect((await answer).response.status).toBe(200)
  })

  test('that comes after seconds is waited for', async () => {
    let finish = (): void => undefined
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('<head><title>a</title>'))
        finish = () => {
          controller.enqueue(
            new TextEncoder().encode('<meta name=robots content="ACAP disallow-crawl"><body>'),
          )
          controller.close()
        }
      },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const answer = served(() => html(body), { userAgent: CRAWLER })
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    vi.advanceTimersByTime(14_000)
    finish()
    expect((await answer).response.status).toBe(403)
  })
})
