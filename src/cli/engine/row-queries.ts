/**
 * The queries that reduce requests to rows (docs/report.md). Each selects what ROW_COLUMNS names. Knows no policy: who is a
 * crawler, and from where, is in the table `senders`; `splits` and `changes` say in which hours requests stay apart.
 */

/** What a row has, in the order of the columns. */
export const ROW_COLUMNS = [
  'host',
  'userAgent',
  'network',
  'proof',
  'method',
  'target',
  'status',
  'referrer',
  'outcome',
  'time',
  'last',
  'count',
  'bytes',
  'milliseconds',
  'misses',
] as const

export const HOUR = 3_600_000

const IS_ROBOTS = `(target = '/robots.txt' OR target LIKE '/robots.txt?%')`
/** Lines that a report understands. */
const IS_READ = `agent IS NOT NULL AND regexp_matches(target, '^(/|(?i:https?)://)')`
const MISSES = `sum(CASE WHEN coalesce(cache, '') IN ('', '-') THEN NULL
    WHEN regexp_matches(cache, '^(?i:miss|bypass|expired|dynamic|deferred)') THEN 1 ELSE 0 END)`
const SUMS = `min(moment), max(moment), count(*), sum(bytes), sum(milliseconds), ${MISSES}`
/** A reader's GET that was answered, by where its link was. */
const VISIT = `CASE WHEN method = 'GET' AND coalesce(TRY_CAST(status AS INTEGER), 0) < 400 THEN coalesce(
    nullif(regexp_extract(referrer, '^(?i:https?|android-app)://([a-zA-Z0-9.-]+)', 1), ''),
    nullif(regexp_extract(target, '[?&](?i:utm_source)=([a-zA-Z0-9.-]+)', 1), '')) END`
const IS_PAGE = `method = 'GET' AND (coalesce(TRY_CAST(status AS INTEGER), 0) < 300 OR TRY_CAST(status AS INTEGER) = 304)`

/** Requests from the first instant up to and without the second. */
export interface RowPeriod {
  readonly from: number
  readonly to: number
}

/** Lines that are no requests: how many. */
export const UNREAD_QUERY = `SELECT count(*) FROM requests WHERE NOT coalesce(${IS_READ}, false)`

/** Who sent requests. */
export const CLIENTS_QUERY = `SELECT DISTINCT host, agent FROM requests WHERE ${IS_READ}`

/** From where crawlers sent them; `crawlers` has their headers. */
export const SENDERS_QUERY = 'SELECT DISTINCT host, agent, ip FROM requests SEMI JOIN crawlers USING (host, agent)'

/** Fetches of robots.txt, one by one, also those before the period. */
export const FETCHES_QUERY = `
SELECT host, agent, network, proof, method, target, status, NULL, NULL, moment, moment, count(*), NULL, NULL, NULL
FROM requests JOIN senders USING (host, agent, ip)
WHERE ${IS_ROBOTS} AND moment IS NOT NULL GROUP BY ALL`

/** Requests of crawlers. In an hour in which the answer may change, equal ones of different instants stay apart. */
export function crawlersQuery(period: RowPeriod): string {
  return `
SELECT host, agent, network, proof, method, target, status, NULL, NULL, ${SUMS}
FROM requests JOIN senders USING (host, agent, ip)
  LEFT JOIN splits ON splits.hour = moment // ${HOUR} AND splits.host = requests.host AND splits.actor = senders.actor
  LEFT JOIN changes ON changes.hour = moment // ${HOUR}
WHERE ${IS_READ} AND ${within(period)}
GROUP BY 1, 2, 3, 4, 5, 6, 7, moment // ${HOUR},
  CASE WHEN ${IS_ROBOTS} OR splits.hour IS NOT NULL OR changes.hour IS NOT NULL THEN moment END`
}

/** All other requests: how many in each hour, with the visits among them. */
export function readersQuery(period: RowPeriod): string {
  return `
SELECT host, '', NULL, NULL, '', '/', NULL,
  CASE WHEN referrer IS NULL THEN NULL ELSE coalesce('https://' || ${VISIT} || '/', '') END AS source, 'reader', ${SUMS}
FROM requests ANTI JOIN senders USING (host, agent, ip)
WHERE ${IS_READ} AND ${within(period)}
GROUP BY host, source, moment // ${HOUR}`
}

/** Lines outside the period, or without a time. */
export function outsideQuery(period: RowPeriod): string {
  return `
SELECT host, '', NULL, NULL, '', '/', NULL, NULL, 'reader', ${SUMS}
FROM requests WHERE ${IS_READ} AND (${within(period)}) IS NOT TRUE GROUP BY host, moment < ${sqlNumber(period.from)}, moment IS NULL`
}

/** The distinct pages that readers got. */
export function pagesQuery(period: RowPeriod): string {
  return `
SELECT host, '', NULL, NULL, 'GET', split_part(target, '?', 1) AS page, '200', NULL, 'reader', min(moment), min(moment), 0, NULL, NULL, NULL
FROM requests ANTI JOIN senders USING (host, agent, ip)
WHERE ${IS_READ} AND ${IS_PAGE} AND ${within(period)} GROUP BY host, page`
}

function within({ from, to }: RowPeriod): string {
  return `moment >= ${sqlNumber(from)} AND moment < ${sqlNumber(to)}`
}

/** No time of a log is so far away. */
const FOREVER = 9e15

function sqlNumber(time: number): number {
  return Math.max(-FOREVER, Math.min(FOREVER, time))
}
