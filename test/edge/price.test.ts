/**
 * M1: prices of pages, in the words of Cloudflare's Pay Per Crawl, request by request (developers.cloudflare.com,
 * ai-crawl-control/features/pay-per-crawl: crawl pages, error codes, advanced configuration).
 */
import { describe, expect, test } from 'vitest'
import { BROWSER, edge } from '../support/edge/edge.ts'
import { requestLines } from '../support/logs/log-line.ts'

const SITE = `hosts = ["news.test"]

[[route]]
match = "/archive/"
price = "USD 3.14"

[categories.search]
price = "USD 0.05"
`
const FILES = {
  'site.toml': SITE,
  'robots.txt': 'User-agent: *\nDisallow: /private/\n\nUser-agent: SlowBot1\nCrawl-delay: 10\n',
}
const SOLD = { 'cf-pay-per-crawl': 'protocol=cloudflare, pricing=in-band' }
const known = { SearchBot1: 'search', AnswerBot1: 'ai-search', LinkBot1: 'seo' } as const

const PAGE = '<!doctype html><html><head><title>t</title></head></html>'
const origin = () => new Response(PAGE, { headers: { 'content-type': 'text/html' } })
const setting = () => edge({ files: FILES, known, origin })
const asks = (headers: Record<string, string>) => ({ headers: { ...SOLD, ...headers } })
const told = ({ status, headers }: Response) => ({
  status,
  price: headers.get('crawler-price'),
  charged: headers.get('crawler-charged'),
  error: headers.get('crawler-error'),
})

describe('[M1] a page with a price', () => {
  test('is answered with the price, and then sold for it', async () => {
    const { ask, asked, log } = await setting()
    const first = await ask('/news/', undefined, asks({}))
    expect(told(first)).toEqual({
      status: 402,
      price: 'USD 0.05',
      charged: null,
      error: 'MissingCrawlerPrice',
    })
    expect(await first.text()).toContain('crawler-exact-price: USD 0.05')
    expect(asked).toEqual([])
    const page = await ask('/news/', undefined, asks({ 'crawler-exact-price': 'USD 0.05' }))
    expect(told(page)).toEqual({
      status: 200,
      price: 'USD 0.05',
      charged: 'USD 0.05',
      error: null,
    })
    expect(requestLines(log).map(({ outcome, priced }) => [outcome, priced])).toEqual([
      ['permitted', { price: 'USD 0.05', charged: null }],
      ['permitted', { price: 'USD 0.05', charged: 'USD 0.05' }],
    ])
  })

  test.each([
    [{ 'crawler-exact-price': 'USD 0.050' }, 200, null],
    [{ 'crawler-max-price': 'USD 0.05' }, 200, null],
    [{ 'crawler-max-price': 'USD 7' }, 200, null],
    [{ 'crawler-max-price': 'USD 0.049' }, 402, 'InvalidCrawlerMaxPrice'],
    [{ 'crawler-max-price': 'EUR 7' }, 402, 'InvalidCrawlerMaxPrice'],
    [{ 'crawler-exact-price': 'USD 0.06' }, 402, 'InvalidCrawlerExactPrice'],
    [{ 'crawler-exact-price': 'EUR 0.05' }, 402, 'InvalidCrawlerExactPrice'],
    [{ 'crawler-exact-price': '0.05' }, 400, 'InvalidCrawlerPriceValue'],
    [{ 'crawler-max-price': 'USD -1' }, 400, 'InvalidCrawlerPriceValue'],
    [{ 'crawler-max-price': 'USD 1e9' }, 400, 'InvalidCrawlerPriceValue'],
    [
      { 'crawler-exact-price': 'USD 0.05', 'crawler-max-price': 'USD 1' },
      400,
      'ConflictingPriceHeaders',
    ],
  ])('for %o gives %i %s', async (headers, status, error) => {
    const { ask } = await setting()
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask('/news/', undefined, { method, ...asks(headers as never) })
      expect(told(answer)).toMatchObject({ status, error, price: 'USD 0.05' })
    }
  })

  test('costs what its route says, before its category; AI search pays as search does', async () => {
    const { ask } = await setting()
    const priceOf = async (path: string, userAgent: string) =>
      (await ask(path, userAgent, asks({}))).headers.get('crawler-price')
    expect(await priceOf('/archive/1', 'SearchBot1/1.0')).toBe('USD 3.14')
    expect(await priceOf('/archive/1', 'LinkBot1/1.0')).toBe('USD 3.14')
    expect(await priceOf('/news/', 'AnswerBot1/1.0')).toBe('USD 0.05')
    expect(await priceOf('/news/', 'LinkBot1/1.0')).toBeNull()
  })

  test('is free for readers, where nobody sells, and at the paths that are never charged', async () => {
    const { ask } = await setting()
    const free = { status: 200, price: null, charged: null, error: null }
    expect(told(await ask('/archive/1', BROWSER, asks({})))).toEqual(free)
    for (const pricing of ['zone-default', 'bypass'])
      expect(
        told(
          await ask('/archive/1', undefined, {
            headers: { 'cf-pay-per-crawl': `protocol=cloudflare, pricing=${pricing}` },
          }),
        ),
      ).toEqual(free)
    expect(told(await ask('/archive/1'))).toEqual(free)
    for (const path of ['/robots.txt', '/sitemap.xml', '/security.txt', '/crawlers.json'])
      expect((await ask(path, undefined, asks({}))).headers.get('crawler-price')).toBeNull()
  })

  test('stays closed to whom it is closed, at any price', async () => {
    const { ask, log } = await setting()
    const answer = await ask('/private/1', undefined, asks({ 'crawler-max-price': 'USD 100' }))
    expect(told(answer)).toEqual({
      status: 403,
      price: null,
      charged: null,
      error: 'CrawlerForbidden',
    })
    expect(requestLines(log).at(-1)).not.toHaveProperty('priced')
  })

  test('is charged for only where it comes', async () => {
    const { ask, log } = await edge({
      files: FILES,
      known,
      origin: () => new Response('none', { status: 404 }),
    })
    const answer = await ask('/news/', undefined, asks({ 'crawler-max-price': 'USD 1' }))
    expect(told(answer)).toEqual({ status: 404, price: null, charged: null, error: null })
    expect(requestLines(log).at(-1)?.priced).toEqual({ price: 'USD 0.05', charged: null })
  })

  test('is free in a policy that observes', async () => {
    const { ask } = await edge({
      files: { ...FILES, 'site.toml': `mode = "observe"\n${SITE}` },
      known,
      origin,
    })
    expect((await ask('/archive/1', undefined, asks({}))).status).toBe(200)
  })
})
