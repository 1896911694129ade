/**
 * The dates of routes (E7) → whether a route closes its paths at an instant, and when that changes. Milliseconds since 1970;
 * it reads no clock.
 */
import { dateText, timeAhead } from '../../grammar/calendar.ts'
import type { EmbeddedField } from '../../vocabulary/embedded.ts'
import type { RouteConfig } from '../../vocabulary/site-config.ts'

/** How many dates of a site may be ahead: a build makes a program for each. */
export const MOST_DATES = 32

type Dates = Pick<RouteConfig, 'closedUntil' | 'openUntil'>

interface DateAhead {
  readonly at: number
  readonly match: string
  readonly opens: boolean
}

/** Whether the dates of a route close its paths to crawlers at an instant. */
function isClosed({ closedUntil, openUntil }: Dates, now: number): boolean {
  const isBefore = closedUntil !== null && now < closedUntil
  const isAfter = openUntil !== null && now >= openUntil
  // Open until one date and closed until a later one: closed between them. The other way round: open between them.
  const isGap = closedUntil !== null && openUntil !== null && openUntil < closedUntil
  return isGap ? isBefore && isAfter : isBefore || isAfter
}

/** What the dates of a route say at an instant: the prohibition to crawl, or nothing. */
export function dateFields(route: Dates, now: number): readonly EmbeddedField[] {
  if (!isClosed(route, now)) return []
  const { closedUntil } = route
  const text =
    closedUntil !== null && now < closedUntil
      ? `closed-until ${dateText(closedUntil)}`
      : `open-until ${dateText(route.openUntil!)}`
  return [
    {
      source: 'route',
      name: 'robots',
      effect: 'disallow',
      usage: 'crawl',
      purposes: [],
      qualifiers: [],
      uninterpretable: false,
      text,
    },
  ]
}

/** What the dates of routes will change after an instant, in the order of time. */
export function datesAhead(routes: readonly (Dates & Pick<RouteConfig, 'match'>)[], now: number): readonly DateAhead[] {
  return routes
    .flatMap((route) =>
      [route.closedUntil, route.openUntil].flatMap((at) => {
        if (at === null || at <= now || isClosed(route, at) === isClosed(route, at - 1)) return []
        return [{ at, match: route.match, opens: !isClosed(route, at) }]
      }),
    )
    .sort((a, b) => a.at - b.at)
}

/** What the dates of routes will change after an instant: one sentence for each change, for people. */
export function aheadInWords(routes: Parameters<typeof datesAhead>[0], now: number): readonly string[] {
  return datesAhead(routes, now).map(({ at, match, opens }) => {
    const change = opens ? 'opens for everybody whom no other rule refuses' : 'closes for every crawler'
    return `${timeAhead(at, now)}: \`${match}\` ${change}`
  })
}
