/**
 * Collects what a robots.txt, headers and META say about each use of a page to one crawler. It only
 * repeats them: `decide` applies ACAP's rules. docs/library.md has the table for headers and META.
 */
import { policyTokenIn } from '../../crawlers/policy-tokens.ts'
import type { DecidingField } from '../../decide/decision.ts'
import { restrictionsBy } from '../../decide/decision-of.ts'
import { metaFields } from '../../words/meta.ts'
import {
  closesIndex,
  isTermFor,
  type RobotsTerm,
  unavailableAfter,
} from '../../words/robots-meta.ts'
import type { Usage } from '../../words/usages.ts'
import { fileStatements, type SignalFile } from './file-statements.ts'
import { headerLines, metaContents, type PageTexts, robotsTermsOf } from './page-texts.ts'
import { type PairUses, pairStatements } from './preference-pairs.ts'
import {
  PAGE_USES,
  type PagePreferences,
  type PageUse,
  preferencesFrom,
  type Says,
  type SignalQuestion,
  type SignalSays,
  type SignalSource,
  type Statement,
  statementsOf,
} from './statements.ts'

/** ACAP names neither training nor answers: they are other usages (L4). */
const USAGES: Readonly<Record<PageUse, Usage>> = {
  search: 'index',
  train: 'other',
  answer: 'other',
  copy: 'preserve',
  extract: 'present-snippet',
}

/** What everything says; `file` null where robots.txt could not be read, which closes all. */
export function preferencesOf(
  file: SignalFile | null,
  question: SignalQuestion & PageTexts,
): PagePreferences {
  const page = pageStatements(question, question)
  const own =
    file === null
      ? PAGE_USES.map((use): Statement => ({ use, says: 'no', by: UNREADABLE }))
      : [...ruleStatements(file, question), ...fileStatements(file, question)]
  return preferencesFrom([...page, ...own])
}

const UNREADABLE: SignalSource = {
  vocabulary: 'robots-exclusion',
  text: 'robots.txt could not be read',
}

/** ACAP's fields for each use; and what may not be fetched may not be used (L6). */
function ruleStatements({ engine }: SignalFile, question: SignalQuestion & PageTexts) {
  const { userAgent, target, now, meta = [] } = question
  // A policy token for training says nothing about other uses.
  const token = policyTokenIn(userAgent)
  const uses = PAGE_USES.filter((use) => token?.category !== 'training' || use === 'train')
  return uses.flatMap((use): readonly Statement[] => {
    const usage = USAGES[use]
    const ruling = engine.decide({ userAgent, target, now, usage, meta: metaFields(meta) })
    const { outcome, basis, fields } = ruling
    if (basis === 'unspecified' || fields.length === 0) return []
    const says =
      outcome === 'prohibited' ? 'no' : restrictionsBy(ruling).length > 0 ? 'limited' : 'yes'
    return fields.map((field) => ({ use, says, by: sourceOf(field) }))
  })
}

function sourceOf({ source, line, text }: DecidingField): SignalSource {
  const isAcap = source === 'meta' || /^\s*acap/i.test(text)
  const vocabulary = isAcap ? 'acap' : 'robots-exclusion'
  return line === undefined ? { vocabulary, text } : { vocabulary, line, text }
}

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
function pageStatements(
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
