/** An answer to a crawler → the status and the headers that the edge adds, beside its link to the policy. */
import { type PageTerms, termsOf } from '../decide/page-terms.ts'
import { termsOfSpellings } from '../decide/placement.ts'
import { spellings } from '../decide/spellings.ts'
import type { SiteConfig } from '../words/site-config.ts'
import type { Meaning } from './draft.ts'
import type { CellAnswer } from './shown-crawlers.ts'

/** The vocabularies whose statements are headers of their own name. */
const SIGNALS = ['content-signal', 'content-usage', 'tdm-reservation', 'tdm-policy'] as const

/** One line each, the status first. */
export function headersOf(
  { engine, program: { config } }: Meaning,
  answer: CellAnswer,
): readonly string[] {
  const { ruling, standing, mode } = answer
  const isRefused = mode === 'enforce' && (standing === 'prohibited' || standing === 'deferred')
  if (!isRefused) {
    const terms = termsOfSpellings(termsOf(engine), spellings(ruling.facts.target, config))
    return ['status: as the origin answers', ...pageHeaders(config, terms)]
  }
  if (standing === 'deferred') return ['status: 503', `retry-after: ${ruling.retryAfter ?? 1}`]
  const route = engine.routes.find(ruling.facts.target, ruling.facts.joined)
  const { status, headers } = { ...config.refuse, ...route?.refuse }
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const code = ruling.basis === 'take-down' ? 410 : status
  return [`status: ${code}`, ...own]
}

/** The statements of other vocabularies that every answer of the site has. */
export function siteHeaders({ signals }: SiteConfig): readonly string[] {
  return SIGNALS.flatMap((name) =>
    signals[name] === undefined ? [] : [`${name}: ${signals[name]}`],
  )
}

/** The same, and what a page says that cannot carry META. */
function pageHeaders(config: SiteConfig, { tags, words, framed }: PageTerms): readonly string[] {
  const { conventional, headers, frameAncestors } = config.embed
  const hasWords = tags.length > 0 && words.length > 0 && conventional && headers
  return [
    ...siteHeaders(config),
    ...(framed && frameAncestors ? ["content-security-policy: frame-ancestors 'self'"] : []),
    ...(hasWords ? [`x-robots-tag: ${words.join(', ')} (where it is not HTML)`] : []),
  ]
}
