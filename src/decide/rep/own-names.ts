/**
 * Finds the product tokens of a crawler by its header or name (RFC 9309 2.2.1, and whole headers as
 * in 1996). Hyphens are part of a token, and only documented families obey a shorter name.
 */

import words from '../../crawlers/lists/crawler-header-words.json' with { type: 'json' }
import { familiesOf } from '../../crawlers/token-families.ts'
import { ADDRESS } from '../../words/header-addresses.ts'
import { LONGEST_HEADER, matchesUserAgent } from '../../words/name-token.ts'
import { foldCase } from '../../words/path-form.ts'

/** Words of browsers in crawlers' headers. They never name the crawler (I1). */
const BROWSER_WORDS: ReadonlySet<string> = new Set(words.words.join(' ').split(' '))
const SHORT_OR_NUMBER = /^(?:[a-z]|v?[0-9_-]+|[_-])$/
const ALONE = /^([a-z0-9_-]+)(?:\/[a-z0-9._-]*)?$/

export class OwnNames {
  readonly #tokens: ReadonlySet<string>
  /** The first product of the header, or the one after `compatible;`. */
  readonly #products: ReadonlySet<string>
  readonly #text: string

  constructor(userAgent: string) {
    this.#text = withoutAddresses(foldCase(userAgent.slice(0, LONGEST_HEADER)))
    const [, alone] = ALONE.exec(this.#text) ?? []
    const products = Array.from(this.#text.matchAll(PRODUCT), ([, product]) => product!)
    const found = alone === undefined ? (this.#text.match(/[a-z0-9_-]+/g) ?? []) : [alone]
    const own = found.filter((token, i) => alone !== undefined || namesCrawler(token, i === 0))
    this.#tokens = new Set(own.flatMap((token) => [token, ...familiesOf(token)]))
    this.#products = new Set(products)
  }

  /**
   * Whether a token of a file names this crawler. `row`: the words that the token was cut from
   * (C1).
   */
  has(token: string, row: string | null): boolean {
    if (row === null) return this.#tokens.has(token)
    const isProduct = this.#products.has(token) && !BROWSER_WORDS.has(token)
    return isProduct || (!BEGINS_BROWSERS.test(token) && matchesUserAgent(row, this.#text))
  }
}

const PRODUCT = /(?:^|compatible;) *([a-z0-9_-]+)/g

function namesCrawler(token: string, isFirst: boolean): boolean {
  if (isFirst && !BEGINS_BROWSERS.test(token)) return true
  return !BROWSER_WORDS.has(token) && !SHORT_OR_NUMBER.test(token)
}

const BEGINS_BROWSERS = /^(?:mozilla|opera|dalvik)$/

function withoutAddresses(text: string): string {
  let rest = ''
  let from = 0
  for (const { 0: found, 1: scheme = '', 2: mailbox = '', index } of text.matchAll(ADDRESS)) {
    rest += `${text.slice(from, index - scheme.length - mailbox.length)}\n`
    from = index + found.length
  }
  return rest + text.slice(from)
}
