/**
 * Finds whom readers come by, and whom a change closes the site to: search engines, and assistants
 * that send visits. The author is asked before such a change is saved.
 */
import { grouped } from '../base/text-table.ts'
import { nameList } from '../crawlers/best-known.ts'
import { operatorName } from '../crawlers/operators.ts'
import { operatorsSpelling, policyTokenIn } from '../crawlers/policy-tokens.ts'
import { judge } from '../decide/judge.ts'
import type { CrawlReport } from '../logs/report/crawl-report.ts'
import type { Meaning } from './draft.ts'

export type Visits = readonly Pick<
  NonNullable<CrawlReport['referrals']>[number],
  'operator' | 'visits'
>[]

const MOST_NAMES = 3

/** The question where a change closes the first page to them; null where it closes it to none. */
export function closingQuestion(
  was: Meaning,
  now: Meaning,
  visits: Visits,
  at: number,
): string | null {
  const sent = new Map(visits.map((each) => [each.operator, each.visits]))
  const isSender = (operator: string | null) => operator !== null && (sent.get(operator) ?? 0) > 0
  const names = [...now.known, ...now.program.names].map(({ name }) => name)
  const closed = [...new Set(names)].flatMap((name) => {
    const { category, operator: owner } = now.engine.agents.find(name)
    const operator = operatorName(owner)
    // A token of policies, such as Applebot-Extended, is no crawler by which readers come.
    if (policyTokenIn(name) !== undefined) return []
    const isMeant = category === 'search' || (category === 'assistant' && isSender(operator))
    const isClosed = isMeant && isOpen(was, name, at) && !isOpen(now, name, at)
    return isClosed ? [{ name, category, operator }] : []
  })
  if (closed.length === 0) return null
  const list = nameList(
    closed.map(({ name }) => name),
    MOST_NAMES,
    operatorsSpelling,
  )
  const isSearch = closed.some(({ category }) => category === 'search')
  const engines = isSearch ? ' What a search engine may not read leaves its results.' : ''
  const lost = [...new Set(closed.map(({ operator }) => operator))]
    .filter(isSender)
    .map((operator) => ` ${operator} sent you ${grouped(sent.get(operator!)!)} visits in this log.`)
  return `This closes the site to ${list}.${engines}${lost.join('')}`
}

/** Whether a crawler may fetch the first page, and a search may list it. */
function isOpen({ context }: Meaning, userAgent: string, at: number): boolean {
  return (['crawl', 'index'] as const).every((usage) => {
    return judge(context, { target: '/', now: at, userAgent, usage }).outcome !== 'prohibited'
  })
}
