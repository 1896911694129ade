/**
 * [M1] `acap-edge/x402`: offers of x402 2 (x402-foundation/x402, specs/transports-v2/http.md), and the PAYMENT-CONTEXT of
 * Cloudflare's Monetization Gateway (developers.cloudflare.com/monetization-gateway, payment validation, 30 September 2026).
 */
import { decodePaymentRequiredHeader } from '@x402/core/http'
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { type FetchHandler, withX402, type X402Options } from '../../src/doors/x402/index.ts'
import { readPrice } from '../../src/words/price.ts'

const URL_OF_PAGE = 'https://news.test/premium?page=2'
const ACCOUNT = {
  payTo: '0xWallet',
  network: 'eip155:8453',
  asset: '0xToken',
} satisfies X402Options
const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), alg: 'EdDSA' }] })
const other = await generateKeyPair('EdDSA')

/** What an edge does with a page that costs USD 0.025 (test/edge/price.test.ts). */
const PRICE = 'USD 0.025'
const edge: FetchHandler<[]> = (request) => {
  const { headers } = request
  if (!/pricing=in-band/.test(headers.get('cf-pay-per-crawl') ?? '')) return new Response('free')
  const exact = headers.get('crawler-exact-price')
  const most = headers.get('crawler-max-price')
  const amount = readPrice(exact ?? most ?? '')?.amount ?? -1
  const isPaid = exact === null ? amount >= 0.025 : amount === 0.025
  return isPaid
    ? new Response('page', { headers: { 'crawler-price': PRICE, 'crawler-charged': PRICE } })
    : new Response('', { status: 402, headers: { 'crawler-price': PRICE } })
}
const sold = withX402(edge, { ...ACCOUNT, keys })

async function context(claims: object, { key = privateKey, exp = 120, aud = URL_OF_PAGE } = {}) {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + exp)
    .setAudience(aud)
    .sign(key)
}
const asked = (headers: Record<string, string> = {}) => sold(new Request(URL_OF_PAGE, { headers }))

describe('a page with a price', () => {
  test('is offered', async () => {
    const answer = await asked({ 'crawler-max-price': 'USD 100' })
    expect(answer.status).toBe(402)
    expect(decodePaymentRequiredHeader(answer.headers.get('payment-required')!)).toMatchObject({
      x402Version: 2,
      resource: { url: URL_OF_PAGE },
      accepts: [{ scheme: 'exact', amount: '25000', maxTimeoutSeconds: 60, ...ACCOUNT }],
    })
  })

  test.each([
    [{ scheme: 'exact', amount: '25000' }, 200, null],
    [{ scheme: 'exact', amount: '24999' }, 402, null],
    [{ scheme: 'upto', amount: '100000' }, 200, '25000'],
    [{ scheme: 'upto', amount: '24999' }, 402, null],
    [{ scheme: 'later', amount: '25000' }, 402, null],
    [{ scheme: 'exact', amount: 25_000 }, 402, null],
  ])('for a context of %o: %i, settling %s', async (claims, status, settled) => {
    const answer = await asked({ 'payment-context': await context(claims) })
    expect([answer.status, answer.headers.get('payment-settlement')]).toEqual([status, settled])
  })

  test('is not given for a context that is forged, late, or for another page', async () => {
    const claims = { scheme: 'exact', amount: '25000' }
    for (const text of [
      await context(claims, { key: other.privateKey }),
      await context(claims, { exp: -60 }),
      await context(claims, { aud: 'https://news.test/' }),
      'a.b.c',
      '',
    ])
      expect((await asked({ 'payment-context': text })).status).toBe(402)
    expect(
      (
        await asked({
          'payment-context': await context(claims, { aud: 'https://news.test/premium' }),
        })
      ).status,
    ).toBe(200)
  })

  test('stays with Pay Per Crawl where that serves the request', async () => {
    const headers = { 'cf-pay-per-crawl': 'protocol=cloudflare, pricing=in-band' }
    expect((await asked(headers)).headers.has('payment-required')).toBe(false)
  })

  test('needs a wallet', () => {
    expect(() => withX402(edge, { ...ACCOUNT, payTo: '' })).toThrow(TypeError)
  })
})
