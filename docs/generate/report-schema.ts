/**
 * The schema of `acap report --json` (docs/schema/report.schema.json). TypeScript compares it with the type in the code: a
 * member that only one of them has does not compile.
 */
import * as v from 'valibot'
import { about } from '../../src/language/site/schema-parts.ts'
import type { CrawlReport } from '../../src/logs/report/crawl-report.ts'
import { FINDING_KINDS, REPORT_VERSION, TEXT_SOURCES } from '../../src/logs/report/crawl-report.ts'
import { CATEGORIES } from '../../src/words/decision-words.ts'
import type { IsSame } from './is-same.ts'

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0))
const SUM = v.pipe(v.number(), v.minValue(0))
const SHARE = v.pipe(v.number(), v.minValue(0), v.maxValue(1))
const TEXT = v.nullable(v.string())
const TIME = v.nullable(v.pipe(v.string(), v.isoTimestamp()))
const LINE_NUMBER = v.pipe(v.number(), v.integer(), v.minValue(1))

const VIOLATIONS = {
  proven: about('it had read a robots.txt that prohibits them', COUNT),
  unseen: about('no fetch of robots.txt was seen', COUNT),
  grace: about('only some of the texts in force prohibit them', COUNT),
  incomparable: about('the text is not known, or its fetch failed', COUNT),
}

const NETWORKS = v.array(
  v.object({
    network: about('a /24 or /48, `published` for lists of the operator, `unknown`', v.string()),
    requests: COUNT,
  }),
)

const RULE = v.object({
  site: v.string(),
  line: about('of the robots.txt as it is served', v.nullable(LINE_NUMBER)),
  text: v.string(),
  requests: about('proven violations', COUNT),
})

const COVERAGE = v.object({
  pages: about('distinct pages that it has read', COUNT),
  of: about('distinct pages of the log that anybody has read, or of the sitemap', COUNT),
  estimated: about('whether these are estimated from a sample of the pages', v.boolean()),
  sections: about(
    'by the first segment of the path, most pages first',
    v.array(v.object({ section: v.string(), pages: COUNT, of: COUNT })),
  ),
})

const STATUSES = about(
  'answers by status, most first; 0 where it is not known',
  v.array(v.object({ status: COUNT, requests: COUNT })),
)

const SPAN = v.object({
  start: v.pipe(v.string(), v.isoTimestamp()),
  requests: COUNT,
  refused: COUNT,
  proven: COUNT,
  unseen: COUNT,
  fetches: about('of robots.txt', COUNT),
})

const CRAWLER = v.object({
  name: about('lower case', v.string()),
  operator: TEXT,
  category: v.nullable(v.picklist(CATEGORIES)),
  listed: about('whether the policy or the registry knows the name', v.boolean()),
  onBehalf: about('whether it acts for a person: an assistant or an agent', v.boolean()),
  requests: about('without those under a forged name, as all counts beside `forged`', COUNT),
  bytes: about('of bodies; null where the log has none', v.nullable(SUM)),
  charged: about('for pages with a price (M1), by currency', v.record(v.string(), v.number())),
  robots: v.object({
    fetches: about('of robots.txt', COUNT),
    last: about('when it was fetched last', TIME),
  }),
  violations: about(
    'requests that robots.txt prohibits (docs/report.md)',
    v.object({
      ...VIOLATIONS,
      proof: about(
        'the same by proof',
        v.object({
          verified: v.object(VIOLATIONS),
          claimed: v.object(VIOLATIONS),
          unchecked: v.object(VIOLATIONS),
        }),
      ),
    }),
  ),
  proof: about(
    'requests, by how far the name is proven',
    v.object({ verified: COUNT, claimed: COUNT, unchecked: COUNT }),
  ),
  forged: about(
    'null where no name was checked',
    v.nullable(v.object({ requests: COUNT, networks: NETWORKS })),
  ),
  cdn: about(
    'what the log of a CDN says; null where it does not',
    v.object({
      scored: about('requests with a bot score', v.nullable(COUNT)),
      automated: about('of these, with a score below 30', v.nullable(COUNT)),
      verified: about('of bots that the CDN has verified', v.nullable(COUNT)),
    }),
  ),
  refused: about('answered 401, 402, 403, 429 or 451, or refused by our own line', COUNT),
  observed: about(
    'of our own lines: they would have been refused, if the policy did not only observe',
    COUNT,
  ),
  refusedOpen: about(
    'of these, those that no robots.txt closes: itself, and pages that it permits',
    COUNT,
  ),
  refusedSections: about(
    'of those, the sections with most',
    v.array(v.object({ path: v.string(), requests: COUNT })),
  ),
  failed: about(
    'asked to come back because something failed here; null where no line is one of ours',
    v.nullable(COUNT),
  ),
  cost: v.object({
    share: about('of all octets sent; null where the log has none', v.nullable(SHARE)),
    milliseconds: about('what the origin took', v.nullable(SUM)),
    misses: about('requests that the cache could not answer', v.nullable(SUM)),
    money: about('by `--price`', v.nullable(SUM)),
  }),
  pace: about(
    'gaps in sessions, and those shorter than robots.txt asks; null where it asks for none',
    v.nullable(v.object({ gaps: COUNT, short: COUNT })),
  ),
  coverage: COVERAGE,
  networks: about('where its requests came from, most first', NETWORKS),
  laterNetworks: about(
    'networks whose first request came a day or more after the first of this name',
    v.object({ networks: COUNT, requests: COUNT }),
  ),
  statuses: STATUSES,
  userAgents: about(
    'the headers seen most, of each the first 300 characters',
    v.array(v.object({ userAgent: v.string(), requests: COUNT })),
  ),
  rules: about('what its proven violations broke, most first', v.array(RULE)),
  timeline: v.object({
    hours: about('how long a span is', COUNT),
    spans: about('those without requests are left out', v.array(SPAN)),
  }),
  first: TIME,
  last: TIME,
})

const DECLARED = v.object({
  name: about('lower case', v.string()),
  requests: COUNT,
  example: about('the first header that was seen, its first 300 characters', v.string()),
  networks: about('where its requests came from, most first', NETWORKS),
  statuses: STATUSES,
  timeline: v.object({
    hours: about('how long a span is', COUNT),
    spans: about(
      'those without requests are left out',
      v.array(v.pick(SPAN, ['start', 'requests'])),
    ),
  }),
  first: TIME,
  last: TIME,
})

const LINES = v.object({
  read: about('understood and with a time, also outside the period and for other hosts', COUNT),
  unread: about('not understood', COUNT),
  undated: about('without a time', COUNT),
  outside: about('before or after the period', COUNT),
  otherHosts: about('for hosts of no site', COUNT),
  unreadLines: about(
    'the first of them',
    v.array(v.object({ file: v.string(), line: LINE_NUMBER, text: v.string() })),
  ),
  cut: about('logs that end early', v.array(v.object({ log: v.string(), why: v.string() }))),
})

const SITE_TEXTS = v.object({
  site: v.string(),
  source: about(
    '`given` by the author, `store`: by its history, `log`: by what was served, `assumed`: as if in force all the time',
    v.picklist(TEXT_SOURCES),
  ),
  versions: v.array(
    v.object({
      name: v.string(),
      hash: about('SHA-256 of the text; empty where not even that is known', v.string()),
      from: about('when it came into force; null: always', TIME),
      known: about('whether the text was found', v.boolean()),
    }),
  ),
})

const FINDING = v.object({
  kind: v.picklist(FINDING_KINDS),
  crawler: about('null where it is about the log', TEXT),
  requests: COUNT,
  text: about('one sentence', v.string()),
})

const CHANGED = v.object({ before: COUNT, now: COUNT })
const CHANGES = v.object({
  period: about('of the report before', v.object({ from: TIME, to: TIME })),
  appeared: about('names that were not in it', v.array(v.string())),
  gone: about('names that are only in it', v.array(v.string())),
  crawlers: about(
    'in both, with a changed count',
    v.array(v.object({ name: v.string(), requests: CHANGED, proven: CHANGED, refused: CHANGED })),
  ),
})

const PATHS = v.array(v.object({ path: v.string(), requests: COUNT }))
const NAMES = v.array(v.object({ name: v.string(), requests: COUNT }))

const OUTCOME_COUNTS = { permitted: COUNT, refused: COUNT, deferred: COUNT }

const REPLAYED = v.object({
  name: about('lower case', v.string()),
  category: v.nullable(v.picklist(CATEGORIES)),
  isChecked: about('whether there is a list of addresses to check the name by', v.boolean()),
  requests: COUNT,
  ...OUTCOME_COUNTS,
  forged: COUNT,
  notForged: about(
    'of those that would be refused and deferred: not under a forged name',
    v.object({ refused: COUNT, deferred: COUNT }),
  ),
  observed: about(
    'of those that would be refused and deferred: they pass today, because the mode there is not `enforce`',
    COUNT,
  ),
  ignoredRobots: about('prohibited by the robots.txt in force, and not forged', COUNT),
  bytes: SUM,
  bytesSaved: about('of those that would be refused and deferred', SUM),
  opened: about('refused or deferred by the other policies', COUNT),
  closed: about('permitted by the other policies', COUNT),
  refusedPaths: PATHS,
})

const REPLAY = v.object({
  against: about('the policies that were compared', TEXT),
  lines: COUNT,
  unread: COUNT,
  unreadLines: v.array(v.object({ file: v.string(), line: LINE_NUMBER, text: v.string() })),
  unplaced: about('understood, and of no host of a site', COUNT),
  otherHosts: about(
    'for another host than those of the one site, and judged as requests to it',
    v.object({ lines: COUNT, hosts: NAMES }),
  ),
  from: TIME,
  to: TIME,
  readers: COUNT,
  declared: about('unknown clients by the names that they give', NAMES),
  exempt: about('served to everybody', COUNT),
  total: v.object({
    requests: COUNT,
    ...OUTCOME_COUNTS,
    forged: COUNT,
    observed: COUNT,
    ignoredRobots: COUNT,
    bytesSaved: SUM,
  }),
  compared: v.boolean(),
  crawlers: v.array(REPLAYED),
  rules: about(
    'what would refuse and defer, most first',
    v.array(
      v.object({
        source: TEXT,
        line: v.nullable(LINE_NUMBER),
        text: v.string(),
        requests: COUNT,
        crawlers: NAMES,
        paths: PATHS,
      }),
    ),
  ),
  hours: v.array(
    v.object({ start: v.pipe(v.string(), v.isoTimestamp()), requests: COUNT, ...OUTCOME_COUNTS }),
  ),
})

const CARD = v.object({
  file: v.string(),
  crawlers: about('of this report, by product token and User-Agent', v.array(v.string())),
  clientId: TEXT,
  name: TEXT,
  about: about('a page about it', TEXT),
  contacts: v.array(v.string()),
  keysAt: about('`jwks_uri`', TEXT),
  userAgents: about('prefixes, with `*`', v.array(v.string())),
  productToken: about('the name that it obeys in robots.txt', TEXT),
  obeysRobots: about('whether it says so', v.boolean()),
  trigger: v.nullable(v.picklist(['fetcher', 'crawler'])),
  purpose: TEXT,
  content: TEXT,
  rateControl: TEXT,
  rate: TEXT,
  addressesAt: about('`ips_uri`', TEXT),
})

/** A figure of the overview, with the values that it may have. */
function figure<S extends v.GenericSchema>(what: string, value: S) {
  const before = about('in the equally long stretch right before the period', v.nullable(value))
  return about(what, v.object({ now: v.nullable(value), before }))
}

const OVERVIEW = v.object({
  share: figure('the crawlers’ part of all requests; null where the log has crawlers alone', SHARE),
  taken: figure('proven and unseen violations', COUNT),
  forged: figure('requests under a forged name; null where no name was checked', COUNT),
  newNames: figure('names of crawlers that no earlier line has', COUNT),
})

export const REPORT_SCHEMA = v.object({
  version: about(
    'of this shape; members may be added without a new one',
    v.literal(REPORT_VERSION),
  ),
  period: v.object({
    from: TIME,
    to: about(
      'the first instant that is left out; the last request where `--to` was not given',
      TIME,
    ),
  }),
  lines: LINES,
  requests: v.object({
    total: COUNT,
    readers: about('null where the log has crawlers alone', v.nullable(COUNT)),
    automated: about(
      'of readers, those with a bot score below 30; null where the log has no scores',
      v.nullable(COUNT),
    ),
    crawlers: about('with forged ones', COUNT),
  }),
  overview: about(
    'null where no period is chosen, or the log does not reach back to the stretch before it',
    OVERVIEW,
  ),
  crawlers: about('most requests first', v.array(CRAWLER)),
  declared: about(
    'unknown clients that declare a name and are readers all the same (I3), most requests first, at most 20; null where the log does not say how readers call themselves',
    v.nullable(v.array(DECLARED)),
  ),
  referrals: about(
    'visits that an operator sends, beside the pages that its crawlers took; null where the log has no referrers',
    v.nullable(
      v.array(
        v.object({
          operator: v.string(),
          visits: COUNT,
          assistant: about('of these, from assistants', COUNT),
          search: about('of these, from search engines', COUNT),
          pages: COUNT,
        }),
      ),
    ),
  ),
  trust: v.object({
    hours: v.object({
      covered: about('hours with lines', COUNT),
      asked: about('hours of the period', COUNT),
    }),
    pages: about('which pages coverage is of', v.picklist(['log', 'sitemap'])),
    texts: v.array(SITE_TEXTS),
  }),
  changes: about('since the report of `--compare`; null without one', v.nullable(CHANGES)),
  cards: about(
    'what agents say of themselves in the files of `--card` (draft-meunier-webbotauth-registry-04): nothing of it is checked',
    v.array(CARD),
  ),
  findings: about('most important first', v.array(FINDING)),
  replay: about('what the policies would have done; null without `--replay`', v.nullable(REPLAY)),
})

/** Does not compile where the schema and the type differ. */
export const IS_THE_TYPE: IsSame<typeof REPORT_SCHEMA, CrawlReport> = true
