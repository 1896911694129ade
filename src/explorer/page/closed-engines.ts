/** Finds the search engines that read a site or send it visits, and that the policy closes out. */
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import { counted } from '../../logs/report/report-sentences.ts'
import type { CrawlerUses } from '../crawler-uses.ts'
import type { DeskProps } from './desk-props.ts'

interface ClosedEngine extends Pick<CrawlerUses, 'name' | 'label' | 'operator'> {
  readonly requests: number
  readonly visits: number
}

/** Those with the most requests and visits first. */
export function closedEngines({
  report,
  picture,
}: DeskProps & { readonly report: CrawlReport }): readonly ClosedEngine[] {
  const engines = (picture?.uses ?? []).filter(({ category }) => category === 'search')
  const isClosed = ({ standings }: CrawlerUses) => standings[0] === 'prohibited'
  const requestsOf = ({ name }: CrawlerUses) =>
    report.crawlers.find((each) => each.name === name)?.requests ?? 0
  const visitsOf = ({ operator }: CrawlerUses) =>
    report.referrals?.find((each) => each.operator === operator)?.visits ?? 0
  /** Visits alone tell of an operator; they name its first crawler, where all are closed. */
  const isMeant = (engine: CrawlerUses) => {
    if (requestsOf(engine) > 0) return true
    const own = engines.filter(({ operator }) => operator === engine.operator)
    return own[0] === engine && own.every((each) => isClosed(each) && requestsOf(each) === 0)
  }
  return engines
    .filter((engine) => isClosed(engine) && isMeant(engine))
    .map((engine) => ({ ...engine, requests: requestsOf(engine), visits: visitsOf(engine) }))
    .filter(({ requests, visits }) => requests + visits > 0)
    .sort((a, b) => b.requests + b.visits - a.requests - a.visits)
}

export function closedSentence({ label, operator, requests, visits }: ClosedEngine): string {
  const came = requests === 0 ? 'did not come' : `made ${counted(requests, 'request')}`
  const sent = visits === 0 ? '' : `, and ${operator} sent you ${counted(visits, 'visit')}`
  return `The policy closes the site to ${label}, and what a search engine may not read leaves its results. In this log it ${came}${sent}.`
}
