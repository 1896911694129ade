/**
 * Describes the numbers of a report: `calls itself` for unproven names, `would` for assumed texts.
 */
import { sumOf } from '../../base/counts.ts'
import { bytes, percent } from '../../base/text-table.ts'
import { plus } from './counting.ts'
import type { CrawlerConduct, CrawlReport, DeclaredReader, ReportNumbers } from './crawl-report.ts'
import { knowledgeOf, TEXTS, type TextSources } from './known-texts.ts'

export const ON_BEHALF =
  'On a person’s behalf: their operators say that robots.txt does not bind them.'

/**
 * The first sentences: who came, who broke robots.txt with and without having read it, and whether
 * search engines were refused.
 */
export function leadSentences(report: ReportNumbers): readonly string[] {
  if (report.requests.total === 0)
    return ['The log has no requests of this period and these sites.']
  return [whoCame(report), ...whoBroke(report), searchEngines(report)]
}

export function furtherFindings(report: CrawlReport): CrawlReport['findings'] {
  const lead = leadSentences(report)
  return report.findings.filter(({ text }) => !lead.some((sentence) => sentence.startsWith(text)))
}

function whoCame({ requests, period, crawlers }: ReportNumbers): string {
  const forged = sumOf(crawlers, FOUND.forged)
  // A name with forged requests only belongs to a crawler that did not come.
  const names = crawlers.filter((crawler) => crawler.requests > 0)
  // This row counts as one but holds several names.
  const least = names.some(({ name }) => name === UNCOUNTED_NAMES) ? 'at least ' : ''
  const came =
    names.length === 0
      ? 'no crawler came'
      : `${least}${counted(names.length, 'crawler')} made ${counted(requests.crawlers - forged, 'request')}`
  const under = forged === 0 ? '' : `, and ${counted(forged, 'request')} came under forged names`
  const span = `From ${clock(period.from)} to ${clock(period.to)} UTC`
  return `${span}, ${came}${under}${shareOfAll(requests, forged > 0)}`
}

function shareOfAll({ total, readers, crawlers }: ReportNumbers['requests'], both: boolean) {
  if (readers === null) return '. Readers are not in this log.'
  if (crawlers === 0) return '.'
  return `${both ? ': together' : ','} ${percent(crawlers / total)} of all requests.`
}

function clock(time: string | null): string {
  return (time ?? '').slice(0, 16).replace('T', ' ')
}

/**
 * A sentence about the worst crawler that had read robots.txt, and one about the worst that was not
 * seen to read it.
 */
function whoBroke(report: ReportNumbers): readonly string[] {
  const bound = report.crawlers.filter(({ onBehalf }) => !onBehalf)
  const worstOf = (conduct: 'proven' | 'unseen'): readonly string[] => {
    const found = bound.filter(
      ({ violations }) =>
        violations[conduct] > 0 && (conduct === 'proven' || violations.proven === 0),
    )
    const [worst, ...others] = found.sort((a, b) => b.violations[conduct] - a.violations[conduct])
    if (worst === undefined) return []
    const more =
      others.length === 0 ? '' : ` ${counted(others.length, 'other crawler')} did the same.`
    // A request for a closed page may have been refused, so the sentence says how many were.
    const refused =
      worst.refused === 0
        ? ''
        : ` The site refused ${counted(worst.refused, 'request')} of this name.`
    return [`${brokeSentence(report, worst, conduct)}${refused}${more}`]
  }
  const broke = [...worstOf('proven'), ...worstOf('unseen')]
  if (broke.length > 0) return broke
  const unknown = sumOf(bound, ({ violations }) => violations.incomparable)
  const rest =
    unknown === 0 ? '' : ` ${counted(unknown, 'request')} could not be compared with one.`
  const others = report.crawlers.some(
    ({ onBehalf, violations }) => onBehalf && violations.proven + violations.unseen > 0,
  )
  const who = others ? 'No crawler that acts for itself' : 'No crawler'
  return [`${who} is known to have asked for pages that a robots.txt closes to it.${rest}`]
}

type Named = Pick<CrawlerConduct, 'name' | 'proof' | 'requests' | 'violations'>

/** What a crawler asked for although robots.txt closes it; null where it did not. */
export function conductSentence(report: TextSources, crawler: Named): string | null {
  const { proven, unseen } = crawler.violations
  return proven + unseen === 0
    ? null
    : brokeSentence(report, crawler, proven > 0 ? 'proven' : 'unseen')
}

/**
 * If the text in force is unknown, today's policy is used, and the sentence does not say that the
 * crawler had read it.
 */
export function brokeSentence(
  report: TextSources,
  crawler: Named,
  conduct: 'proven' | 'unseen',
): string {
  const { requests, violations } = crawler
  const broken = violations[conduct]
  const all = requests === 1 ? 'it' : 'all'
  const subject = broken === requests ? all : counted(broken)
  const pages = broken === 1 ? 'was for a page' : 'were for pages'
  const { closing, read } = TEXTS[knowledgeOf(report)]
  const fetched =
    conduct === 'proven' ? read : ', and no fetch of robots.txt was seen in the day before'
  return `${whoIs(crawler)} made ${counted(requests, 'request')}; ${subject} ${pages} that ${closing} closes to it${fetched}.`
}

function searchEngines({ crawlers }: ReportNumbers): string {
  const engines = crawlers.filter(({ category, requests }) => category === 'search' && requests > 0)
  const [first, ...others] = engines
    .filter((crawler) => FOUND['search-refused'](crawler) > 0)
    .sort((a, b) => b.refused - a.refused || b.observed - a.observed)
  if (first === undefined)
    return engines.length === 0 ? 'No search engine was seen.' : 'No search engine was refused.'
  const [have, more] = [
    first.refused > 0 ? 'had' : 'would have had',
    counted(others.length, 'other search engine'),
  ]
  return `${refusedSentence(first)}${others.length === 0 ? '' : ` ${more} ${have} refusals, too.`}`
}

/** Where the policy observes, nothing was refused. */
export function refusedSentence(crawler: CrawlerConduct): string {
  const { refused, refusedOpen, observed, requests } = crawler
  const reads = `${whoIs(crawler)} reads for a search engine, and`
  const share = (count: number) =>
    requests === 1
      ? 'its only request'
      : `${count === requests ? 'all' : counted(count)} of its ${counted(requests, 'request')}`
  if (refused === 0)
    return `${reads} ${share(observed)} would have been refused, if the policy did not only observe.`
  const open =
    refusedOpen < refused ? `${counted(refusedOpen)} of them` : refused === 1 ? 'it' : 'them'
  const mistake = refusedOpen === 0 ? '' : ` Perhaps by mistake: the robots.txt permits ${open}.`
  return `${reads} ${share(refused)} ${refused === 1 ? 'was' : 'were'} refused.${mistake}`
}

/**
 * Requests that somebody should look at; search engines first: a site that they may not read
 * disappears from them.
 */
export const FOUND = {
  'search-refused': ({ category, refused, observed }: CrawlerConduct) =>
    category === 'search' ? refused + observed : 0,
  forged: ({ forged }: CrawlerConduct) => forged?.requests ?? 0,
  proven: ({ onBehalf, violations }: CrawlerConduct) => (onBehalf ? 0 : violations.proven),
} as const

export function changeSentences({ changes }: Pick<CrawlReport, 'changes'>): readonly string[] {
  if (changes === null) return []
  const { period, appeared, gone } = changes
  const since = `Compared with ${clock(period.from)} to ${clock(period.to)} UTC`
  return [
    `${since}, ${appeared.length === 0 ? 'no crawler is new' : `${counted(appeared.length, 'crawler')} came that had not come then: ${someNames(appeared)}`}.`,
    ...(gone.length === 0
      ? []
      : [`${counted(gone.length, 'crawler')} did not come again: ${someNames(gone)}.`]),
  ]
}

const MOST_NAMES = 10

export function someNames(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${counted(names.length - MOST_NAMES)} more` : ''
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`
}

/** The row of names that are not counted one by one. */
export const UNCOUNTED_NAMES = '(other names)'

/** Rows of clients that share no name. */
const NAMELESS: Readonly<Record<string, string | undefined>> = {
  '(no name)': 'A client that gives no name',
  [UNCOUNTED_NAMES]: 'A client of the other names',
}

/** A name is a crawler's only where all its requests are verified. */
export function whoIs({ name, proof }: Pick<CrawlerConduct, 'name' | 'proof'>): string {
  const nameless = NAMELESS[name]
  if (nameless !== undefined) return nameless
  return proof.claimed === 0 && proof.unchecked === 0 ? name : `A client that calls itself ${name}`
}

/** A client's name as the client writes it. */
export function spelledName({ name, example }: Pick<DeclaredReader, 'name' | 'example'>): string {
  const at = example.toLowerCase().indexOf(name)
  return at < 0 ? name : example.slice(at, at + name.length)
}

export function proofSentence({ crawlers }: Pick<CrawlReport, 'crawlers'>): string {
  const sum = (of: (crawler: CrawlerConduct) => number) => sumOf(crawlers, of)
  const [verified, claimed, unchecked] = (['verified', 'claimed', 'unchecked'] as const).map(
    (each) => sum(({ proof }) => proof[each]),
  ) as [number, number, number]
  const forged = sum(FOUND.forged)
  const help =
    unchecked === 0 ? '' : ' `acap networks` fetches the lists of addresses to check names with.'
  return `The name is verified for ${counted(verified, 'request')}, forged for ${counted(forged)}, claimed for ${counted(claimed)}, and not checked for ${counted(unchecked)}.${help}`
}

export function coverageSentence({ trust: { hours, texts }, lines }: ReportNumbers): string {
  const missing = hours.covered < hours.asked ? ' Missing coverage is not zero.' : ''
  const covered = `The log has requests of ${counted(hours.covered)} of ${counted(hours.asked, 'clock hour')}.${missing}`
  if (lines.otherHosts === 0) return covered
  const [noun, verb] = lines.otherHosts === 1 ? ['line', 'is'] : ['lines', 'are']
  const without = texts.length > 1 ? ', or without a host,' : ''
  return `${covered} ${counted(lines.otherHosts)} ${noun} for other hosts${without} ${verb} left out.`
}

/** What crawlers were sent, without requests under forged names. */
export function costSentence({ crawlers }: CrawlReport): string {
  const sum = (of: (crawler: CrawlerConduct) => number | null) =>
    crawlers.map(of).reduce(plus, null)
  const share = sum(({ cost }) => cost.share)
  const money = sum(({ cost }) => cost.money)
  const part = share === null ? '' : `, ${percent(share)} of all bytes`
  const sent = crawlers.some(({ requests }) => requests > 0) ? sum((crawler) => crawler.bytes) : 0
  if (sent === null) return 'The log does not say how many bytes were sent.'
  return `Crawlers were sent ${bytes(sent)}${part}${money === null ? '' : `, which cost ${money.toFixed(2)} at the price that was given`}.`
}

/** Formats 1234 as `1,234`, followed by the noun. */
export function counted(count: number, noun = ''): string {
  const number = count.toLocaleString('en')
  return noun === '' ? number : `${number} ${noun}${count === 1 ? '' : 's'}`
}
