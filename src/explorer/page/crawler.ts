/** One crawler of a report → its own page: what it did and when, the lines it broke, what it read, where it came from. */
import { type ComponentChild, h } from 'preact'
import { bytes, grouped } from '../../base/text-table.ts'
import { operatorsSpelling } from '../../crawlers/policy-tokens.ts'
import type { CrawlerConduct } from '../../logs/report/crawl-report.ts'
import { whoIs } from '../../logs/report/report-sentences.ts'
import { TimeChart } from './charts.ts'

const PARTS = ['other requests', 'unseen violations', 'proven violations', 'robots.txt']

interface CrawlerPageProps {
  /** In lower case. */
  readonly name: string
  /** Null where the log has no request of it. */
  readonly conduct: CrawlerConduct | null
}

export function CrawlerPage({ name, conduct }: CrawlerPageProps): ComponentChild {
  const label = operatorsSpelling(name)
  const back = h('p', {}, h('a', { href: '#/crawlers' }, 'All crawlers'))
  if (conduct === null)
    return h(
      'article',
      { class: 'crawler' },
      back,
      h('h2', {}, label),
      h('p', {}, 'No request of it is known.'),
    )
  const { timeline, refusedSections, rules, coverage, networks, forged } = conduct
  const spans = timeline.spans.map(({ start, requests, proven, unseen, fetches }) => {
    return { start, counts: [requests - proven - unseen - fetches, unseen, proven, fetches] }
  })
  const counts = (title: string, items: readonly (readonly [text: string, count: string])[]) =>
    items.length === 0 ? null : h(Counts, { title, items })
  const about = coverage.estimated ? 'about ' : ''
  return h(
    'article',
    { class: 'crawler' },
    back,
    h('h2', {}, label),
    h('p', {}, sentenceOf(conduct)),
    h(Facts, conduct),
    h('h3', {}, 'When it came'),
    h(TimeChart, { label: `Requests of ${label}`, parts: PARTS, spans, hours: timeline.hours }),
    counts(
      'Rules that it broke',
      rules.map(({ site, line, text, requests }) => {
        const place = line === null ? '' : ` (line ${line} of the robots.txt of ${site})`
        return [
          `${text === '' ? 'no line: everything is closed' : text}${place}`,
          grouped(requests),
        ]
      }),
    ),
    counts(
      'Refused, although robots.txt permits it',
      refusedSections.map(({ path, requests }) => [path, grouped(requests)]),
    ),
    counts(
      `Sections that it read: ${about}${grouped(coverage.pages)} of ${about}${grouped(coverage.of)} pages`,
      coverage.sections.map(({ section, pages, of }) => [
        section,
        `${grouped(pages)} of ${grouped(of)}`,
      ]),
    ),
    counts('Where it came from', networkRows(networks)),
    counts('Forged: others under its name', networkRows(forged?.networks ?? [])),
    h('h3', {}, 'For its operator'),
    h(
      'p',
      {},
      'A letter with its evidence: ',
      h('code', {}, `acap report LOG --for "${conduct.operator ?? label}" FOLDER`),
    ),
  )
}

function sentenceOf(conduct: CrawlerConduct): string {
  const { name, requests, violations, refused } = conduct
  const taken = violations.proven + violations.unseen
  const who = whoIs({ ...conduct, name: operatorsSpelling(name) })
  const closed =
    taken === 0
      ? 'None of them is known to be for a page that is closed to it.'
      : `${grouped(taken)} of them were for pages that robots.txt closes to it.`
  const refusals = refused === 0 ? '' : ` ${grouped(refused)} were refused.`
  return `${who} made ${grouped(requests)} ${requests === 1 ? 'request' : 'requests'}. ${closed}${refusals}`
}

const NOT_CHECKED = 'not checked'

function Facts(conduct: CrawlerConduct): ComponentChild {
  const { violations, proof, forged, robots, pace, cost } = conduct
  const known = (count: number | null, words: (count: number) => string = grouped) =>
    count === null ? NOT_CHECKED : words(count)
  const facts: readonly (readonly [string, string])[] = [
    ['Operator', conduct.operator ?? 'not known'],
    ['For', conduct.category ?? 'not known'],
    ['On a list of crawlers', conduct.listed ? 'yes' : 'no'],
    ['Requests', grouped(conduct.requests)],
    ['Proven violations', grouped(violations.proven)],
    ['Unseen violations', grouped(violations.unseen)],
    ['In a grace period', grouped(violations.grace)],
    ['Not comparable', grouped(violations.incomparable)],
    ['Refused', grouped(conduct.refused)],
    ['Verified', grouped(proof.verified)],
    ['Claimed', grouped(proof.claimed)],
    ['Not checked', grouped(proof.unchecked)],
    ['Forged', known(forged?.requests ?? null)],
    ['Fetches of robots.txt', grouped(robots.fetches)],
    ['Last fetch of it', shortTime(robots.last)],
    ['First request', shortTime(conduct.first)],
    ['Last request', shortTime(conduct.last)],
    ['Sent', known(conduct.bytes, bytes)],
    ['Of all bytes', known(cost.share, (share) => `${(100 * share).toFixed(1)}%`)],
    ['Cache misses', known(cost.misses)],
    [
      'Gaps shorter than asked',
      pace === null ? 'no gap was asked for' : `${grouped(pace.short)} of ${grouped(pace.gaps)}`,
    ],
    ...(cost.money === null ? [] : [['Cost', cost.money.toFixed(2)] as const]),
  ]
  return h(
    'dl',
    { class: 'facts' },
    facts.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value))),
  )
}

function shortTime(time: string | null): string {
  return time === null ? 'none' : `${time.slice(0, 16).replace('T', ' ')} UTC`
}

function networkRows(networks: CrawlerConduct['networks']): readonly (readonly [string, string])[] {
  return networks.map(({ network, requests }) => [
    network === 'published' ? 'addresses that the operator publishes' : network,
    grouped(requests),
  ])
}

interface CountsProps {
  readonly title: string
  readonly items: readonly (readonly [text: string, count: string])[]
}

function Counts({ title, items }: CountsProps): ComponentChild {
  return [
    h('h3', {}, title),
    h(
      'ul',
      { class: 'counts' },
      items.map(([text, count]) => h('li', {}, h('code', {}, text), ' ', h('strong', {}, count))),
    ),
  ]
}
