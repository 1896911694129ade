/** A site and its generated files → where crawlers that read the files would decide otherwise than the edge. */
import { type ComparedCrawler, crawlersToProve } from '../compare/crawlers.ts'
import { ANYWHERE, differingPatterns, hasSameComments, isEqual } from '../compare/differing-patterns.ts'
import { type ProofQuestion, questionsOf } from '../compare/questions.ts'
import { engineOf, withDirectives } from '../engine/decide.ts'
import type { Decision } from '../engine/decision.ts'
import { matchesUserAgent } from '../grammar/name-token.ts'
import { targetForm } from '../grammar/path-form.ts'
import { covers } from '../grammar/pattern-relations.ts'
import { type Finding, finding } from '../language/findings/diagnostic.ts'
import type { Origin } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { FILE_START, type Span } from '../language/text/source.ts'
import { fieldSpanAt } from '../language/text/tree.ts'
import { compilePair, type ProgramPair, policyPairsOf } from './policy-pairs.ts'
import type { GeneratedRobots } from './robots.ts'
import { versionOf } from './token-reading.ts'

interface Decisions {
  readonly meant: Decision
  readonly served: Decision
}

const MOST_QUESTIONS = 100_000

interface ProofOptions {
  readonly now?: number
  /** Ask everywhere, also where no line was added or changed. */
  readonly everywhere?: boolean
}

/** Where the decisions of the policy and of what is served for it differ: a finding for each field at fault. */
export function proveServed(
  reading: SiteReading,
  generated: GeneratedRobots,
  { now = Date.now(), everywhere = false }: ProofOptions = {},
): Finding[] {
  const found = new Map<string, Finding>()
  for (const pair of policyPairsOf(reading, generated, now)) {
    if (isEqual(pair.meant, pair.served)) continue
    for (const [question, decisions] of differences(compilePair(pair, generated), now, everywhere)) {
      const version = experimentalVersion(reading, question, decisions)
      const at = faultSpan(reading, generated, decisions, version)
      const key = `${at.source}:${at.line}`
      if (!found.has(key)) found.set(key, difference(at, question, decisions, version?.text ?? null))
    }
  }
  return [...found.values()]
}

function* differences(
  pair: ProgramPair,
  now: number,
  everywhere: boolean,
): Iterable<readonly [ProofQuestion, Decisions]> {
  const where = everywhere ? () => ANYWHERE : differingPatterns(pair.meant, pair.served)
  const crawlers = crawlersToProve(pair.meant, pair.served)
  const differing = new Set<string>()
  let left = MOST_QUESTIONS
  for (const question of questionsOf({ crawlers, where, exact: pair.closed, now })) {
    if (left-- === 0) return
    // L6: where the crawl differs, other usages differ with it.
    const about = `${question.crawler.userAgent} ${question.purposes} ${question.target}`
    if (question.usage !== 'crawl' && differing.has(about)) continue
    const decisions = decisionsOn(pair, question)
    const { meant, served } = decisions
    const isAlike = meant.outcome === served.outcome && facetsOf(meant) === facetsOf(served)
    if (isAlike || isBeyondRules(pair, question, decisions)) continue
    differing.add(about)
    yield [question, decisions]
  }
  yield* otherComments(pair, crawlers, now)
}

function decisionsOn({ meant, served }: ProgramPair, { crawler, ...facts }: ProofQuestion): Decisions {
  const [ours, theirs] = crawler.sides
  const { userAgent } = crawler
  return {
    meant: withDirectives(engineOf(meant).decide({ ...facts, userAgent, agent: ours.agent })),
    served: withDirectives(engineOf(served).decide({ ...facts, userAgent, agent: theirs.agent })),
  }
}

/** X4: comments are the same on every path. */
function* otherComments(
  pair: ProgramPair,
  crawlers: readonly ComparedCrawler[],
  now: number,
): Iterable<readonly [ProofQuestion, Decisions]> {
  for (const crawler of crawlers.filter(({ sides }) => !hasSameComments(sides))) {
    const question: ProofQuestion = { crawler, target: '/', now, usage: 'crawl', dialect: 'acap' }
    const decisions = decisionsOn(pair, question)
    const [meant, served] = [decisions.meant, decisions.served].map(({ comments }) => JSON.stringify(comments))
    if (meant !== served) yield [question, decisions]
  }
}

/** A crawl that is prohibited is not paced, and the order of restrictions means nothing. */
function facetsOf({ outcome, restrictions, retryAfter, rate, directives }: Decision): string {
  const sorted = restrictions.map((each) => JSON.stringify(each)).sort()
  return JSON.stringify(outcome === 'prohibited' ? [directives] : [sorted, retryAfter, rate, directives])
}

/** P3: a route closes a path in every letter case, a conventional rule in its own. */
function isBeyondRules(
  { closed, readers }: ProgramPair,
  { target }: ProofQuestion,
  { meant, served }: Decisions,
): boolean {
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
  { crawler: { userAgent } }: ProofQuestion,
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

/** Where the author can fix it: a version at fault, else what decided as served, else by the policy. */
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
  { crawler: { userAgent }, target, usage }: ProofQuestion,
  { meant, served }: Decisions,
  version: string | null,
): Finding {
  const decided = served.fields[0]?.text ?? meant.fields[0]?.text ?? null
  const form = version !== null ? 'version' : decided !== null ? 'field' : 'none'
  const values = [userAgent, usage, target, meant.outcome, served.outcome, decided, version, form]
  return finding(at, 'served-differs', values)
}
