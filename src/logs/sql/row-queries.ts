/**
 * The queries that reduce requests to rows of ROW_MEMBERS (docs/report.md), in DuckDB's and
 * ClickHouse's SQL. The table `senders` says who is a crawler, and from where; `splits` and
 * `changes` say in which hours requests must stay apart.
 */

import { MISS } from '../read/cells-entry.ts'
import { PartNames } from '../read/log-parts.ts'
import { LONGEST_CACHE } from '../report/conduct.ts'
import { HOUR } from '../report/counting.ts'
import { SILENCE } from '../report/crawl-pace.ts'
import { REFERRER_HOST, UTM_SOURCE } from '../report/referrals.ts'
import type { RobotsTexts } from '../report/robots-texts.ts'

export const ROW_VERSION = 1

const NAMES = new PartNames()

/** What a row has, in the order of the columns, and the parts that logs call so. */
export const ROW_MEMBERS = [
  'host',
  'agent',
  'client',
  'network',
  'proof',
  'method',
  'target',
  'status',
  'referrer',
  'outcome',
  'first',
  'last',
  'count',
  'bytes',
  'milliseconds',
  'misses',
  'gap',
].map((member) => [member, NAMES.partOf(member)!.part] as const)

export const IS_ROBOTS = `(target = '/robots.txt' OR target LIKE '/robots.txt?%')`
/** Lines that a report understands. */
export const IS_READ = `agent IS NOT NULL AND regexp_extract(target, '^(/|(?i:https?)://)', 1) <> ''`
const MISSES = `sum(CASE WHEN coalesce(cache, '') IN ('', '-') THEN NULL
    WHEN regexp_extract(cache, '(?i)(${MISS.source})', 1) <> '' THEN 1 ELSE 0 END)`
const SUMS = `min(moment), max(moment), count(*), sum(bytes), sum(milliseconds), ${MISSES}, NULL`
/** A reader's GET that was answered, by where its link was. */
const VISIT = `CASE WHEN method = 'GET' AND coalesce(code, 0) < 400 THEN coalesce(
    nullif(regexp_extract(referrer, '(?i)${REFERRER_HOST}', 1), ''),
    nullif(regexp_extract(target, '(?i)${UTM_SOURCE}', 1), '')) END`
const SOURCE = `CASE WHEN referrer IS NULL THEN NULL ELSE coalesce('https://' || ${VISIT} || '/', '') END`
const IS_PAGE = `method = 'GET' AND (coalesce(code, 0) < 300 OR code = 304)`
export const IN_HOUR = `floor(moment / ${HOUR})`
export const OF_CRAWLERS = 'requests JOIN senders USING (host, agent, ip)'
const OF_READERS = 'requests WHERE (host, agent, ip) NOT IN (SELECT host, agent, ip FROM senders)'
/**
 * Gaps in tenths of a second, from ten seconds on in seconds: the fewer there are, the more
 * requests share a row.
 */
const GAP = `CASE WHEN silence < 10000 THEN floor(silence / 100) * 100
    WHEN silence <= ${SILENCE} THEN floor(silence / 1000) * 1000 END`

export const DAY_IN_HOURS = LONGEST_CACHE / HOUR

/** In which hours answers may change: when one text takes the place of another, and a day later. */
export function changeHours(texts: readonly RobotsTexts[]): readonly number[] {
  const times = texts.flatMap(({ versions }) =>
    versions.flatMap(({ from, until }) => [from, until]),
  )
  const hours = times.filter(Number.isFinite).map((time) => Math.floor(time / HOUR))
  return [...new Set(hours.flatMap((hour) => [hour, hour + DAY_IN_HOURS]))]
}

/** Requests from the first instant up to and without the second. */
export interface RowPeriod {
  readonly from: number
  readonly to: number
}

/** The queries for a period, by what they are about. */
export function rowQueries(period: RowPeriod) {
  const inPeriod = `${IS_READ} AND ${within(period)}`
  return {
    // Lines that are no requests: how many.
    unread: `SELECT count(*) FROM requests WHERE NOT coalesce(${IS_READ}, false)`,
    clients: `SELECT DISTINCT host, agent FROM requests WHERE ${IS_READ}`,
    // From where crawlers sent them; the table `crawlers` has their headers.
    senders: 'SELECT DISTINCT host, agent, ip FROM requests SEMI JOIN crawlers USING (host, agent)',
    // Of robots.txt, one by one, also those before the period.
    fetches: `
SELECT host, agent, client, network, proof, method, target, status, NULL, NULL, moment, moment, count(*), NULL, NULL, NULL, NULL
FROM ${OF_CRAWLERS} WHERE ${IS_ROBOTS} AND moment IS NOT NULL GROUP BY ALL`,
    // In an hour in which the answer may change, equal requests of different instants stay apart.
    crawlers: `
SELECT host, agent, client, network, proof, method, target, status, ${SOURCE} AS source, NULL, ${SUMS}
FROM (SELECT *, ${IN_HOUR} AS hour, CASE WHEN ${IS_ROBOTS} OR hour IN (SELECT hour FROM changes)
    OR (host, actor, hour) IN (SELECT host, actor, hour FROM splits) THEN moment END AS instant FROM ${OF_CRAWLERS})
WHERE ${inPeriod}
GROUP BY host, agent, client, network, proof, method, target, status, source, hour, instant`,
    // How long after the actor's request before requests came; null: the first of a session.
    gaps: `
SELECT host, agent, '', NULL, proof, '', '/', NULL, NULL, 'gap', min(moment), max(moment), count(*), NULL, NULL, NULL,
  ${GAP} AS pause
FROM (SELECT *, moment - lag(moment) OVER (PARTITION BY host, actor ORDER BY moment) AS silence, ${IN_HOUR} AS hour,
    CASE WHEN hour IN (SELECT hour FROM changes) THEN moment END AS instant
  FROM ${OF_CRAWLERS}
  WHERE ${inPeriod} AND NOT ${IS_ROBOTS} AND coalesce(proof, '') <> 'forged')
GROUP BY host, agent, proof, pause, hour, instant`,
    // All other requests: how many in each hour, with the visits among them.
    readers: `
SELECT host, '', '', NULL, NULL, '', '/', NULL, ${SOURCE} AS source, 'reader', ${SUMS}
FROM ${OF_READERS} AND ${inPeriod}
GROUP BY host, source, ${IN_HOUR}`,
    // The distinct pages that readers got.
    pages: `
SELECT host, '', '', NULL, NULL, 'GET', regexp_extract(target, '^([^?]*)', 1) AS page, '200', NULL, 'reader',
  min(moment), min(moment), 0, NULL, NULL, NULL, NULL
FROM ${OF_READERS} AND ${IS_PAGE} AND ${inPeriod} GROUP BY host, page`,
    // Lines outside the period, or without a time.
    outside: `
SELECT host, '', '', NULL, NULL, '', '/', NULL, NULL, 'reader', ${SUMS}
FROM requests WHERE ${IS_READ} AND NOT coalesce(${within(period)}, false)
GROUP BY host, moment < ${sqlNumber(period.from)}, moment IS NULL`,
  }
}

function within({ from, to }: RowPeriod): string {
  return `moment >= ${sqlNumber(from)} AND moment < ${sqlNumber(to)}`
}

/** No time of a log is so far away. */
const FOREVER = 9e15

function sqlNumber(time: number): number {
  return Math.max(-FOREVER, Math.min(FOREVER, time))
}

/** A text that cannot be anything else. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
