/** Finds what needs attention in a report and its log, most important first. */

import type { DisplayName } from '../../author/explain/display-names.ts'
import { sumOf } from '../../base/counts.ts'
import { percent } from '../../base/text-table.ts'
import type {
  CrawlerConduct,
  FindingKind,
  ReportFinding,
  ReportNumbers,
  SiteTexts,
} from './crawl-report.ts'
import { isSaved } from './known-texts.ts'
import type { LogNotes } from './log-observer.ts'
import { brokeSentence, counted, FOUND, refusedSentence, someNames } from './report-sentences.ts'

const FOUND_TEXTS: Readonly<
  Record<keyof typeof FOUND, (crawler: CrawlerConduct, report: ReportNumbers) => string>
> = {
  'search-refused': refusedSentence,
  forged: (crawler) =>
    `${counted(FOUND.forged(crawler), 'request')} under the name ${crawler.name} failed the check of that name.`,
  proven: (crawler, report) => brokeSentence(report, crawler, 'proven'),
}

const INCOMPARABLE =
  'cannot be compared with a robots.txt: its text at the time is not known, or its fetch failed. `--robots FILE@TIME` names texts.'
/** The name is empty where the policy is a single file. */
const assumed = (texts: SiteTexts & { readonly site: string }) => {
  const judges = isSaved(texts)
    ? 'judges each request by the robots.txt that the desk had saved last at that time'
    : 'judges as if this text had been in force all the time'
  return texts.site === '' ? `The report ${judges}.` : `${texts.site}: the report ${judges}.`
}

/** `shown`: names as people are shown them. */
export function findingsOf(
  report: ReportNumbers,
  notes: LogNotes,
  shown: DisplayName,
): readonly ReportFinding[] {
  const { crawlers, trust, lines } = report
  const unread = lines.unread + lines.undated
  const unknown = sumOf(crawlers, ({ violations }) => violations.incomparable)
  const withName = (crawler: CrawlerConduct) => ({ ...crawler, name: shown(crawler.name) })
  return [
    // Notes that put the other findings in doubt come first.
    ...noteFindings(notes),
    ...perhapsProxies(crawlers, shown),
    ...(Object.keys(FOUND) as readonly (keyof typeof FOUND)[]).flatMap((kind) =>
      crawlers
        .filter((each) => FOUND[kind](each) > 0)
        .map((each) =>
          finding(kind, FOUND[kind](each), FOUND_TEXTS[kind](withName(each), report), each.name),
        ),
    ),
    ...crawlers.filter(isNewName).map((each) => newName(each, shown)),
    ...trust.texts
      .filter(({ source }) => source === 'assumed')
      .map((texts) => finding('assumed-text', 0, assumed(texts))),
    // A log that begins with its first robots.txt says nothing of the text before.
    ...someOf('incomparable', unknown, `${counted(unknown, 'request')} ${INCOMPARABLE}`),
    ...someOf(
      'unread',
      unread,
      `${counted(lines.unread, 'line')} not understood, and ${counted(lines.undated, 'line')} without a time, are in no other number.`,
    ),
    ...lines.cut.map(({ log, why }) =>
      finding('cut', 0, `${log} ends early (${why}): what comes before is counted.`),
    ),
  ]
}

function finding(
  kind: FindingKind,
  requests: number,
  text: string,
  crawler: string | null = null,
): ReportFinding {
  return { kind, crawler, requests, text }
}

function someOf(kind: FindingKind, requests: number, text: string): readonly ReportFinding[] {
  return requests === 0 ? [] : [finding(kind, requests, text)]
}

/** A client that gives no name is no new crawler. */
function isNewName({ name, listed, category, requests }: CrawlerConduct): boolean {
  return !listed && requests > 0 && !name.startsWith('(') && category !== 'library'
}

function newName({ name, requests }: CrawlerConduct, shown: DisplayName): ReportFinding {
  return finding(
    'new-name',
    requests,
    `${shown(name)} is on no list of crawlers: ${counted(requests, 'request')}.`,
    name,
  )
}

const TRUST =
  '`--trust` names proxies, and the address that they forward counts: in nginx’s `main` format, or as `--map forwarded=NAME`.'

function noteFindings(notes: LogNotes): readonly ReportFinding[] {
  const { proxied, proxies } = notes
  const others = proxies.others === 0 ? '' : ` and ${counted(proxies.others)} more`
  const networks = `${proxies.networks.join(', ')}${others}`
  return [
    ...someOf(
      'proxy',
      proxied,
      `${counted(proxied, 'request')} of crawlers ${proxied === 1 ? 'has' : 'have'} an address that no client on the Internet has (${networks}): a proxy’s. It proves and disproves no name. ${TRUST}`,
    ),
    ...someOf(
      'shortened',
      notes.shortened,
      `${counted(notes.shortened, 'request')} of crawlers ${notes.shortened === 1 ? 'has' : 'have'} an address that ends in 0, as logs shorten them: it proves and disproves no name.`,
    ),
    ...(notes.hasNoAgents
      ? [
          finding(
            'no-agents',
            0,
            'Every User-Agent is empty: crawlers cannot be told from readers.',
          ),
        ]
      : []),
    ...someOf(
      'zoneless',
      notes.zoneless,
      `${counted(notes.zoneless, 'time')} ${notes.zoneless === 1 ? 'has' : 'have'} no zone and ${notes.zoneless === 1 ? 'is' : 'are'} read as UTC.`,
    ),
    ...notes.overlaps.map(({ logs: [one, other], share }) =>
      finding(
        'overlap',
        0,
        `${one} and ${other} have the same requests, about ${percent(share)} of the smaller: they are counted twice.`,
      ),
    ),
  ]
}

/**
 * Finds logs in which every name failed the check, from one network or for many names. The
 * addresses may then be those of the site's own proxy or CDN.
 */
function perhapsProxies(
  crawlers: readonly CrawlerConduct[],
  shown: DisplayName,
): readonly ReportFinding[] {
  const failed = crawlers.filter((crawler) => FOUND.forged(crawler) > 0)
  if (failed.length < 2 || crawlers.some(({ proof }) => proof.verified > 0)) return []
  const networks = new Set(
    failed.flatMap(({ forged }) => forged!.networks.map((each) => each.network)),
  )
  const [network, other] = networks
  if (other !== undefined && failed.length < MANY_NAMES) return []
  const requests = sumOf(failed, FOUND.forged)
  const names = failed.map(({ name }) => shown(name))
  const whose = other === undefined ? `come from ${network}` : 'failed the check'
  const text = `All requests under the names ${someNames(names)} ${whose}, and none is verified. If these are addresses of your own proxy or CDN, nobody forged anything. ${TRUST}`
  return [finding('proxy', requests, text)]
}

/** From this many failed names on, a proxy is likelier than forgery, if no name is verified. */
const MANY_NAMES = 3
