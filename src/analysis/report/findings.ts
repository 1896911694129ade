/**
 * The numbers of a report → what somebody should look at first, in sentences. Says "calls itself" where a name is not proven.
 */
import type { CrawlerConduct, CrawlReport, ReportFinding } from './crawl-report.ts'

type Numbers = Omit<CrawlReport, 'findings'>

/** Finds what matters, most important first. */
export function findingsOf(report: Numbers): readonly ReportFinding[] {
  return [
    ...report.crawlers.flatMap(searchRefused),
    ...report.crawlers.flatMap(forged),
    ...report.crawlers.flatMap(proven),
    ...report.crawlers.flatMap(newName),
    ...report.trust.texts.filter(({ source }) => source === 'assumed').map(({ site }) => assumed(site)),
    ...unread(report),
    ...report.lines.cut.map(({ log, why }) => cut(log, why)),
  ]
}

/** A site that search engines may not read disappears from them: it comes first, in case nobody meant it. */
function searchRefused({ name, category, refused, requests }: CrawlerConduct): readonly ReportFinding[] {
  if (category !== 'search' || refused === 0) return []
  const text = `${name} is a search engine, and ${counted(refused)} of its ${counted(requests)} requests were refused.`
  return [{ kind: 'search-refused', crawler: name, requests: refused, text }]
}

function forged({ name, forged: found }: CrawlerConduct): readonly ReportFinding[] {
  if (found === null || found.requests === 0) return []
  const text = `${requestsOf(found.requests)} under the name ${name} did not come from the addresses of its operator.`
  return [{ kind: 'forged', crawler: name, requests: found.requests, text }]
}

function proven({ name, violations, proof, onBehalf }: CrawlerConduct): readonly ReportFinding[] {
  const { proven: requests } = violations
  if (requests === 0 || onBehalf) return []
  const isProven = proof.claimed === 0 && proof.unchecked === 0
  const who = isProven ? name : `A client that calls itself ${name}`
  const text = `${who} made ${requestsOf(requests)} that robots.txt prohibits, after it had read the robots.txt that says so.`
  return [{ kind: 'proven', crawler: name, requests, text }]
}

function newName({ name, listed, category, requests }: CrawlerConduct): readonly ReportFinding[] {
  // A client that gives no name is no new crawler.
  if (listed || name.startsWith('(') || category === 'library') return []
  return [
    { kind: 'new-name', crawler: name, requests, text: `${name} is on no list of crawlers: ${requestsOf(requests)}.` },
  ]
}

function assumed(site: string): ReportFinding {
  const text = `${site}: the report judges as if this text had been in force all the time.`
  return { kind: 'assumed-text', crawler: null, requests: 0, text }
}

function unread({ lines: { unread: found, undated } }: Numbers): readonly ReportFinding[] {
  const all = found + undated
  const text = `${counted(found)} lines were not understood, and ${counted(undated)} have no time: they are in no other number.`
  return all === 0 ? [] : [{ kind: 'unread', crawler: null, requests: all, text }]
}

function cut(log: string, why: string): ReportFinding {
  return { kind: 'cut', crawler: null, requests: 0, text: `${log} ends early (${why}): what comes before is counted.` }
}

function requestsOf(count: number): string {
  return `${counted(count)} request${count === 1 ? '' : 's'}`
}

function counted(count: number): string {
  return count.toLocaleString('en')
}
