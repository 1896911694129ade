/**
 * The numbers of a report → what somebody should look at first, in sentences. Says "calls itself" where a name is not proven.
 */
import type { CrawlerConduct, ReportFinding } from './crawl-report.ts'
import { brokeSentence, counted, type ReportNumbers, refusedSentence } from './report-sentences.ts'

/** Finds what matters, most important first. */
export function findingsOf(report: ReportNumbers): readonly ReportFinding[] {
  return [
    ...report.crawlers.flatMap(searchRefused),
    ...report.crawlers.flatMap(forged),
    ...report.crawlers.flatMap((crawler) => proven(report, crawler)),
    ...report.crawlers.flatMap(newName),
    ...report.trust.texts.filter(({ source }) => source === 'assumed').map(({ site }) => assumed(site)),
    ...incomparable(report),
    ...unread(report),
    ...report.lines.cut.map(({ log, why }) => cut(log, why)),
  ]
}

/** A site that search engines may not read disappears from them: it comes first, in case nobody meant it. */
function searchRefused(crawler: CrawlerConduct): readonly ReportFinding[] {
  const { name, category, refused } = crawler
  if (category !== 'search' || refused === 0) return []
  return [{ kind: 'search-refused', crawler: name, requests: refused, text: refusedSentence(crawler) }]
}

function forged({ name, forged: found }: CrawlerConduct): readonly ReportFinding[] {
  if (found === null || found.requests === 0) return []
  const text = `${counted(found.requests, 'request')} under the name ${name} did not come from the addresses of its operator.`
  return [{ kind: 'forged', crawler: name, requests: found.requests, text }]
}

function proven(report: ReportNumbers, crawler: CrawlerConduct): readonly ReportFinding[] {
  const { name, violations, onBehalf } = crawler
  const { proven: requests } = violations
  if (requests === 0 || onBehalf) return []
  return [{ kind: 'proven', crawler: name, requests, text: brokeSentence(report, crawler, 'proven') }]
}

/** A log that begins with its first robots.txt says nothing of the text before. */
function incomparable({ crawlers }: ReportNumbers): readonly ReportFinding[] {
  const requests = crawlers.reduce((sum, { violations }) => sum + violations.incomparable, 0)
  if (requests === 0) return []
  const text = `${counted(requests, 'request')} cannot be compared with a robots.txt: its text at the time is not known, or its fetch failed. \`--robots FILE@TIME\` names texts.`
  return [{ kind: 'incomparable', crawler: null, requests, text }]
}

function newName({ name, listed, category, requests }: CrawlerConduct): readonly ReportFinding[] {
  // A client that gives no name is no new crawler.
  if (listed || name.startsWith('(') || category === 'library') return []
  return [
    {
      kind: 'new-name',
      crawler: name,
      requests,
      text: `${name} is on no list of crawlers: ${counted(requests, 'request')}.`,
    },
  ]
}

function assumed(site: string): ReportFinding {
  const text = `${site}: the report judges as if this text had been in force all the time.`
  return { kind: 'assumed-text', crawler: null, requests: 0, text }
}

function unread({ lines: { unread: found, undated } }: ReportNumbers): readonly ReportFinding[] {
  const all = found + undated
  const text = `${counted(found, 'line')} not understood, and ${counted(undated, 'line')} without a time, are in no other number.`
  return all === 0 ? [] : [{ kind: 'unread', crawler: null, requests: all, text }]
}

function cut(log: string, why: string): ReportFinding {
  return { kind: 'cut', crawler: null, requests: 0, text: `${log} ends early (${why}): what comes before is counted.` }
}
