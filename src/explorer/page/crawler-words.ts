/** What the desk calls a crawler, and says of what it did, exact to the evidence. */
import { DAY } from '../../base/calendar.ts'
import type { CrawlerConduct, CrawlReport } from '../../logs/report/crawl-report.ts'
import { VIOLATION_WORDS } from '../../logs/report/crawler-numbers.ts'
import { isSaved, SAVED_TEXT } from '../../logs/report/known-texts.ts'
import { counted, whoIs } from '../../logs/report/report-sentences.ts'
import type { DeskProps } from './desk-props.ts'

/** A name as a policy or its operator writes it. */
export function labelOf(
  name: string,
  { labels, picture }: Pick<DeskProps, 'labels' | 'picture'>,
): string {
  return labels[name] ?? picture?.uses.find((each) => each.name === name)?.label ?? name
}

/** A client is new where another that has a name came a day before it, or earlier. */
export function isNew(first: string | null, { crawlers, declared }: CrawlReport): boolean {
  const firsts = [...crawlers, ...(declared ?? [])].flatMap((each) => each.first ?? [])
  const [earliest] = firsts.sort()
  return first !== null && Date.parse(first) - Date.parse(earliest ?? first) >= DAY
}

/** Whether no list of crawlers has the name of a client that is not a person's. */
export function isUnlisted({ name, listed, category }: CrawlerConduct): boolean {
  return !listed && !name.startsWith('(') && category !== 'library'
}

/**
 * What a crawler did although robots.txt closes it; null where it did not. Who was refused did not
 * take the page. `trust` says once where the text of the time is not known.
 */
export function brokenSentence(
  { trust: { texts } }: CrawlReport,
  crawler: CrawlerConduct,
): string | null {
  const { violations } = crawler
  const [broken, read] =
    violations.proven > 0
      ? [violations.proven, 'after it had read robots.txt']
      : [violations.unseen, 'and no fetch of robots.txt was seen in the day before']
  if (broken === 0) return null
  const today = texts.some(isSaved) ? SAVED_TEXT : 'today’s robots.txt'
  const closes = texts.some(({ source }) => source === 'assumed')
    ? `${today} closes to it`
    : 'robots.txt closed to it'
  const pages = broken === 1 ? 'a page' : 'pages'
  return `${whoIs(crawler)} made ${counted(broken, 'request')} for ${pages} that ${closes}, ${read}.`
}

/**
 * Whether it ignores robots.txt is known where it had read a text, and that text is known. It took
 * pages where every answer is known to be one.
 */
export function brokenTitle(
  { trust: { texts } }: CrawlReport,
  { violations, refused, statuses }: CrawlerConduct,
): string {
  const hasRead = violations.proven > 0
  if (hasRead && texts.every(({ source }) => source !== 'assumed')) return 'Ignores robots.txt'
  const isServed = refused === 0 && statuses.every(({ status }) => status >= 200 && status < 400)
  const verb = isServed ? 'Took' : 'Asked for'
  const how = hasRead ? ` ${VIOLATION_WORDS.proven}` : `, ${VIOLATION_WORDS.unseen}`
  return `${verb} closed pages${how}`
}

const MOST_NEW_NETWORKS = 10

/**
 * Requests under a name that nobody could check, a quarter or more of them, from a few networks
 * that came later than others: perhaps not its operator's. Crawlers of many networks change them.
 */
export function fromLaterNetworks({ listed, requests, proof, laterNetworks }: CrawlerConduct) {
  const isUnchecked = listed && proof.unchecked === requests
  const isFew = laterNetworks.networks <= MOST_NEW_NETWORKS
  return isUnchecked && isFew && 4 * laterNetworks.requests >= requests ? laterNetworks.requests : 0
}

export function laterNetworksSentence({ name, requests, laterNetworks }: CrawlerConduct): string {
  const came = `${counted(laterNetworks.requests)} of ${counted(requests, 'request')} under the name ${name}`
  const networks = counted(laterNetworks.networks, 'network')
  return `${came} came from ${networks} that sent nothing under it in its first day. Nobody knows whether they are its operator’s: \`acap networks\` fetches address lists.`
}
