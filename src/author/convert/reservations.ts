/**
 * Finds where usages that ACAP does not name are reserved for every crawler, and under which terms.
 */

import { restrictionsBy } from '../../decide/decision-of.ts'
import type { Policy } from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import type { Qualifier } from '../../words/restriction.ts'
import type { Usage } from '../../words/usages.ts'
import { writeQualifier } from '../../words/write-qualifier.ts'
import type { Convert, Mapping } from './conversion.ts'
import { memoize, PagePolicy } from './page-policy.ts'
import { type Lost, PageReport } from './page-words.ts'
import { priceOfSearch, SearchTerms } from './search-terms.ts'
import { type SourceField, sourceFields } from './source-fields.ts'
import {
  PathRules,
  type PathTerms,
  type References,
  type TermRule,
  termRules,
} from './term-rules.ts'

type Config = Policy['config']

export interface ReservationVocabulary {
  readonly name: string
  readonly title: string
  readonly mapping: Mapping
  /** What site.toml says about the whole site: reserved, not reserved, or null for nothing. */
  readonly ownOf: (signals: Config['signals']) => boolean | null
  /** Whether it can permit search alone where other usages are reserved. */
  readonly permitsSearch: boolean
  /** Writes the document. A rule that has any word reserves its path. */
  readonly write: (rules: readonly TermRule[], config: Config) => string
  readonly writtenOf: (references: References) => readonly (string | null)[]
  /**
   * Why it prohibits more than is reserved, where the policy prohibits no index; null where it does
   * not.
   */
  readonly widerThan: string | null
}

const RESERVED = 'reserved'
const SEARCH = 'search'

export function reservations(vocabulary: ReservationVocabulary): Convert {
  return (reading, { now }) => {
    const { signals, canonical } = reading.policy.config
    const own = vocabulary.ownOf(signals)
    const search = vocabulary.permitsSearch ? new SearchTerms(reading, now) : null
    const pages = new PagePolicy(reading, now, search?.crawlPatterns)
    const required = memoize((path) =>
      pages.isReserved(path, 'other') ? [RESERVED, ...(search?.wordsAt(path) ?? [])] : [],
    )
    const rules = reservationRules(pages, required, own)
    const report = new PageReport(pages)
    report.compare({
      required,
      found: (path) => [...new Set(rules.at(path).flatMap(({ words }) => words))],
      keysAt: (path) => pages.keysAt(path, 'other'),
      looser: (path) => (own === false ? `site.toml reserves nothing at \`${path}\`` : null),
      stricter: (path, word) =>
        own ? null : `${word === RESERVED ? 'other usages are reserved' : word} at \`${path}\``,
      rules,
    })
    if (own === false) {
      // The vocabulary cannot reserve pages from single crawlers. If site.toml says that nothing is
      // reserved, such a field is lost, which is an error.
      const closed = sourceFields(reading).filter(
        (each) => each.usage === 'other' && each.effect === 'disallow',
      )
      const keys = closed.filter(({ general }) => !general).map(({ key }) => key)
      report.differ(keys, 'looser', 'site.toml reserves nothing for any crawler')
    }
    for (const path of vocabulary.widerThan === null ? [] : pages.paths) {
      if (!pages.isReserved(path, 'other') || pages.decide(path, 'index').outcome === 'prohibited')
        continue
      const own = rules.at(path)
      const isPermitted = search !== null && permitsSearch(own)
      if (isPermitted) report.see(search.keysAt(path), SEARCH, true)
      if (isPermitted || own.length === 0) continue
      report.differ(pages.keysAt(path, 'other'), 'stricter', vocabulary.widerThan)
    }
    report.readAsWritten(search === null ? [] : pricedRoutes(reading, rules.all))
    return report.conversion(
      rules.all.length === 0 ? '' : vocabulary.write(rules.all, reading.policy.config),
      vocabulary.title,
      {
        vocabulary: vocabulary.name,
        lostOf: (field, { expressed }) =>
          expressed.size === 0 ? null : lostIn(field, canonical, vocabulary),
      },
    )
  }
}

/** Routes whose price a search depends on. */
function pricedRoutes({ routes, policy }: SiteReading, rules: readonly TermRule[]) {
  if (!rules.some((rule) => permitsSearch([rule]))) return []
  return routes.flatMap(({ at, policy: { index, match } }) => {
    const { price } = policy.config.routes[index]!
    return price === null ? [] : [{ at, text: `price = "${price}"`, patterns: [match] }]
  })
}

/** The rules of the policy; what site.toml says of the whole site replaces the one for `/`. */
function reservationRules(
  pages: PagePolicy,
  required: (path: string) => readonly string[],
  own: boolean | null,
): PathRules<TermRule> {
  const { canonical } = pages.reading.policy.config
  const words = own ? [RESERVED] : []
  const termsAt = (path: string): PathTerms => {
    const ruling = pages.decide(path, 'other')
    const restrictions = restrictionsBy(ruling)
    const isLinked =
      ruling.outcome !== 'prohibited' && restrictions.some(({ type }) => type === 'usage-ref')
    return {
      words: [...new Set([...words, ...required(path)])],
      references: isLinked ? referencesOf(restrictions, canonical) : null,
    }
  }
  const rules = termRules(pages.patterns, termsAt, own !== null)
  if (own === null) return rules
  const root = rules.all.find(({ pattern }) => pattern === '/')
  const references = own ? (root?.references ?? null) : null
  return new PathRules([
    { pattern: '/', words, references },
    ...rules.all.filter((rule) => rule !== root),
  ])
}

function permitsSearch(rules: readonly TermRule[]): boolean {
  return rules.length > 0 && rules.every(({ words }) => priceOfSearch(words) !== undefined)
}

/** What `search` says whole. */
const SAID_BY_SEARCH: ReadonlySet<Usage | null> = new Set<Usage | null>([
  'index',
  'present-link',
  'present-snippet',
])

function lostIn(
  { usage, effect, general, qualifiers }: SourceField,
  canonical: string | null,
  { writtenOf }: ReservationVocabulary,
): Lost {
  if (effect === 'allow' && SAID_BY_SEARCH.has(usage)) return []
  if (usage !== 'other' || !general) return null
  if (effect === 'disallow') return []
  const written = writtenOf(referencesOf(qualifiers, canonical))
  const missing = qualifiers.filter((each) => {
    const uri = referenceUri(each, canonical)
    return uri === null || !written.includes(uri)
  })
  return missing.flatMap(writeQualifier)
}

/**
 * The first reference of each kind with an absolute address (ACAP Part 1, 2.5.6.1); without a role:
 * terms.
 */
function referencesOf(qualifiers: readonly Qualifier[], canonical: string | null): References {
  const isRequest = (each: Qualifier) => 'role' in each && each.role === 'permission-link'
  const first = (all: readonly Qualifier[]) =>
    all.flatMap((each) => referenceUri(each, canonical) ?? [])[0] ?? null
  return {
    terms: first(qualifiers.filter((each) => !isRequest(each))),
    permission: first(qualifiers.filter(isRequest)),
  }
}

function referenceUri(qualifier: Qualifier, canonical: string | null): string | null {
  if (qualifier.type !== 'usage-ref' || !('uri' in qualifier)) return null
  if (/^https?:\/\//i.test(qualifier.uri)) return qualifier.uri
  return qualifier.uri.startsWith('/') && canonical !== null ? canonical + qualifier.uri : null
}
