/**
 * The library's `acap-edge/x402`: offers of x402 version 2 in answers that name a price, for
 * Workers and other fetch handlers. Prices are those of the policy (docs/semantics.md, M1).
 * Cloudflare's Monetization Gateway says in PAYMENT-CONTEXT what was paid: that is checked here,
 * with its pinned keys. Nothing is settled here.
 */
import { encodePaymentRequiredHeader } from '@x402/core/http'
import { convertToTokenAmount } from '@x402/core/utils'
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { checkMembers } from '../../base/check-argument.ts'

/** Who is paid, and in what. */
export interface X402Options {
  /** The wallet that is paid. */
  readonly payTo: string
  /** The network, as CAIP-2 names it: `eip155:8453`. */
  readonly network: `${string}:${string}`
  /** The address of the token on that network. */
  readonly asset: string
  /** Decimal places of the token. @default 6 */
  readonly decimals?: number
  /** The currency that the token stands for: prices in others are not offered. @default 'USD' */
  readonly currency?: string
  /** How long a payment may take, in seconds. @default 60 */
  readonly maxTimeoutSeconds?: number
  /** What the scheme needs beside that: the name and version of the token, say. @default {} */
  readonly extra?: Readonly<Record<string, unknown>>
  /**
   * What finds the key of a PAYMENT-CONTEXT. @default the keys at
   * https://payments.cloudflare.com/certs
   */
  readonly keys?: JWTVerifyGetKey
}

/** A `fetch` of a Worker, or of another server with requests of the standard. */
export type FetchHandler<Rest extends readonly unknown[]> = (
  request: Request,
  ...rest: Rest
) => Response | Promise<Response>

const MEMBERS = [
  'payTo',
  'network',
  'asset',
  'decimals',
  'currency',
  'maxTimeoutSeconds',
  'extra',
  'keys',
]
const CERTIFICATES = new URL('https://payments.cloudflare.com/certs')

/** What a PAYMENT-CONTEXT authorizes, in the smallest units of its token. */
interface Authorized {
  readonly scheme: 'exact' | 'upto'
  readonly amount: string
}

/**
 * Sells what a handler prices: its answers with 402 and a price offer x402, and a request whose
 * PAYMENT-CONTEXT is valid agrees to the price that it authorizes. A request that Cloudflare's Pay
 * Per Crawl serves stays as it is.
 *
 * @param handler The `fetch` of an edge of `createApp`.
 * @param options Who is paid, and in what.
 * @returns The same handler, with offers.
 * @throws TypeError for options without `payTo`, `network` or `asset`, and for unknown ones.
 * @example
 * const app = createApp({ bundle })
 * export default { fetch: withX402(app.fetch, { payTo: '0x…', network: 'eip155:8453', asset: '0x…' }) }
 */
export function withX402<Rest extends readonly unknown[]>(
  handler: FetchHandler<Rest>,
  options: X402Options,
): FetchHandler<Rest> {
  for (const name of ['payTo', 'network', 'asset'] as const)
    if (typeof options?.[name] !== 'string' || options[name] === '')
      throw new TypeError(`withX402: \`${name}\` is no text`)
  checkMembers('withX402', options, MEMBERS)
  const keys = options.keys ?? createRemoteJWKSet(CERTIFICATES)
  return async (request, ...rest) => {
    if (/\bpricing=in-band\b/.test(request.headers.get('cf-pay-per-crawl') ?? ''))
      return handler(request, ...rest)
    const context = request.headers.get('payment-context')
    const paid = context === null ? null : await authorizedBy(context, request.url, keys)
    const answer = await handler(agreeing(request, paid, options), ...rest)
    if (answer.status === 402) return offering(answer, request, context, options)
    return paid?.scheme === 'upto' ? settling(answer, options) : answer
  }
}

/** What a context authorizes for a URL; null for one that is invalid, or for another URL. */
async function authorizedBy(
  context: string,
  url: string,
  keys: JWTVerifyGetKey,
): Promise<Authorized | null> {
  const audience = [url, url.replace(/[?#].*$/, '')]
  try {
    const { payload } = await jwtVerify(context, keys, {
      algorithms: ['EdDSA', 'Ed25519'],
      audience,
      requiredClaims: ['iat', 'nbf', 'exp', 'aud'],
    })
    const { scheme, amount } = payload
    const isKnown = scheme === 'exact' || scheme === 'upto'
    return isKnown && typeof amount === 'string' && /^\d{1,30}$/.test(amount)
      ? { scheme, amount }
      : null
  } catch {
    return null
  }
}

/**
 * The request as one of Pay Per Crawl, which agrees to what was paid; what clients say of payments
 * themselves is left out.
 */
function agreeing(
  request: Request,
  paid: Authorized | null,
  { decimals = 6, currency = 'USD' }: X402Options,
): Request {
  const headers = new Headers(request.headers)
  for (const name of ['crawler-exact-price', 'crawler-max-price', 'payment-context'])
    headers.delete(name)
  headers.set('cf-pay-per-crawl', 'protocol=x402, pricing=in-band')
  if (paid !== null) {
    const name = paid.scheme === 'exact' ? 'crawler-exact-price' : 'crawler-max-price'
    headers.set(name, `${currency} ${decimalText(paid.amount, decimals)}`)
  }
  return new Request(request, { headers })
}

/** `25000` with 6 decimals is `0.025`. */
function decimalText(amount: string, decimals: number): string {
  const digits = amount.padStart(decimals + 1, '0')
  const at = digits.length - decimals
  const places = digits.slice(at).replace(/0+$/, '')
  const whole = digits.slice(0, at).replace(/^0+(?=\d)/, '')
  return places === '' ? whole : `${whole}.${places}`
}

/**
 * The price of an answer in the smallest units of the token; null where it has none, or one in
 * another currency.
 */
function amountOf({ headers }: Response, { decimals = 6, currency = 'USD' }: X402Options) {
  const [priced, amount] = headers.get('crawler-price')?.split(' ') ?? []
  return priced === currency && amount !== undefined ? convertToTokenAmount(amount, decimals) : null
}

function offering(
  answer: Response,
  { url }: Request,
  context: string | null,
  options: X402Options,
): Response {
  const amount = amountOf(answer, options)
  if (amount === null) return answer
  const { payTo, network, asset, maxTimeoutSeconds = 60, extra = {} } = options
  const offered = new Response(answer.body, answer)
  const required = encodePaymentRequiredHeader({
    x402Version: 2,
    error: context === null ? 'a payment is required' : 'the payment does not hold for this page',
    resource: { url, description: 'a page, for a crawler', mimeType: 'text/html' },
    accepts: [{ scheme: 'exact', network, amount, asset, payTo, maxTimeoutSeconds, extra }],
  })
  offered.headers.set('payment-required', required)
  return offered
}

/**
 * An answer that says how much of what was authorized is to be settled: its price, where it is the
 * page.
 */
function settling(answer: Response, options: X402Options): Response {
  const amount = answer.headers.has('crawler-charged') ? amountOf(answer, options) : '0'
  const settled = new Response(answer.body, answer)
  settled.headers.set('payment-settlement', amount ?? '0')
  return settled
}
