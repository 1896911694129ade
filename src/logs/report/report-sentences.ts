/** Numbers of a report → sentences: `calls itself` for names without proof, `would` for assumed texts. */
import type { CrawlerConduct, CrawlReport, ReportNumbers } from './crawl-report.ts'

export const ON_BEHALF =
  'On a person’s behalf: their operators say that robots.txt does not bind them.'

interface TextSources {
  readonly trust: {
    readonly texts: readonly Pick<CrawlReport['trust']['texts'][number], 'source'>[]
  }
}

/** The first sentences: who came, who broke robots.txt with and without having read it, and whether search engines were refused. */
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
  const { total, readers } = requests
  const share =
    readers === null ? '' : `, ${Math.round((100 * requests.crawlers) / total)}% of all requests`
  const unlogged = readers === null ? ' Readers are not in this log.' : ''
  const forged = crawlers.reduce((sum, crawler) => sum + FOUND.forged(crawler), 0)
  const under = forged === 0 ? '' : ` (${counted(forged)} of them under forged names)`
  // A name under which nothing but forged requests came did not come itself.
  const names = crawlers.filter((crawler) => crawler.requests > 0).length
  const span = `From ${clock(period.from)} to ${clock(period.to)} UTC`
  return `${span}, ${counted(names, 'crawler')} made ${counted(requests.crawlers, 'request')}${under}${share}.${unlogged}`
}

function clock(time: string | null): string {
  return (time ?? '').slice(0, 16).replace('T', ' ')
}

/** The worst of those who had read it, and of those who were not seen to read it. */
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
    // Who asks for a closed page has not got it yet.
    const refused =
      worst.refused === 0
        ? ''
        : ` The site refused ${counted(worst.refused, 'request')} of this name.`
    return [`${brokeSentence(report, worst, conduct)}${refused}${more}`]
  }
  const broke = [...worstOf('proven'), ...worstOf('unseen')]
  if (broke.length > 0) return broke
  const unknown = bound.reduce((sum, { violations }) => sum + violations.incomparable, 0)
  const rest =
    unknown === 0 ? '' : ` ${counted(unknown, 'request')} could not be compared with one.`
  return [`No crawler is known to have asked for pages that a robots.txt closes to it.${rest}`]
}

type Named = Pick<CrawlerConduct, 'name' | 'proof' | 'requests' | 'violations'>

/** What a crawler asked for although robots.txt closes it; null where it did not. */
export function conductSentence(report: TextSources, crawler: Named): string | null {
  const { proven, unseen } = crawler.violations
  return proven + unseen === 0
    ? null
    : brokeSentence(report, crawler, proven > 0 ? 'proven' : 'unseen')
}

export function brokeSentence(
  report: TextSources,
  crawler: Named,
  conduct: 'proven' | 'unseen',
): string {
  const { requests, violations } = crawler
  const broken = violations[conduct]
  const all = requests === 1 ? 'it' : 'all'
  const closed = broken === requests ? all : counted(broken)
  const [were, had, end] = report.trust.texts.some(({ source }) => source === 'assumed')
    ? ['would have been', 'would have', ', as if this text had been in force']
    : [broken === 1 ? 'was' : 'were', 'had', '']
  const how =
    conduct === 'proven'
      ? `it ${had} read the robots.txt that says so`
      : 'no fetch of robots.txt was seen in the day before'
  return `${whoIs(crawler)} made ${counted(requests, 'request')}; ${closed} ${were} for pages closed to it, and ${how}${end}.`
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
  const all = counted(requests, 'request')
  if (refused === 0) {
    const share = observed === requests ? 'all' : counted(observed)
    return `${reads} ${share} of its ${all} would have been refused, if the policy did not only observe.`
  }
  const share = refused === requests ? 'all' : counted(refused)
  const open =
    refusedOpen < refused ? `${counted(refusedOpen)} of them` : refused === 1 ? 'it' : 'them'
  const mistake = refusedOpen === 0 ? '' : ` Perhaps by mistake: the robots.txt permits ${open}.`
  return `${reads} ${share} of its ${all} ${refused === 1 ? 'was' : 'were'} refused.${mistake}`
}

/** Requests that somebody should look at; search engines first: a site that they may not read disappears from them. */
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
    `${since}, ${appeared.length === 0 ? 'no crawler is new' : `${counted(appeared.length, 'crawler')} came that had not come then: ${some(appeared)}`}.`,
    ...(gone.length === 0
      ? []
      : [`${counted(gone.length, 'crawler')} did not come again: ${some(gone)}.`]),
  ]
}

const MOST_NAMES = 10

function some(names: readonly string[]): string {
  const more = names.length > MOST_NAMES ? ` and ${counted(names.length - MOST_NAMES)} more` : ''
  return `${names.slice(0, MOST_NAMES).join(', ')}${more}`
}

/** Rows of clients that share no name. */
const NAMELESS: Readonly<Record<string, string | undefined>> = {
  '(no name)': 'A client that gives no name',
  '(other names)': 'A client of the other names',
}

/** A name is a crawler's only where all its requests are verified. */
export function whoIs({ name, proof }: Pick<CrawlerConduct, 'name' | 'proof'>): string {
  const nameless = NAMELESS[name]
  if (nameless !== undefined) return nameless
  return proof.claimed === 0 && proof.unchecked === 0 ? name : `A client that calls itself ${name}`
}

export function proofSentence({ crawlers }: Pick<CrawlReport, 'crawlers'>): string {
  const sum = (of: (crawler: CrawlerConduct) => number) =>
    crawlers.reduce((total, each) => total + of(each), 0)
  const [verified, claimed, unchecked] = (['verified', 'claimed', 'unchecked'] as const).map(
    (each) => sum(({ proof }) => proof[each]),
  ) as [number, number, number]
  const forged = sum((crawler) => crawler.forged?.requests ?? 0)
  const help =
    unchecked === 0 ? '' : ' `acap networks` fetches the lists of addresses to check names with.'
  return `The name is verified for ${counted(verified, 'request')}, forged for ${counted(forged)}, claimed for ${counted(claimed)}, and not checked for ${counted(unchecked)}.${help}`
}

export function coverageSentence({ trust: { hours, texts }, lines }: ReportNumbers): string {
  const missing = hours.covered < hours.asked ? ' Missing coverage is not zero.' : ''
  const covered = `The log covers ${counted(hours.covered)} of ${counted(hours.asked, 'clock hour')}.${missing}`
  if (lines.otherHosts === 0) return covered
  const [noun, verb] = lines.otherHosts === 1 ? ['line', 'is'] : ['lines', 'are']
  const without = texts.length > 1 ? ', or without a host,' : ''
  return `${covered} ${counted(lines.otherHosts)} ${noun} for other hosts${without} ${verb} left out.`
}

/** 1234 → `1,234`, with what is counted. */
export function counted(count: number, noun = ''): string {
  const number = count.toLocaleString('en')
  return noun === '' ? number : `${number} ${noun}${count === 1 ? '' : 's'}`
}
