/**
 * Finds contradictions between a live site's responses, its robots.txt and its policy. The
 * sentences say "a stranger with this name": what the crawler gets at its own address is unknown.
 */

import {
  closedAndServed,
  openAndChallenged,
  openAndRefused,
  openAndSlowed,
  readerRefused,
  servedInLowerCase,
  servedInOddSpelling,
  servedWithQuery,
  unknownRefused,
} from './door-checks.ts'
import type { AuditCheck, AuditFacts, AuditSeverity, Contradiction } from './facts.ts'
import {
  anotherPage,
  headerAgainstMeta,
  signalsDisagree,
  termsMissing,
  unseenNoindex,
} from './page-checks.ts'
import {
  anotherRobotsText,
  closedBesidePolicy,
  groupWithoutRules,
  openBesidePolicy,
  robotsByAddress,
  robotsByAgent,
  robotsChallenged,
  robotsFailing,
  robotsRedirected,
  robotsRefused,
  robotsUnreadable,
} from './robots-checks.ts'

interface Kind {
  /** Stable: an audit's JSON names it. */
  readonly id: number
  readonly severity: AuditSeverity
  readonly what: string
  readonly check: AuditCheck
}

/** All kinds of contradictions, in the order of docs/audit.md. */
export const KINDS: readonly Kind[] = [
  {
    id: 1,
    severity: 'c',
    what: 'robots.txt is refused to a crawler, and served to a reader',
    check: robotsRefused,
  },
  {
    id: 2,
    severity: 'c',
    what: 'a challenge or a page comes in the place of robots.txt',
    check: robotsChallenged,
  },
  { id: 3, severity: 'o', what: 'robots.txt fails', check: robotsFailing },
  {
    id: 4,
    severity: 'u',
    what: 'robots.txt is another text for a crawler',
    check: robotsByAgent,
  },
  {
    id: 5,
    severity: 'u',
    what: 'robots.txt is another text with a query, over http, or at `www.`',
    check: robotsByAddress,
  },
  {
    id: 6,
    severity: 'c',
    what: 'robots.txt is redirected to another host, or too often',
    check: robotsRedirected,
  },
  {
    id: 7,
    severity: 'u',
    what: 'crawlers cannot read robots.txt whole: size, type, encoding',
    check: robotsUnreadable,
  },
  { id: 8, severity: 'o', what: 'closed in robots.txt, and served', check: closedAndServed },
  { id: 9, severity: 'c', what: 'open in robots.txt, and refused', check: openAndRefused },
  {
    id: 10,
    severity: 'c',
    what: 'open in robots.txt, and challenged',
    check: openAndChallenged,
  },
  {
    id: 11,
    severity: 'c',
    what: 'open in robots.txt, and slowed down at the first request',
    check: openAndSlowed,
  },
  {
    id: 12,
    severity: 'o',
    what: 'refused by name, and served to the name in lower case',
    check: servedInLowerCase,
  },
  {
    id: 13,
    severity: 'o',
    what: 'refused, and served under another spelling of the address',
    check: servedInOddSpelling,
  },
  { id: 14, severity: 'o', what: 'refused, and served with a query', check: servedWithQuery },
  {
    id: 15,
    severity: 'c',
    what: 'a reader is refused, and a crawler is served',
    check: readerRefused,
  },
  {
    id: 16,
    severity: 'c',
    what: 'a crawler that nobody knows is refused, and `*` is open',
    check: unknownRefused,
  },
  {
    id: 17,
    severity: 'o',
    what: 'the live robots.txt opens what the policy closes',
    check: openBesidePolicy,
  },
  {
    id: 18,
    severity: 'c',
    what: 'the live robots.txt closes what the policy opens',
    check: closedBesidePolicy,
  },
  {
    id: 19,
    severity: 'o',
    what: 'the live robots.txt is not the one of the policy',
    check: anotherRobotsText,
  },
  {
    id: 20,
    severity: 'u',
    what: "a crawler's own group lacks the rules of `*`",
    check: groupWithoutRules,
  },
  {
    id: 21,
    severity: 'o',
    what: '`noindex` on a page that robots.txt closes: it is never read',
    check: unseenNoindex,
  },
  {
    id: 22,
    severity: 'u',
    what: 'X-Robots-Tag and META contradict one another',
    check: headerAgainstMeta,
  },
  {
    id: 23,
    severity: 'u',
    what: 'a crawler gets another page than a reader',
    check: anotherPage,
  },
  { id: 24, severity: 'o', what: "the page lacks the policy's tags", check: termsMissing },
  {
    id: 25,
    severity: 'u',
    what: 'signals about training contradict one another',
    check: signalsDisagree,
  },
]

/** All contradictions, in the order of their kinds. */
export function contradictionsIn(facts: AuditFacts): readonly Contradiction[] {
  return KINDS.flatMap(({ id, severity, check }) =>
    Array.from(check(facts), (seen) => ({ id, severity, ...seen })),
  )
}
