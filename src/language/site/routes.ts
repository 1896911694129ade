/** Reads the routes of site.toml (E4, E5), and what their dates change (E7). */
import { dateText, timeAhead } from '../../base/calendar.ts'
import { isCategoryTable } from '../../words/category-tables.ts'
import type { EmbeddedField } from '../../words/embedded.ts'
import { type MetaIssue, readRouteField } from '../../words/meta-issues.ts'
import { foldCase } from '../../words/path-form.ts'
import type { RouteConfig } from '../../words/site-config.ts'
import { USAGES } from '../../words/usages.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { RoutePolicy } from '../policy/policy.ts'
import { reportQualifierIssues } from '../policy/qualifier-findings.ts'
import { readPattern } from '../policy/resources.ts'
import type { Span } from '../text/source.ts'
import type { RouteSource, RouteText } from './site.ts'

/** The purpose of a route's field, as written. */
export interface RoutePurpose {
  readonly field: EmbeddedField
  readonly purpose: string
  /** The rest of the field: `disallow-index`. */
  readonly rest: string
  readonly at: Span
}

/** A route of site.toml, as it was read. */
export interface RouteReading {
  readonly policy: RoutePolicy
  readonly purposes: readonly RoutePurpose[]
  readonly at: Span
}

/**
 * Reads the routes at an instant. `sources` has the texts of the configuration's routes, in the
 * same order.
 */
export function readRoutes(
  routes: readonly RouteConfig[],
  sources: readonly RouteSource[],
  now: number,
  report: Report,
): RouteReading[] {
  return routes.flatMap((route, index) => {
    const source = sources[index]!
    const match = readPattern(route.match, source.value('match'), report)
    const read = source.fields.flatMap((text) => readField(text, report) ?? [])
    const fields = [...read.map(({ field }) => field), ...dateFields(route, now)]
    const purposes = read.flatMap(({ purpose }) => purpose ?? [])
    return match === null ? [] : [{ policy: { index, match, fields }, purposes, at: source.header }]
  })
}

/** A route may only prohibit the crawl, not permit it (E5). */
function readField({ text, locate }: RouteText, report: Report) {
  const { field, purpose, issues } = readRouteField(text)
  for (const issue of issues) reportIssue(issue, text, locate, field, report)
  if (field === null) return null
  const { name } = field
  if (isCategoryTable(name))
    report(locate(foldCase(text).indexOf(name), name.length), 'category-as-crawler', name)
  if (field.usage === 'crawl' && field.effect === 'allow') {
    report(locate(0, text.length), 'route-allows-crawl', text)
    return null
  }
  if (purpose === null) return { field, purpose }
  const { at, end } = purpose
  const written = {
    purpose: text.slice(at, end),
    rest: text.slice(end).trim(),
    at: locate(at, end - at),
  }
  return { field, purpose: { field, ...written } }
}

function reportIssue(
  issue: MetaIssue,
  text: string,
  locate: RouteText['locate'],
  field: EmbeddedField | null,
  report: Report,
): void {
  const { kind, at, length } = issue
  const place = locate(at, length)
  const part = text.slice(at, at + length)
  if (kind === 'no-name') report(locate(0, text.length), 'route-field-form', text, 'name')
  else if (kind === 'no-usage') report(locate(0, text.length), 'route-field-form', text, 'usage')
  else if (kind === 'usage') report(place, 'unknown-usage', part, USAGES, false)
  else if (kind === 'after-prohibition') report(place, 'words-after-prohibition', part)
  else if (kind === 'no-reference') report(locate(0, text.length), 'other-without-reference')
  else if (kind === 'misspelt' && issue.qualifier === null)
    report(place, 'misspelt-value', part, issue.meant ?? '')
  else
    reportQualifierIssues(
      [issue],
      { usage: field?.usage ?? 'other', ignored: null, place: 'embedded' },
      locate,
      report,
    )
}

/** The limit for coming dates of a site: a build makes a program for each. */
export const MOST_DATES = 32

type Dates = Pick<RouteConfig, 'closedUntil' | 'openUntil'>

function isClosed({ closedUntil, openUntil }: Dates, now: number): boolean {
  const isBefore = closedUntil !== null && now < closedUntil
  const isAfter = openUntil !== null && now >= openUntil
  // Open until one date and closed until a later one means: closed between them. The other order:
  // open between them.
  const isGap = closedUntil !== null && openUntil !== null && openUntil < closedUntil
  return isGap ? isBefore && isAfter : isBefore || isAfter
}

function dateFields(route: Dates, now: number): readonly EmbeddedField[] {
  if (!isClosed(route, now)) return []
  const { closedUntil } = route
  const text =
    closedUntil !== null && now < closedUntil
      ? `closed-until ${dateText(closedUntil)}`
      : `open-until ${dateText(route.openUntil!)}`
  const field = {
    source: 'route',
    name: 'robots',
    effect: 'disallow',
    usage: 'crawl',
    purposes: [],
  } as const
  return [{ ...field, qualifiers: [], uninterpretable: false, text }]
}

export function datesAhead(routes: readonly (Dates & Pick<RouteConfig, 'match'>)[], now: number) {
  return routes
    .flatMap((route) =>
      [route.closedUntil, route.openUntil].flatMap((at) => {
        if (at === null || at <= now || isClosed(route, at) === isClosed(route, at - 1)) return []
        return [{ at, match: route.match, opens: !isClosed(route, at) }]
      }),
    )
    .sort((a, b) => a.at - b.at)
}

/** The coming changes by routes' dates: one sentence for each, for people. */
export function aheadInWords(
  routes: Parameters<typeof datesAhead>[0],
  now: number,
): readonly string[] {
  return datesAhead(routes, now).map(({ at, match, opens }) => {
    const change = opens
      ? 'opens for everybody whom no other rule refuses'
      : 'closes for every crawler'
    return `${timeAhead(at, now)}: \`${match}\` ${change}`
  })
}
