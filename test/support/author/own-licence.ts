/** What our own reader takes from a licence, in the form of the reader of the tests. */
import { readLicense } from '../../../src/author/signals/license-document.ts'
import { matchesPattern } from '../../../src/decide/globs.ts'
import { patternForm, targetForm } from '../../../src/words/path-form.ts'
import type { Licence } from './vocabulary-readers.ts'

/** What our own reader takes from the longest content that is about a path. */
export function ownReading(text: string, path: string) {
  const contents = readLicense(text) ?? []
  const [content] = contents
    .filter(({ url }) => matchesPattern(patternForm(url), targetForm(path)))
    .sort((a, b) => b.url.length - a.url.length)
  const offer = content?.offers[0]
  if (offer === undefined) return undefined
  const { permits, prohibits, payment, legal } = offer
  const [paid] = payment
  return {
    permits: permits.usage ?? [],
    prohibits: prohibits.usage ?? [],
    price: paid === undefined ? null : `${paid.currency} ${paid.amount}`,
    contact: legal[0]?.text ?? null,
  }
}

export function comparable({ permits, prohibits, price, contact }: Licence) {
  return { permits, prohibits, price, contact }
}
