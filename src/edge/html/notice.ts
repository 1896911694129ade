/**
 * Builds what is added to responses for a page's terms: tags for HTML, headers otherwise. Built
 * once for pages with the same terms.
 */

import { encoder } from '../../base/octets.ts'
import type { PageTerms } from '../../decide/page-terms.ts'
import { wordTags } from '../../decide/term-words.ts'
import { checksum } from '../../program/decode.ts'
import type { MetaTag } from '../../words/meta.ts'
import type { SiteConfig } from '../../words/site-config.ts'
import { linkToPolicy, policyLinks, policyUrl, uri } from '../answers/own-answers.ts'
import { type ClassRules, classRules } from './element-matcher.ts'

type Header = readonly [name: string, value: string]

export interface Notice {
  /** What goes into the document: META, and a `link` for a licence. Empty where nothing does. */
  readonly markup: string
  /** Whether the body changes: it has markup or class attributes to add. */
  readonly rewrites: boolean
  readonly classes: ClassRules | null
  /** For responses whose body has the markup. Each name is unique, so each is one line. */
  readonly headers: readonly Header[]
  /** Those headers, and what a response without markup says instead (E6). */
  readonly allHeaders: readonly Header[]
  /** Part of the ETag: distinguishes versions of the notice. */
  readonly mark: string
}

/** A notice without the tags of the page's own location, which go between `before` and `behind`. */
interface SharedNotice extends Notice {
  readonly before: string
  readonly behind: string
}

/** The notices of one site, cached as long as the engine caches the terms. */
export class Notices {
  readonly #config: SiteConfig
  /** With or without the terms, and with or without room for location tags. */
  readonly #caches = Array.from({ length: 4 }, () => new WeakMap<PageTerms, SharedNotice | null>())

  constructor(config: SiteConfig) {
    this.#config = config
  }

  /** The notice of a page for crawlers or readers; null if there is nothing to add. */
  find(terms: PageTerms, forCrawler: boolean): Notice | null {
    const { audience } = this.#config.embed
    const speaks = audience === 'everyone' || (audience === 'crawlers' && forCrawler)
    const { shared, tags } = terms.located ?? { shared: terms, tags: NO_TAGS }
    const isLocated = speaks && tags.length > 0
    const cache = this.#caches[Number(speaks) + 2 * Number(isLocated)]!
    let notice = cache.get(shared)
    if (notice === undefined) {
      notice = make(this.#config, shared, speaks, isLocated)
      cache.set(shared, notice)
    }
    if (notice === null || !isLocated) return notice
    return { ...notice, markup: notice.before + metaTags(tags) + notice.behind }
  }
}

const NO_TAGS: PageTerms['tags'] = []

function make(
  config: SiteConfig,
  terms: PageTerms,
  speaks: boolean,
  isLocated: boolean,
): SharedNotice | null {
  const { embed } = config
  const own: Header[] = [...signalHeaders(config)]
  if (embed.frameAncestors && terms.framed)
    own.push(['content-security-policy', "frame-ancestors 'self'"])
  if (speaks && embed.audience === 'crawlers') own.push(['cache-control', 'private'])
  const policy = linkToPolicy(config)
  const headers = policy === null ? own : joined([...own, ['link', policy]])
  const hasTags = isLocated || (speaks && terms.tags.length > 0)
  const insteadOfTags = hasTags && embed.headers ? substitutes(config, terms) : []
  const elements = speaks ? terms.elements : []
  // Tags for signals always come with headers.
  if (!hasTags && headers.length === 0 && elements.length === 0) return null
  const before = hasTags ? metaTags(terms.tags) : ''
  const words = hasTags ? wordTags(terms.words, embed) : NO_TAGS
  const signals = speaks ? signalTags(config) : ''
  const behind = metaTags(words) + signals
  const said = hasTags ? [...terms.tags, ...words] : NO_TAGS
  // A page's location follows from its URL and these settings.
  const places = isLocated && [config.canonical, config.routes.map(({ location }) => location)]
  const all = [said, elements, headers, insteadOfTags, places]
  const edition = encoder.encode(JSON.stringify(all) + signals)
  const mark = checksum(Uint32Array.from(edition)).toString(16).padStart(8, '0')
  const classes = elements.length === 0 ? null : classRules(elements)
  const rewrites = hasTags || classes !== null || behind !== ''
  const allHeaders = insteadOfTags.length === 0 ? headers : joined([...own, ...insteadOfTags])
  const markup = before + behind
  return { markup, before, behind, rewrites, classes, headers, allHeaders, mark }
}

/** Joins the values of a header, because `Link` may occur twice. */
function joined(headers: readonly Header[]): readonly Header[] {
  const lines = new Map<string, string>()
  for (const [name, value] of headers) {
    const before = lines.get(name)
    lines.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return [...lines]
}

/** Vocabularies with a header of their own; the licence is a link. */
const SIGNAL_HEADERS = ['content-signal', 'content-usage', 'tdm-reservation', 'tdm-policy'] as const

function signalHeaders({ signals }: SiteConfig): readonly Header[] {
  const { license, 'tdm-policy': policy } = signals
  // URLs may contain any script and are encoded; the others are ASCII.
  const sent = policy === undefined ? signals : { ...signals, 'tdm-policy': uri(policy) }
  const own = SIGNAL_HEADERS.flatMap((name) =>
    sent[name] === undefined ? [] : [[name, sent[name]] as const],
  )
  return license === undefined
    ? own
    : [...own, ['link', `<${uri(license)}>; rel="license"; type="application/rsl+xml"`]]
}

function substitutes(config: SiteConfig, terms: PageTerms): readonly Header[] {
  const words = config.embed.conventional ? terms.words.join(', ') : ''
  const policy = policyUrl('', config)
  const link: Header = ['link', policyLinks(policy, config.refuse.terms, null, terms.references)]
  return words === '' ? [link] : [['x-robots-tag', words], link]
}

/** META tags without separators, in ASCII, which is the same bytes in every supported encoding. */
export function metaTags(tags: readonly MetaTag[]): string {
  let text = ''
  for (const { name, content } of tags)
    text += `<META name="${quoted(name)}" content="${quoted(content)}">`
  return text
}

/**
 * TDMRep, 6: META takes priority over the header, which has the policy. RSL 1.0: the link to the
 * licence.
 */
function signalTags({ signals: { license, 'tdm-reservation': reservation } }: SiteConfig): string {
  const reserved = reservation === '1' ? [{ name: 'tdm-reservation', content: '1' }] : NO_TAGS
  const link =
    license === undefined
      ? ''
      : `<link rel="license" type="application/rsl+xml" href="${quoted(license)}">`
  return metaTags(reserved) + link
}

/** Quotes an attribute value; quotes and non-ASCII become character references. */
function quoted(value: string): string {
  return value.replace(/[^ !#-%'-;=?-~]/gu, (character) => `&#${character.codePointAt(0)};`)
}
