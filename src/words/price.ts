/** A price: a currency of ISO 4217 and an amount, `USD 0.05`, as the headers of Cloudflare's Pay Per Crawl have it (M1). */

interface Price {
  readonly currency: string
  readonly amount: number
}

export const PRICE = /^([A-Z]{3}) (\d{1,9}(?:\.\d{1,9})?)$/

/** What a text says; null where it is no price. */
export function readPrice(text: string): Price | null {
  const [, currency, amount] = PRICE.exec(text.trim()) ?? []
  return currency === undefined ? null : { currency, amount: Number(amount) }
}
