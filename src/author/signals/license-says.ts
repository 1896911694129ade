/**
 * Tells what a licence document says about using pages. It is an offer, and permits nothing by
 * itself.
 */
import { matchesPattern } from '../../decide/globs.ts'
import { patternForm, targetForm } from '../../words/path-form.ts'
import { type LicensedContent, type LicenseOffer, readLicense } from './license-document.ts'
import { ON_TERMS, PAGE_USES, type PageUse, type Says } from './statements.ts'

/**
 * The words of RSL that cover a use (3.4.1.1, second-hand). It has none of its own for copies and
 * extracts.
 */
const WORDS: Readonly<Record<PageUse, readonly string[]>> = {
  search: ['search', 'all'],
  train: ['ai-train', 'ai-all', 'all'],
  answer: ['ai-input', 'ai-all', 'all'],
  copy: ['all'],
  extract: ['all'],
}

/**
 * What a licence says of a page; without its document, or where that cannot be read, every use is
 * on its terms.
 */
export function licenseSays(document: string | undefined, target: string): Says {
  const contents = document === undefined ? null : readLicense(document)
  if (contents === null) return ON_TERMS
  const offers = narrowest(contents, target)
  const says: Says = {}
  for (const use of PAGE_USES) {
    const [first, ...others] = offers.map((offer) => offered(offer, use))
    if (first !== undefined) says[use] = others.includes('limited') ? 'limited' : first
  }
  return says
}

/** The offers of the longest pattern that matches. */
function narrowest(contents: readonly LicensedContent[], target: string): readonly LicenseOffer[] {
  const matching = contents.flatMap(({ url, offers }) => {
    const pattern = patternForm(url.replace(/^https?:\/\/[^/]*(?=\/|$)/i, '') || '/')
    return matchesPattern(pattern, targetForm(target)) ? [{ offers, pattern }] : []
  })
  return longestOf(matching).flatMap(({ offers }) => offers)
}

/** Those with the longest pattern. */
export function longestOf<T extends { readonly pattern: string }>(all: readonly T[]): readonly T[] {
  const longest = Math.max(0, ...all.map(({ pattern }) => pattern.length))
  return all.filter(({ pattern }) => pattern.length === longest)
}

/** 3.5: a prohibition wins; where there are permits, what they do not name is not offered. */
function offered({ permits, prohibits }: LicenseOffer, use: PageUse): 'no' | 'limited' {
  const isNamed = (words: readonly string[] = []) => WORDS[use].some((word) => words.includes(word))
  if (isNamed(prohibits.usage)) return 'no'
  return permits.usage === undefined || isNamed(permits.usage) ? 'limited' : 'no'
}
