import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { CRAWLER } from '../support/edge.ts'
import { html, served, TAGS, textOf } from '../support/told-pages.ts'

describe('[E4] a page’s own META', () => {
  const own = (content: string, before = '') =>
    `<html><head>${before}<meta name=robots content="${content}"></head><body>x`

  test('withholds it from the crawlers that it prohibits', async () => {
    const { response, log } = await served(() => html(own('ACAP disallow-crawl')), { userAgent: CRAWLER })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('ACAP disallow-crawl')
    expect(log).toMatchObject([{ outcome: 'prohibited', basis: 'embedded' }])
    expect(await textOf(() => html(own('ACAP disallow-crawl')))).toContain('<body>x')
  })

  test('withholds it elsewhere than at its location', async () => {
    const at = (uri: string) => () => html(own(`ACAP allow-crawl location=${uri}`))
    expect((await served(at('https://other.test/told/a'), { userAgent: CRAWLER })).response.status).toBe(403)
    expect((await served(at('https://news.test/told/a'), { userAgent: CRAWLER })).response.status).toBe(200)
    const query = { userAgent: CRAWLER, path: '/told/a?b=1&c=2' }
    expect((await served(at('https://news.test/told/a?b=1&amp;c=2'), query)).response.status).toBe(200)
  })

  test('is obeyed for one crawler alone', async () => {
    const page = '<head><meta name="SearchBot1" content="ACAP disallow-crawl"></head><body>'
    expect((await served(() => html(page), { userAgent: CRAWLER })).response.status).toBe(403)
    expect((await served(() => html(page), { userAgent: 'NamedBot/1' })).response.status).toBe(200)
  })

  test('is not found in comments, scripts, templates or the body', async () => {
    const meta = '<meta name=robots content="ACAP disallow-crawl">'
    for (const page of [
      `<head><!-- ${meta} --></head><body>`,
      `<head><script>"${meta}"</script></head><body>`,
      `<head><template><head></head>${meta}</template></head><body>`,
      `<head></head><body>${meta}`,
    ]) {
      expect([page, (await served(() => html(page), { userAgent: CRAWLER })).response.status]).toEqual([page, 200])
    }
  })

  test('is found behind what looks like the end of the head, and in a second head', async () => {
    const meta = '<meta name=robots content="ACAP disallow-crawl">'
    for (const page of [
      `<head><script>"<body>"</script>${meta}</head><body>`,
      `<head><template><head></head><body></template>${meta}</head><body>`,
      `<head></head><head>${meta}</head><body>`,
      `<html>${meta}<p>`,
    ]) {
      expect([page, (await served(() => html(page), { userAgent: CRAWLER })).response.status]).toEqual([page, 403])
    }
  })

  test('is found in pieces, and compressed', async () => {
    const page = own('ACAP disallow-crawl', '<title>a</title>'.repeat(50))
    const pieces = page.match(/[\s\S]{1,11}/g)!
    const body = () =>
      new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
          controller.close()
        },
      })
    expect((await served(() => html(body()), { userAgent: CRAWLER })).response.status).toBe(403)
    const packed = () => html(body(), { 'content-encoding': 'gzip' })
    expect((await served(packed, { userAgent: CRAWLER })).response.status).toBe(403)
  })

  test('beyond 64 KiB is passed on, and logged', async () => {
    const page = own('ACAP disallow-crawl', `<!--${'x'.repeat(70_000)}-->`)
    const { response, log } = await served(() => html(page), { userAgent: CRAWLER })
    expect([response.status, (await response.text()).length]).toEqual([200, page.length + TAGS.length])
    expect(log).toContainEqual(expect.objectContaining({ acap: 'origin-head' }))
  })

  test('that comes too late is passed on after two seconds', async () => {
    let finish = (): void => undefined
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('<head><title>a'))
        finish = () => {
          controller.enqueue(new TextEncoder().encode('b</title></head><body>'))
          controller.close()
        }
      },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const answer = served(() => html(body), { userAgent: CRAWLER })
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    vi.advanceTimersByTime(2000)
    const { response, log } = await answer
    finish()
    expect(await response.text()).toBe(`<head>${TAGS}<title>ab</title></head><body>`)
    expect(log).toContainEqual(expect.objectContaining({ acap: 'origin-head' }))
  })
})
