/**
 * Prices for permitted crawls (M1): the publisher's side of Cloudflare's Pay Per Crawl. Nothing is
 * settled here: the platform in front charges the price that the response names.
 */
import { readPrice } from '../words/price.ts'
import { policyRows } from './answers/own-answers.ts'
import type { Refusal } from './platform.ts'
import { isRead } from './request/origin-request.ts'
import type { Identity, Visit } from './request/read-request.ts'

/** Paths that Pay Per Crawl never charges for. */
const FREE =
  /^\/(?:robots\.txt|sitemap\.xml|(?:\.well-known\/)?security\.txt|crawlers\.json)(?:\?|$)/

const IN_BAND = /(?:^|[\s,])pricing=in-band(?:$|[\s,])/

/** Whether the platform in front sells pages. */
export function isSold({ exchange }: Visit): boolean {
  return IN_BAND.test(exchange.pricing ?? '')
}

/** The price of a page for a crawler; null if free. */
export function priceOf(visit: Visit, { agent }: Identity): string | null {
  const { site, mode, method, target, spellings } = visit
  if (!isSold(visit) || mode !== 'enforce' || !isRead(method) || FREE.test(target)) return null
  for (const spelling of spellings) {
    const price = site.engine.routes.find(spelling)?.price
    if (price) return price
  }
  const { category } = agent
  return category === null ? null : (site.config.prices[category] ?? null)
}

/** The codes of `crawler-error`, with their statuses. */
const STATUSES = {
  ConflictingPriceHeaders: 400,
  InvalidCrawlerPriceValue: 400,
  MissingCrawlerPrice: 402,
  InvalidCrawlerExactPrice: 402,
  InvalidCrawlerMaxPrice: 402,
} as const

function faultOf(headers: Headers, price: string): keyof typeof STATUSES | null {
  const exact = headers.get('crawler-exact-price')
  const most = headers.get('crawler-max-price')
  if (exact !== null && most !== null) return 'ConflictingPriceHeaders'
  const written = exact ?? most
  if (written === null) return 'MissingCrawlerPrice'
  const offer = readPrice(written)
  if (offer === null) return 'InvalidCrawlerPriceValue'
  const { currency, amount } = readPrice(price)!
  const isSame = offer.currency === currency
  if (exact !== null) return isSame && offer.amount === amount ? null : 'InvalidCrawlerExactPrice'
  return isSame && offer.amount >= amount ? null : 'InvalidCrawlerMaxPrice'
}

/** The response to a request that does not accept the price; null if it does. */
export function demandOf(visit: Visit, price: string): Response | null {
  const { request, method, home, site, notes } = visit
  notes.priced = { price, charged: null }
  const fault = faultOf(request.headers, price)
  if (fault === null) return null
  const text =
    `this page costs ${price}: send \`crawler-exact-price: ${price}\`, or a \`crawler-max-price\` of at least that\n\n` +
    policyRows(home, site.config, site.config.refuse.contact)
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'crawler-price': price,
    'crawler-error': fault,
  }
  return new Response(method === 'HEAD' ? null : text, { status: STATUSES[fault], headers })
}

/** A refusal, with a status that the platform in front does not charge for. */
export function forbidden(method: string, { body, init }: Refusal): Response {
  const response = new Response(method === 'HEAD' ? null : body, init)
  response.headers.set('crawler-error', 'CrawlerForbidden')
  return response
}

/** A page with its price. Only whole pages are charged. */
export function charged(answer: Response, { notes }: Visit): Response {
  const { priced } = notes
  if (priced === null || answer.status !== 200) return answer
  const { price } = priced
  notes.priced = { price, charged: price }
  const sold = new Response(answer.body, answer)
  sold.headers.set('crawler-price', price)
  sold.headers.set('crawler-charged', price)
  return sold
}
