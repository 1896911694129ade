/**
 * A policy's routes → the crawl prohibitions that its robots.txt has to publish (E5), and where lines are added for them.
 */
import type { Policy } from '../../language/policy.ts'
import { added, type ServedLine } from './served-line.ts'

/** A crawl prohibition of a route. */
export interface Prohibition {
  /** The number of the route. */
  readonly route: number
  /** In the form of P2. */
  readonly pattern: string
  /** A crawler's name in lower case; null for every crawler. */
  readonly name: string | null
  /** Purposes that it is bound to; most are bound to none. */
  readonly purposes: readonly string[]
}

/** The prohibitions of all routes. A pattern with `#` matches nothing, and could not be written. */
export function prohibitionsOf({ routes }: Policy): Prohibition[] {
  return routes.flatMap(({ index, match, fields }) =>
    fields
      .filter(({ usage, effect }) => usage === 'crawl' && effect === 'disallow' && !match.includes('#'))
      .map(({ name, purposes }) => ({ route: index, pattern: match, name: name === 'robots' ? null : name, purposes })),
  )
}

/** Lines that the served file has beside the author's. */
export class Additions {
  /** By the number of the author's line that they stand behind. */
  readonly after = new Map<number, ServedLine[]>()
  /** Groups and records of their own. */
  readonly groups: (readonly ServedLine[])[] = []
  readonly records: (readonly ServedLine[])[] = []

  addAfter(line: number, lines: readonly ServedLine[]): void {
    this.after.set(line, [...(this.after.get(line) ?? []), ...lines])
  }
}

/** A prohibition as an ACAP field. */
export function acapField({ pattern, route }: Prohibition): ServedLine {
  return added(`ACAP-disallow-crawl: ${pattern}`, route)
}
