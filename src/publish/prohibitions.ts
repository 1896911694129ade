/**
 * A policy's routes → the crawl prohibitions that its robots.txt has to publish (E5), and which of them its author
 * states already. It does not know where lines are added for them.
 */

import { foldCase, patternForm, writtenForm } from '../grammar/path-form.ts'
import { overlap } from '../grammar/pattern-relations.ts'
import { allFields } from '../language/policy/all-fields.ts'
import type { Policy } from '../language/policy/policy.ts'
import { added, type ServedLine } from './served-line.ts'

/** A crawl prohibition of one route, or of several that repeat it. */
export interface Prohibition {
  /** The numbers of the routes. */
  readonly routes: readonly number[]
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
      .map(({ name, purposes }) => ({
        routes: [index],
        pattern: match,
        name: name === 'robots' ? null : name,
        purposes,
      })),
  )
}

/** A prohibition as an ACAP field. */
export function acapField({ pattern, routes }: Prohibition): ServedLine {
  return added(`ACAP-disallow-crawl: ${writtenForm(pattern, patternForm)}`, routes)
}

/** What the fields and rules of a policy state already. */
export class StatedRules {
  /** The patterns of every permission of the crawl, in lower case; null where some are globs (X1). */
  readonly #permissions: readonly string[] | null

  constructor({ groups, records }: Policy) {
    const rules = groups.flatMap((group) => group.rules).filter(({ effect }) => effect === 'allow')
    const fields = records.flatMap(allFields).filter(({ effect, usage }) => effect === 'allow' && usage === 'crawl')
    const isGlob = rules.some(({ raw }) => /[?[\\]/.test(raw))
    const all = [...rules.map(({ pattern }) => pattern), ...fields.flatMap(({ patterns }) => patterns)]
    this.#permissions = isGlob ? null : [...new Set(all.map(foldCase))]
  }

  /**
   * Whether a prohibition of `wide` makes one of `pattern` beside it redundant: they are equal, or everything it
   * matches begins with what `wide` is, and nothing anywhere permits any of it.
   */
  covers(wide: string, pattern: string): boolean {
    if (wide === pattern) return true
    const isPrefix = /^\/[^*$]*$/.test(wide) && pattern.startsWith(wide)
    return isPrefix && this.#permissions?.some((each) => overlap(each, foldCase(pattern))) === false
  }

  /** Without those that another covers, for the same crawlers and purposes; that one stands for both routes. */
  distinct(prohibitions: readonly Prohibition[]): Prohibition[] {
    const distinct: Prohibition[] = []
    for (const each of prohibitions.toSorted((a, b) => a.pattern.length - b.pattern.length)) {
      const at = distinct.findIndex((other) => isFor(other) === isFor(each) && this.covers(other.pattern, each.pattern))
      if (at < 0) distinct.push(each)
      else distinct[at] = { ...distinct[at]!, routes: [...distinct[at]!.routes, ...each.routes] }
    }
    return distinct.sort((a, b) => a.routes[0]! - b.routes[0]!)
  }
}

function isFor({ name, purposes }: Prohibition): string {
  return JSON.stringify([name, [...purposes].sort()])
}
