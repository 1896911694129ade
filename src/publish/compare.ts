/**
 * A site and the files generated for it → where crawlers that read the files would decide otherwise than the edge. Both
 * are compiled and asked the same questions.
 */
import type { Decision } from '../engine/decision.ts'
import { matchesUserAgent } from '../grammar/name-token.ts'
import { targetForm } from '../grammar/path-form.ts'
import { covers } from '../grammar/pattern-relations.ts'
import { type Finding, finding } from '../language/findings/diagnostic.ts'
import type { Origin } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { FILE_START, type Span } from '../language/text/source.ts'
import { fieldSpanAt } from '../language/text/tree.ts'
import { CommentNumbers } from './comment-numbers.ts'
import { isEqualPolicy } from './equal-policies.ts'
import { type Probe, probesOf } from './probes.ts'
import { type Representative, representatives } from './representatives.ts'
import type { GeneratedRobots } from './robots.ts'
import { versionOf } from './token-reading.ts'
import { policyPairsOf, type View, viewOf } from './views.ts'

/** What the policy decides, and what its served files do. */
interface Decisions {
  readonly meant: Decision
  readonly served: Decision
}

/** How many questions are asked of both programs of a view. */
const MOST_QUESTIONS = 100_000

/**
 * Where the decisions of the policy and of what is served for it differ: one finding for each field that is at fault.
 */
export function compareServed(reading: SiteReading, generated: GeneratedRobots, now: number = Date.now()): Finding[] {
  const found = new Map<string, Finding>()
  for (const pair of policyPairsOf(reading, generated, now)) {
    if (isEqualPolicy(pair.meant, pair.served)) continue
    for (const [probe, decisions] of differences(viewOf(pair, generated), now)) {
      const version = experimentalVersion(reading, probe, decisions)
      const at = faultSpan(reading, generated, decisions, version)
      const key = `${at.source}:${at.line}`
      if (!found.has(key)) found.set(key, difference(at, probe, decisions, version?.text ?? null))
    }
  }
  return [...found.values()]
}

/** The questions that are answered differently. */
function* differences(view: View, now: number): Iterable<readonly [Probe, Decisions]> {
  let left = MOST_QUESTIONS
  const differing = new Set<string>()
  const agents = representatives(view)
  const silenced = withOtherComments(view, agents)
  for (const probe of probesOf(view, agents, silenced, now)) {
    if (left-- === 0) return
    // L6: where the crawl differs, other usages differ with it.
    const question = `${probe.userAgent} ${probe.purposes} ${probe.target}`
    if (probe.usage !== 'crawl' && differing.has(question)) continue
    const decisions = { meant: view.meant.decide(probe), served: view.served.decide(probe) }
    const isSame = isAlike(decisions) && !(silenced.has(probe.userAgent) && hasOtherComments(decisions))
    if (isSame || isBeyondRules(view, probe, decisions)) continue
    differing.add(question)
    yield [probe, decisions]
  }
}

/** Without the comments. */
function isAlike({ meant, served }: Decisions): boolean {
  return meant.outcome === served.outcome && facetsOf(meant) === facetsOf(served)
}

/** A crawl that is prohibited is not paced, and the order of restrictions means nothing. */
function facetsOf({ outcome, restrictions, retryAfter, rate, directives }: Decision): string {
  const sorted = restrictions.map((each) => JSON.stringify(each)).sort()
  return JSON.stringify(outcome === 'prohibited' ? [directives] : [sorted, retryAfter, rate, directives])
}

/**
 * The crawlers for which the two programs may have different comments (X4). A name in a long run has the comments of
 * all names below it, so comments are compared by number, once for each crawler.
 */
function withOtherComments(view: View, agents: readonly Representative[]): ReadonlySet<string> {
  const numbers = new CommentNumbers()
  const [meant, served] = [view.meant.site, view.served.site]
  const other = agents.filter((agent) => numbers.of(meant, agent.meant) !== numbers.of(served, agent.served))
  return new Set(other.map(({ userAgent }) => userAgent))
}

function hasOtherComments({ meant, served }: Decisions): boolean {
  return JSON.stringify(meant.comments) !== JSON.stringify(served.comments)
}

/** P3: a route closes a path in every letter case, a conventional rule in its own. */
function isBeyondRules({ closed, readers }: View, { target }: Probe, { meant, served }: Decisions): boolean {
  if (readers === 'acap' || served.outcome === 'prohibited') return false
  return (
    meant.fields.some(({ source }) => source === 'route') &&
    !closed.some((each) => covers(each, `${targetForm(target)}$`))
  )
}

/**
 * X1: the `Robot-version` by which the group that is to have a route's prohibition does not exist for a crawler; null
 * where there is none. Where a rule decides, some other group exists, and that of `*` is not its own.
 */
function experimentalVersion(
  { policy: { groups } }: SiteReading,
  { userAgent }: Probe,
  { meant, served }: Decisions,
): Origin | null {
  if (served.outcome === 'prohibited' || meant.fields.every(({ source }) => source !== 'route')) return null
  const isOwn = (token: string) => (token === '*' ? served.fields.length === 0 : matchesUserAgent(token, userAgent))
  const isAtFault = (token: string) => isOwn(token) && versionOf(groups, token) === 'experimental'
  const versions = groups.flatMap(({ tokens, settings }) =>
    settings
      .filter(({ value, reach }) => value.kind === 'robot-version' && tokens.slice(0, reach).some(isAtFault))
      .map(({ origin }) => origin),
  )
  return versions[0] ?? null
}

/**
 * Where the author can fix it: a version that is at fault, else what decided by the served files, else by the policy.
 */
function faultSpan(
  { trees, routes }: SiteReading,
  { lines }: GeneratedRobots,
  { meant, served }: Decisions,
  version: Origin | null,
): Span {
  const spans = [
    version === null ? null : fieldSpanAt(trees, version.source, version.line),
    ...served.fields.map(({ source, line = 0 }) => {
      const from = source === 'robots.txt' ? lines[line - 1] : undefined
      const route = routes.find(({ policy }) => from?.line === null && from.routes.includes(policy.index))
      return route === undefined ? fieldSpanAt(trees, source, from === undefined ? line : from.line) : route.at
    }),
    ...meant.fields.map(({ source, line }) => fieldSpanAt(trees, source, line)),
  ]
  return spans.find((span) => span !== null) ?? FILE_START
}

function difference(
  at: Span,
  { userAgent, target, usage }: Probe,
  { meant, served }: Decisions,
  version: string | null,
): Finding {
  const decided = served.fields[0]?.text ?? meant.fields[0]?.text ?? null
  return finding(at, 'served-differs', [userAgent, usage, target, meant.outcome, served.outcome, decided, version])
}
