/**
 * Makes the rows of the table on the view Ask: first the crawlers that everybody asks about, then
 * the names of the policy, then all known crawlers by category. Crawlers with the same answers,
 * before and after the author's changes, share a row.
 */

import { operatorName } from '../crawlers/operators.ts'
import { restrictionsBy } from '../decide/decision-of.ts'
import { groupBy } from '../language/checks/levels.ts'
import type { Category } from '../words/decision-words.ts'
import { restrictionsInWords } from '../words/restriction-words.ts'
import { USAGES, type Usage } from '../words/usages.ts'
import { PEOPLES_USES } from '../words/uses.ts'
import type { Meaning } from './draft.ts'
import {
  answerCell,
  type CellAnswer,
  type CellStanding,
  type Crawler,
  shownCrawlers,
} from './shown-crawlers.ts'
import type { CellQuestion } from './what-if.ts'
import { CATEGORY_SENTENCES, count } from './words.ts'

export interface CrawlerRow {
  /** The id of its first crawler; in a row of several, with `fold:` or their category before it. */
  readonly id: string
  readonly label: string
  /** What its crawlers may do, in a few words; null where a single crawler is shown. */
  readonly summary: string | null
  readonly crawlers: readonly Crawler[]
  /** What the first crawler is for, as far as that is known. */
  readonly category: Category | null
  /** One cell for each usage, those of the first crawler. */
  readonly cells: readonly ShownCell[]
}

/** An answer; `was`: the one on disk, null where it is the same. */
export interface ShownCell {
  readonly usage: Usage
  readonly standing: CellStanding
  readonly was: CellStanding | null
  readonly terms: string
}

/** The policy with the author's changes, and the one on disk; null where nothing was changed. */
export interface EditedPolicy {
  readonly now: Meaning
  readonly was: Meaning | null
}

/** What lets nobody in. */
const CLOSED: readonly CellStanding[] = ['prohibited', 'deferred']

/** So many crawlers with the same answers are folded into a row. */
const FEWEST_FOLDED = 3

export function membersOf(
  policies: EditedPolicy,
  row: CrawlerRow,
  question: CellQuestion,
): readonly CrawlerRow[] {
  return row.crawlers.map((crawler) => rowOf(policies, crawler, question))
}

/**
 * The rows. `wanted` is what the reader looks for: then every crawler whose name holds it has a row
 * of its own.
 */
export function rowsOf(
  policies: EditedPolicy,
  userAgent: string,
  question: CellQuestion,
  wanted = '',
) {
  const { first, named, known } = shownCrawlers(policies.now, userAgent)
  const names = [...named, ...namesGone(policies, [...first, ...named, ...known])]
  const single = (crawler: Crawler) => rowOf(policies, crawler, question)
  if (wanted !== '') {
    const isFound = ({ label, isName }: Crawler) =>
      !isName || label.toLowerCase().includes(wanted.toLowerCase())
    return [...first, ...names, ...known].filter(isFound).map(single)
  }
  const [firstRows, nameRows] = [first.map(single), names.map(single)]
  const rest = byCategory(policies, known, question, [...firstRows, ...nameRows])
  return [...firstRows, ...folded(nameRows), ...rest]
}

/**
 * Names of the policy on disk that the written one has not: a request under them may be a reader's
 * now.
 */
function namesGone({ was }: EditedPolicy, shown: readonly Crawler[]): readonly Crawler[] {
  if (was === null) return []
  const ids = new Set(shown.map(({ id }) => id))
  return shownCrawlers(was, '')
    .named.filter(({ id }) => !ids.has(id))
    .map((crawler) => ({ ...crawler, mayBeReader: true }))
}

/** Names of the policy with the same cells share a row, at the place of the first of them. */
function folded(rows: readonly CrawlerRow[]): readonly CrawlerRow[] {
  return groupBy(rows, ({ cells }) => keyOf(cells)).flatMap((group) => {
    if (group.length < FEWEST_FOLDED) return group
    const crawlers = group.flatMap((row) => row.crawlers)
    return [foldedRow('fold', count(crawlers.length, 'name'), { ...group[0]!, crawlers })]
  })
}

/**
 * The crawlers of the registry that no row shows, by category and cells. Crawlers of one category
 * that match the same names of the policy are decided alike, so one of them is asked for all.
 * `above`: the rows that show others.
 */
function byCategory(
  policies: EditedPolicy,
  known: readonly Crawler[],
  question: CellQuestion,
  above: readonly CrawlerRow[],
): readonly CrawlerRow[] {
  const matching = (meaning: Meaning | null, userAgent: string) => {
    const agent = meaning?.engine.agents.find(userAgent)
    return [agent?.kind, ...(agent?.matched ?? [])].join(' ')
  }
  const alike = groupBy(known, ({ userAgent, category }) => {
    return [category, matching(policies.now, userAgent), matching(policies.was, userAgent)].join()
  })
  const answered = alike.map((crawlers) => {
    const [{ category }] = crawlers as [Crawler]
    return { crawlers, category, cells: cellsOf(policies, crawlers[0]!, question) }
  })
  const seen = new Set<Crawler['category']>()
  const rows = groupBy(answered, ({ category, cells }) => `${category} ${keyOf(cells)}`).flatMap(
    (group) => {
      const crawlers = group.flatMap((each) => each.crawlers)
      const { category, cells } = group[0]!
      if (crawlers.length < FEWEST_FOLDED)
        return crawlers.map((each) => rowOf(policies, each, question))
      const kin = above.filter(
        (row) =>
          row.crawlers[0]!.isName && row.category === category && keyOf(row.cells) === keyOf(cells),
      )
      const number = `${crawlers.length}${kin.length === 0 ? '' : `, and ${kin.length} above`}`
      const label = seen.has(category) ? `, ${crawlers.length} others` : ` (${number})`
      seen.add(category)
      const kind = category ?? 'other'
      return [foldedRow(kind, `${category}${label}`, { crawlers, category, cells })]
    },
  )
  // Crawlers that do not share the answers of their category come after it.
  const rank = (row: CrawlerRow) => CATEGORY_ORDER.indexOf(row.crawlers[0]!.category ?? '')
  return rows.sort(
    (a, b) => rank(a) - rank(b) || Number(a.summary === null) - Number(b.summary === null),
  )
}

const CATEGORY_ORDER = Object.keys(CATEGORY_SENTENCES)

/** Whether the author's changes change what a crawler may do. */
export function isChanged(
  policies: EditedPolicy,
  crawler: Crawler,
  question: CellQuestion,
): boolean {
  return cellsOf(policies, crawler, question).some(({ was }) => was !== null)
}

function cellsOf(
  policies: EditedPolicy,
  crawler: Crawler,
  question: CellQuestion,
): readonly ShownCell[] {
  const { now, was } = policies
  return USAGES.map((usage) => cellOf(was, answerCell(now, crawler, usage, question), question))
}

/**
 * What a cell shows: its answer, and the answer on disk where the author's changes have changed it.
 */
export function cellOf(was: Meaning | null, is: CellAnswer, question: CellQuestion): ShownCell {
  const { crawler, usage, standing, ruling } = is
  const before = was === null ? is : answerCell(was, crawler, usage, question)
  const isSame = permissionOf(before) === permissionOf(is)
  return {
    usage,
    standing,
    was: isSame ? null : before.standing,
    terms: restrictionsInWords(restrictionsBy(ruling)),
  }
}

/**
 * What is compared, as in `acap diff`. Two answers are the same, even if different fields gave
 * them.
 */
function permissionOf({ standing, ruling }: CellAnswer): string {
  if (CLOSED.includes(standing)) return standing
  return standing === 'terms' ? JSON.stringify(restrictionsBy(ruling)) : 'permitted'
}

function rowOf(policies: EditedPolicy, crawler: Crawler, question: CellQuestion): CrawlerRow {
  const { id, label, isName, userAgent } = crawler
  const agent = policies.now.engine.agents.find(userAgent)
  const category = id === 'any' ? null : (crawler.category ?? agent.category)
  const about = [operatorName(agent.operator), category].filter(
    (each) => each !== null && each !== label,
  )
  const title = isName && category !== null ? `${label} (${about.join(', ')})` : label
  const cells = cellsOf(policies, crawler, question)
  return { id, label: title, summary: null, crawlers: [crawler], category, cells }
}

type Folded = Pick<CrawlerRow, 'crawlers' | 'category' | 'cells'>

function foldedRow(kind: string, label: string, { crawlers, category, cells }: Folded): CrawlerRow {
  const id = `${kind}:${crawlers[0]!.id}`
  return { id, label, summary: summaryOf(cells), crawlers, category, cells }
}

function keyOf(cells: readonly ShownCell[]): string {
  return cells.map(({ standing, was }) => `${standing} ${was}`).join()
}

/** `may do nothing`, `may do everything`, or what is permitted. */
function summaryOf(cells: readonly ShownCell[]): string {
  if (cells.every(({ standing }) => standing === 'reader')) return 'readers'
  const permitted = cells.filter(({ standing }) => !CLOSED.includes(standing))
  if (permitted.length === 0)
    return cells[0]!.standing === 'deferred' ? 'not at this hour' : 'may do nothing'
  if (permitted.length === USAGES.length) return 'may do everything'
  const own = PEOPLES_USES.filter(({ category }) => category === null)
  const uses = own.filter((use) => permitted.some(({ usage }) => usage === use.usage))
  const names = uses.slice(0, 2).map(({ name }) => name)
  return `may ${names.join(', ')}${permitted.length > names.length ? ', …' : ''}`
}
