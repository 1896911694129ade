/**
 * What the policy says of a page → everything that is put on its answers: tags for HTML, headers for the rest. Made once
 * for pages with the same terms.
 */
import { type PageTerms, tagsToWrite } from '../../engine/page-terms.ts'
import type { RouteConfig, SiteConfig } from '../../vocabulary/site-config.ts'
import { policyLinks, uri } from '../answers/links.ts'
import { markOf } from '../validators.ts'
import { NOTHING } from './byte-source.ts'
import { metaTags } from './meta-tags.ts'

type Header = readonly [name: string, value: string]

/** What is put on a page's answers. */
export interface Notice {
  /** First in head. */
  readonly tags: Uint8Array
  readonly elements: RouteConfig['elements']
  /** On every answer, for readers' browsers and for crawlers alike. */
  readonly headers: readonly Header[]
  /** On answers that cannot carry tags. */
  readonly insteadOfTags: readonly Header[]
  /** Tells editions apart in an ETag. */
  readonly mark: string
}

/** The notices of one site, cached for as long as the engine caches the terms of their pages. */
export class Notices {
  readonly #config: SiteConfig
  readonly #notices = new WeakMap<PageTerms, Notice | null>()
  readonly #silent = new WeakMap<PageTerms, Notice | null>()

  constructor(config: SiteConfig) {
    this.#config = config
  }

  /** The notice of a page, for crawlers or for readers; null where there is nothing to put on it. */
  find(terms: PageTerms, forCrawler: boolean): Notice | null {
    const { audience } = this.#config.embed
    const speaks = audience === 'everyone' || (audience === 'crawlers' && forCrawler)
    const notices = speaks ? this.#notices : this.#silent
    const known = notices.get(terms)
    if (known !== undefined) return known
    const notice = make(this.#config, terms, speaks)
    notices.set(terms, notice)
    return notice
  }
}

function make(config: SiteConfig, terms: PageTerms, speaks: boolean): Notice | null {
  const { embed } = config
  const tags = tagsToWrite(terms, embed)
  const headers: Header[] = [...signalHeaders(config)]
  if (embed.frameAncestors && terms.framed) headers.push(['content-security-policy', "frame-ancestors 'self'"])
  if (speaks && embed.audience === 'crawlers') headers.push(['cache-control', 'private'])
  const hasTags = speaks && terms.tags.length > 0
  const insteadOfTags = hasTags && embed.headers ? substitutes(config, terms) : []
  const elements = speaks ? terms.elements : []
  if (!hasTags && headers.length === 0 && elements.length === 0) return null
  const written = hasTags ? metaTags(tags) : NOTHING
  const mark = markOf(JSON.stringify([hasTags ? tags : [], elements, headers, insteadOfTags]))
  return { tags: written, elements, headers, insteadOfTags, mark }
}

/** Vocabularies whose statements are headers of their own name; the licence is a link. */
const SIGNAL_HEADERS = ['content-signal', 'content-usage', 'tdm-reservation', 'tdm-policy'] as const

function signalHeaders({ signals }: SiteConfig): readonly Header[] {
  const { license, 'tdm-policy': policy } = signals
  // Addresses may be written in any script; the others are words that headers can hold.
  const sent = policy === undefined ? signals : { ...signals, 'tdm-policy': uri(policy) }
  const own = SIGNAL_HEADERS.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]] as const]))
  return license === undefined
    ? own
    : [...own, ['link', `<${uri(license)}>; rel="license"; type="application/rsl+xml"`]]
}

function substitutes({ embed, refuse }: SiteConfig, terms: PageTerms): readonly Header[] {
  const words = embed.conventional ? terms.words.join(', ') : ''
  const link: Header = ['link', policyLinks('', refuse.terms, null, terms.references)]
  return words === '' ? [link] : [['x-robots-tag', words], link]
}
