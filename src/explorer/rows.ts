/**
 * A policy's meaning and a question → the rows of the table: the crawlers that everybody asks about, the names of the
 * policy, and the known crawlers by category. Crawlers with the same answers share a row.
 */
import type { Category } from '../vocabulary/decision-words.ts'
import { USAGES, type Usage } from '../vocabulary/usages.ts'
import { type Answer, answer } from './answer.ts'
import { type Crawler, crawlersOf } from './crawlers.ts'
import type { Meaning } from './draft.ts'
import type { Question } from './what-if.ts'
import { count } from './words.ts'

/** A row of the table. */
export interface Row {
  /** That of its first crawler, with `fold:` or its category before it where it holds several. */
  readonly id: string
  readonly label: string
  /** What its crawlers may do, in a few words; null where a single crawler is shown. */
  readonly summary: string | null
  /** Every crawler that it stands for. */
  readonly crawlers: readonly Crawler[]
  /** One answer for each usage, those of the first crawler. */
  readonly answers: readonly Answer[]
}

/** What a row is called where its answer is explained, which is that of its first crawler. */
export function explainedAs({ label, summary, crawlers }: Row): string {
  return summary === null ? label : `${label}, for example ${crawlers[0]!.label}`
}

/** So many crawlers with the same answers are folded into a row. */
const FEWEST_FOLDED = 3

/** So many crawlers of a folded row are shown when it is opened. */
const MOST_MEMBERS = 60

/** A folded row's crawlers, each with a row of its own. */
export function membersOf(meaning: Meaning, { crawlers }: Row, question: Question): readonly Row[] {
  return crawlers.slice(0, MOST_MEMBERS).map((crawler) => rowOf([crawler], answersOf(meaning, crawler, question)))
}

/** The rows. `wanted` is what the reader looks for: then every crawler whose name holds it has a row of its own. */
export function rowsOf(meaning: Meaning, userAgent: string, question: Question, wanted = ''): readonly Row[] {
  const { first, named, known } = crawlersOf(meaning, userAgent)
  const single = (crawler: Crawler) => rowOf([crawler], answersOf(meaning, crawler, question))
  if (wanted !== '') {
    const found = [...first, ...named, ...known].filter(
      ({ label, isName }) => !isName || label.toLowerCase().includes(wanted.toLowerCase()),
    )
    return found.map(single)
  }
  return [...first.map(single), ...folded(named.map(single)), ...byCategory(meaning, known, question)]
}

/** Names of the policy with the same answers share a row, at the place of the first of them. */
function folded(rows: readonly Row[]): readonly Row[] {
  const groups = groupBy(rows, ({ answers }) => keyOf(answers))
  return [...groups.values()].flatMap((group) => {
    if (group.length < FEWEST_FOLDED) return group
    const crawlers = group.flatMap((row) => row.crawlers)
    return [foldedRow('fold', count(crawlers.length, 'name'), crawlers, group[0]!.answers)]
  })
}

/**
 * The crawlers of the registry that no row shows, by category and answers. Crawlers of one category that match the same
 * names of the policy are decided alike, so one of them is asked for all.
 */
function byCategory(meaning: Meaning, known: readonly Crawler[], question: Question): readonly Row[] {
  const alike = groupBy(known, ({ userAgent, category }) => {
    const { kind, matched } = meaning.engine.agents.find(userAgent)
    return [category, kind, ...matched].join(' ')
  })
  const answered = [...alike.values()].map((crawlers) => {
    return { crawlers, answers: answersOf(meaning, crawlers[0]!, question) }
  })
  const groups = groupBy(answered, ({ crawlers, answers }) => `${crawlers[0]!.category} ${keyOf(answers)}`)
  const seen = new Set<Crawler['category']>()
  return [...groups.values()]
    .flatMap((group) => {
      const crawlers = group.flatMap((each) => each.crawlers)
      const { category } = crawlers[0]!
      if (crawlers.length < FEWEST_FOLDED)
        return crawlers.map((each) => knownRow(each, answersOf(meaning, each, question)))
      const label = seen.has(category) ? `${category}, ${crawlers.length} others` : `${category} (${crawlers.length})`
      seen.add(category)
      return foldedRow(category ?? 'other', label, crawlers, group[0]!.answers)
    })
    .sort(byRank)
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

/** What a publisher asks about first. */
const CATEGORY_ORDER: readonly (Category | null)[] = [
  'training',
  'search',
  'assistant',
  'agent',
  'archive',
  'preview',
  'feed',
  'seo',
  'monitor',
  'library',
  'other',
]

/** By category; crawlers that do not share its answers come after it. */
function byRank(a: Row, b: Row): number {
  const rank = ({ crawlers }: Row) => CATEGORY_ORDER.indexOf(crawlers[0]!.category)
  return rank(a) - rank(b) || Number(a.summary === null) - Number(b.summary === null)
}

function answersOf(meaning: Meaning, crawler: Crawler, question: Question): readonly Answer[] {
  return USAGES.map((usage) => answer(meaning, crawler, usage, question))
}

function rowOf(crawlers: readonly Crawler[], answers: readonly Answer[]): Row {
  return { id: crawlers[0]!.id, label: crawlers[0]!.label, summary: null, crawlers, answers }
}

/** A crawler that does not share the answers of its category. */
function knownRow(crawler: Crawler, answers: readonly Answer[]): Row {
  return { ...rowOf([crawler], answers), label: `${crawler.label} (${crawler.category})` }
}

function foldedRow(kind: string, label: string, crawlers: readonly Crawler[], answers: readonly Answer[]): Row {
  return { id: `${kind}:${crawlers[0]!.id}`, label, summary: summaryOf(answers), crawlers, answers }
}

function keyOf(answers: readonly Answer[]): string {
  return answers.map(({ standing }) => standing).join(' ')
}

/** `may do nothing`, `may do everything`, or what is permitted. */
function summaryOf(answers: readonly Answer[]): string {
  if (answers.every(({ standing }) => standing === 'reader')) return 'readers'
  const permitted = answers.filter(({ ruling }) => ruling.outcome === 'permitted').map(({ usage }) => usage)
  if (permitted.length === 0) return answers[0]!.standing === 'deferred' ? 'not at this hour' : 'may do nothing'
  return permitted.length === USAGES.length ? 'may do everything' : `may ${shortened(permitted)}`
}

function shortened(usages: readonly Usage[]): string {
  return usages.length <= 2 ? usages.join(', ') : `${usages.slice(0, 2).join(', ')}, …`
}
