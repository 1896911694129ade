/**
 * Finds what a page's headers and META say about its uses to one crawler. docs/library.md has the
 * table.
 */
import {
  closesIndex,
  isTermFor,
  type RobotsTerm,
  unavailableAfter,
} from '../../words/robots-meta.ts'
import { headerLines, metaContents, type PageTexts, robotsTermsOf } from './page-texts.ts'
import { type PairUses, pairStatements } from './preference-pairs.ts'
import {
  type Says,
  type SignalQuestion,
  type SignalSays,
  type Statement,
  statementsOf,
} from './statements.ts'

const NO_EXTRACT: Says = { extract: 'no', answer: 'no' }
/** Terms without a value, or for any value. */
const TERMS: Readonly<Record<string, Says>> = {
  noindex: { search: 'no' },
  none: { search: 'no' },
  nosnippet: NO_EXTRACT,
  noarchive: { copy: 'no' },
}
/** What Microsoft documents that Bing reads in them, too. */
const BING_TERMS: Readonly<Record<string, Says>> = {
  noarchive: { copy: 'no', answer: 'no', train: 'no' },
  nocache: { copy: 'no', answer: 'limited', train: 'limited' },
}
const BING: Pick<RobotsTerm, 'agent'> = { agent: 'bingbot' }

/** What a page says to a crawler about each use, in the order of its tags and headers. */
export function pageStatements(
  page: PageTexts,
  { userAgent, now, licence, tdmrep }: SignalQuestion,
): readonly Statement[] {
  const isBing = isTermFor(BING as RobotsTerm, userAgent)
  const terms = robotsTermsOf(page).filter((term) => isTermFor(term, userAgent))
  return [
    ...terms.flatMap((term) =>
      statementsOf(saidBy(term, isBing, now), {
        vocabulary: 'robots-meta',
        text: writtenTerm(term),
      }),
    ),
    ...pairsIn(page, 'Content-Signal', 'content-signal'),
    ...pairsIn(page, 'Content-Usage', 'content-usage'),
    ...reservations(page, tdmrep),
    ...licences(page, licence),
  ]
}

function saidBy(term: RobotsTerm, isBing: boolean, now: number): Says {
  const own = isBing ? BING_TERMS[term.word] : undefined
  if (term.word === 'max-snippet') return snippetOf(Number(term.value ?? NaN))
  if (unavailableAfter(term) !== null) return { search: closesIndex(term, now) ? 'no' : 'limited' }
  return own ?? TERMS[term.word] ?? {}
}

/** 0 is `nosnippet`, and -1 is no limit, as Google documents them. */
function snippetOf(length: number): Says {
  if (length === 0) return NO_EXTRACT
  return length > 0 ? { extract: 'limited', answer: 'limited' } : {}
}

function writtenTerm({ place, text }: RobotsTerm): string {
  return place === 'META' ? text : `${place}: ${text}`
}

function pairsIn({ headers }: PageTexts, field: string, vocabulary: PairUses) {
  const lines = headerLines(headers, field.toLowerCase())
  // RFC 9651 4.2: the lines of a structured field are one value.
  const values = vocabulary === 'content-usage' && lines.length > 1 ? [lines.join(', ')] : lines
  return values.flatMap((value) =>
    pairStatements(value, { vocabulary, text: `${field}: ${value}` }),
  )
}

/** TDMRep, 6: META counts before the header, and the header before the file of the site. */
function reservations(
  { headers, meta }: PageTexts,
  ofFile: string | undefined,
): readonly Statement[] {
  const name = 'tdm-reservation'
  const all = [...metaContents(meta, name), ...headerLines(headers, name), ofFile]
  const value = all.find((each) => each !== undefined)?.trim() ?? ''
  const says = RESERVATIONS[value]
  if (says === undefined) return []
  return [{ use: 'train', says, by: { vocabulary: 'tdmrep', text: `${name}: ${value}` } }]
}

const RESERVATIONS: Readonly<Record<string, SignalSays>> = { 0: 'yes', 1: 'no' }

/** RSL 1.0: a `Link` to a licence, and what that says. */
function licences({ headers }: PageTexts, licence: Says): readonly Statement[] {
  const links = headerLines(headers, 'link').flatMap((line) => line.split(/,(?=\s*<)/))
  const own = links.filter((link) => /rel="?license\b/i.test(link) && /rsl\+xml/i.test(link))
  return own.flatMap((link) =>
    statementsOf(licence, { vocabulary: 'rsl', text: `Link: ${link.trim()}` }),
  )
}
