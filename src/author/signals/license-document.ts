/**
 * Parses the offers in a licence document of RSL 1.0. The specification itself was not available:
 * this follows implementers' quotations (second-hand). Unknown elements are ignored.
 */
import { checkArgument } from '../../base/check-argument.ts'
import { readXml, type XmlElement } from './xml-elements.ts'

/** What a licence asks for (3.7, second-hand). */
export interface LicensePayment {
  /**
   * `purchase`, `subscription`, `training`, `crawl`, `use`, `contribution`, `attribution` or
   * `free`.
   */
  readonly type: string
  readonly amount: string | null
  readonly currency: string | null
}

/** What a client must report to be licensed (3.12, second-hand). */
export interface LicenseReporting {
  readonly type: string
  readonly profile: string | null
  readonly endpoint: string | null
}

/** One `<license>`: an offer beside the others of its content. */
export interface LicenseOffer {
  /**
   * By type (`usage`, `user`, `geo`): what alone is permitted. A type that is missing is not
   * limited (3.5).
   */
  readonly permits: Readonly<Record<string, readonly string[]>>
  readonly prohibits: Readonly<Record<string, readonly string[]>>
  /** None: free of charge. */
  readonly payment: readonly LicensePayment[]
  readonly legal: readonly { readonly type: string; readonly text: string }[]
  readonly reporting: readonly LicenseReporting[]
}

/** One `<content>`: which pages it is about, and on which offers they may be used. */
export interface LicensedContent {
  /** A path with `*` and `$`, or a URL. */
  readonly url: string
  readonly offers: readonly LicenseOffer[]
}

/**
 * Reads a licence document of RSL.
 *
 * @param text The document.
 * @returns null for what is no such document.
 * @throws TypeError for what is no text.
 * @example readLicense(await response.text())?.[0]?.offers[0]?.permits
 */
export function readLicense(text: string): readonly LicensedContent[] | null {
  checkArgument(typeof text === 'string', 'readLicense', 'text', 'a string')
  const root = readXml(text)
  if (root?.name !== 'rsl') return null
  return named(root, 'content').map((content) => ({
    url: content.attributes.url ?? '/',
    offers: named(content, 'license').map(offerOf),
  }))
}

function offerOf(license: XmlElement): LicenseOffer {
  return {
    permits: byType(license, 'permits', (a, b) => a.filter((word) => b.includes(word))),
    prohibits: byType(license, 'prohibits', (a, b) => [...a, ...b]),
    payment: named(license, 'payment').map((payment) => {
      const [amount] = named(payment, 'amount')
      return {
        type: payment.attributes.type ?? '',
        amount: amount?.text ?? null,
        currency: amount?.attributes.currency ?? null,
      }
    }),
    legal: named(license, 'legal').map(({ attributes, text }) => {
      return { type: attributes.type ?? '', text }
    }),
    reporting: named(license, 'reporting').map(({ attributes }) => ({
      type: attributes.type ?? '',
      profile: attributes.profile ?? null,
      endpoint: attributes.endpoint ?? null,
    })),
  }
}

function named({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((each) => each.name === name)
}

/**
 * 3.5: one element for each type, words between spaces; drafts had commas. Two of a type are read
 * as the stricter.
 */
function byType(
  license: XmlElement,
  name: string,
  both: (a: readonly string[], b: readonly string[]) => readonly string[],
): Readonly<Record<string, readonly string[]>> {
  const types = new Map<string, readonly string[]>()
  for (const { attributes, text } of named(license, name)) {
    const type = attributes.type ?? 'usage'
    const words = text.split(/[\s,]+/).filter((word) => word !== '')
    const before = types.get(type)
    types.set(type, before === undefined ? words : both(before, words))
  }
  return Object.fromEntries(types)
}
