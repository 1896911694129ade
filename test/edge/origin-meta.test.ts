import { describe, expect, test } from 'vitest'
import { CRAWLER } from '../support/edge/edge.ts'
import { coded, html, inPieces, served, textOf } from '../support/edge/tagged-pages.ts'

describe('[E4] a page’s own META', () => {
  const own = (content: string, before = '') =>
    `<html><head>${before}<meta name=robots content="${content}"></head><body>x`

  test('withholds it from the crawlers that it prohibits', async () => {
    const { response, log } = await served(() => html(own('ACAP disallow-crawl')), {
      userAgent: CRAWLER,
    })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('ACAP disallow-crawl')
    expect(log).toMatchObject([{ outcome: 'prohibited', basis: 'embedded' }])
    expect(await textOf(() => html(own('ACAP disallow-crawl')))).toContain('<body>x')
  })

  test('withholds it elsewhere than at its location', async () => {
    const at = (uri: string) => () => html(own(`ACAP allow-crawl location=${uri}`))
    expect(
      (await served(at('https://other.test/tagged/a'), { userAgent: CRAWLER })).response.status,
    ).toBe(403)
    expect(
      (await served(at('https://news.test/tagged/a'), { userAgent: CRAWLER })).response.status,
    ).toBe(200)
    const query = { userAgent: CRAWLER, path: '/tagged/a?b=1&c=2' }
    expect(
      (await served(at('https://news.test/tagged/a?b=1&amp;c=2'), query)).response.status,
    ).toBe(200)
  })

  test('is obeyed for one crawler alone', async () => {
    const page = '<head><meta name="SearchBot1" content="ACAP disallow-crawl"></head><body>'
    expect((await served(() => html(page), { userAgent: CRAWLER })).response.status).toBe(403)
    expect((await served(() => html(page), { userAgent: 'NamedBot/1' })).response.status).toBe(200)
  })

  test('is found in XHTML behind a template that ends at once', async () => {
    const page = own('ACAP disallow-crawl', '<template/>').replaceAll('robots', '"robots"')
    const answer = () =>
      new Response(page, { headers: { 'content-type': 'application/xhtml+xml' } })
    expect((await served(answer, { userAgent: CRAWLER })).response.status).toBe(403)
  })

  test('is found in a page that itself declares ISO-2022-JP', async () => {
    // Two characters that are a quote, an attribute and the beginning of another value in ASCII.
    const page = `<meta charset=iso-2022-jp><meta content="\x1b$B"!0='1\x1b(B">${own('ACAP disallow-crawl')}`
    const answer = (charset: string) => () =>
      new Response(page, { headers: { 'content-type': `text/html${charset}` } })
    expect((await served(answer(''), { userAgent: CRAWLER })).response.status).toBe(403)
    expect((await served(answer('; charset=utf-8'), { userAgent: CRAWLER })).response.status).toBe(
      200,
    )
    const pieces = () => html(inPieces(['<head>', page]), { 'content-type': 'text/html' })
    expect((await served(pieces, { userAgent: CRAWLER })).response.status).toBe(403)
  })

  test('is found in tags of any length, and behind them', async () => {
    const filler = `data-x="${'x'.repeat(150_000)}"`
    const meta = '<meta name=robots content="ACAP disallow-crawl"'
    for (const page of [
      `<head>${meta} ${filler}></head><body>`,
      `<head><template></template ${filler}>${meta}></head><body>`,
    ]) {
      const pieces = () => html(inPieces(page.match(/[\s\S]{1,60000}/g)!))
      expect((await served(pieces, { userAgent: CRAWLER })).response.status).toBe(403)
    }
  })

  test('is found by what clients with or without scripts read', async () => {
    const meta = '<meta name=robots content="ACAP disallow-crawl">'
    for (const page of [
      `<head><noscript>${meta}</noscript></head><body>`,
      `<head><noscript><body></noscript>${meta}</head><body>`,
      `<head><noscript><style></noscript>${meta}</head><body>`,
      `<head><noscript><!-- </noscript>${meta}</head><body>`,
    ]) {
      for (const body of [() => page, () => inPieces([...page])])
        expect([
          page,
          (await served(() => html(body()), { userAgent: CRAWLER })).response.status,
        ]).toEqual([page, 403])
    }
    const body = `<head><noscript><img></noscript></head><body><noscript>${meta}</noscript>`
    expect((await served(() => html(body), { userAgent: CRAWLER })).response.status).toBe(200)
  })

  test('is not found in comments, scripts, templates or the body', async () => {
    const meta = '<meta name=robots content="ACAP disallow-crawl">'
    for (const page of [
      `<head><!-- ${meta} --></head><body>`,
      `<head><script>"${meta}"</script></head><body>`,
      `<head><template><head></head>${meta}</template></head><body>`,
      `<head></template><template>${meta}</template></head><body>`,
      `<head></head><body>${meta}`,
    ]) {
      expect([
        page,
        (await served(() => html(page), { userAgent: CRAWLER })).response.status,
      ]).toEqual([page, 200])
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
      expect([
        page,
        (await served(() => html(page), { userAgent: CRAWLER })).response.status,
      ]).toEqual([page, 403])
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
    const packed = await coded('gzip', page)
    expect((await served(packed, { userAgent: CRAWLER })).response.status).toBe(403)
  })

  test('is found far behind the beginning of the head', async () => {
    const page = own('ACAP disallow-crawl', `<!--${'x'.repeat(900_000)}-->`)
    expect((await served(() => html(page), { userAgent: CRAWLER })).response.status).toBe(403)
  })
})
