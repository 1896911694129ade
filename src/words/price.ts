/**
 * Parses and writes prices, `USD 0.05`: a currency of ISO 4217 and an amount, as in Cloudflare's
 * Pay Per Crawl (M1).
 */

interface Price {
  readonly currency: string
  readonly amount: number
}

export const PRICE = /^([A-Z]{3}) (\d{1,9}(?:\.\d{1,9})?)$/

/** Parses a price; null if the text is not one. */
export function readPrice(text: string): Price | null {
  const [, currency, amount] = PRICE.exec(text.trim()) ?? []
  return currency === undefined ? null : { currency, amount: Number(amount) }
}
