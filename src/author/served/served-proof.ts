/**
 * Checks that crawlers that read the generated files decide like the edge, and reports where not.
 */

import { engineOf, withDirectives } from '../../decide/decide.ts'
import type { Decision } from '../../decide/decision.ts'
import { type Finding, finding } from '../../language/findings/diagnostic.ts'
import type { Origin } from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { FILE_START, type Span } from '../../language/text/source.ts'
import { fieldSpanAt } from '../../language/text/tree.ts'
import { matchesUserAgent } from '../../words/name-token.ts'
import { targetForm } from '../../words/path-form.ts'
import { covers } from '../../words/pattern-relations.ts'
import { type ComparedCrawler, crawlersToProve } from '../compare/compared-crawlers.ts'
import { ANYWHERE, differingPatterns, isEqual } from '../compare/differing-patterns.ts'
import { type ProofQuestion, questionsOf } from '../compare/questions.ts'
import type { GeneratedRobots } from './generate-robots.ts'
import { compilePair, type Pair, type ProgramPair, policyPairsOf } from './served-pairs.ts'
import { versionOf } from './token-reading.ts'

type Decisions = Omit<Pair<Decision>, 'readers'>
type Difference = readonly [ProofQuestion, Decisions]

const MOST_QUESTIONS = 100_000

/**
 * Where the decisions of the policy and of what is served for it differ: a finding for each field
 * at fault.
 * `everywhere`: asks also where no line was added or changed.
 */
export function proveServed(
  reading: SiteReading,
  generated: GeneratedRobots,
  {
    now = Date.now(),
    everywhere = false,
  }: { readonly now?: number; readonly everywhere?: boolean } = {},
): Finding[] {
  const found = new Map<string, Finding>()
  for (const pair of policyPairsOf(reading, generated)) {
    if (isEqual(pair.meant, pair.served)) continue
    for (const [question, decisions] of differences(
      compilePair(pair, generated),
      now,
      everywhere,
    )) {
      const version = experimentalVersion(reading, question, decisions)
      const at = faultSpan(reading, generated, decisions, version)
      const key = `${at.source}:${at.line}`
      if (!found.has(key))
        found.set(key, difference(at, question, decisions, version?.text ?? null))
    }
  }
  return [...found.values()]
}

function* differences(pair: ProgramPair, now: number, everywhere: boolean): Iterable<Difference> {
  const where = everywhere ? () => ANYWHERE : differingPatterns(pair.meant, pair.served)
  const crawlers = crawlersToProve(pair.meant, pair.served)
  const differing = new Set<string>()
  let left = MOST_QUESTIONS
  for (const question of questionsOf({ crawlers, where, exact: pair.closed, now })) {
    if (left-- === 0) return
    // L6: if the crawl differs, other usages differ with it and need no report of their own.
    const about = `${question.crawler.userAgent} ${question.purposes} ${question.target}`
    if (question.usage !== 'crawl' && differing.has(about)) continue
    const decisions = decisionsOn(pair, question)
    const { meant, served } = decisions
    const isAlike = meant.outcome === served.outcome && facetsOf(meant) === facetsOf(served)
    if (isAlike || isBeyondRules(pair, question.target, decisions)) continue
    differing.add(about)
    yield [question, decisions]
  }
  yield* otherComments(pair, crawlers, now)
}

function decisionsOn(
  { meant, served }: ProgramPair,
  { crawler, ...facts }: ProofQuestion,
): Decisions {
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
): Iterable<Difference> {
  if (pair.meant.settings.comments.length + pair.served.settings.comments.length === 0) return
  for (const crawler of crawlers) {
    const question: ProofQuestion = { crawler, target: '/', now, usage: 'crawl', dialect: 'acap' }
    const decisions = decisionsOn(pair, question)
    const [meant, served] = [decisions.meant, decisions.served].map(({ comments }) =>
      JSON.stringify(comments),
    )
    if (meant !== served) yield [question, decisions]
  }
}

/**
 * Everything in a decision that must be equal. The rate of a prohibited crawl and the order of
 * restrictions do not matter.
 */
function facetsOf({ outcome, restrictions, retryAfter, rate, directives }: Decision): string {
  const sorted = restrictions.map((each) => JSON.stringify(each)).sort()
  return JSON.stringify(
    outcome === 'prohibited' ? [directives] : [sorted, retryAfter, rate, directives],
  )
}

/** P3: a route closes a path in every letter case, a conventional rule in its own. */
function isBeyondRules(
  { closed, readers }: ProgramPair,
  target: string,
  { meant, served }: Decisions,
): boolean {
  if (readers === 'acap' || served.outcome === 'prohibited') return false
  if (meant.fields.every(({ source }) => source !== 'route')) return false
  return !closed.some((each) => covers(each, `${targetForm(target)}$`))
}

/**
 * X1: the `Robot-version` by which the group that is to have a route's prohibition does not exist
 * for a crawler; null where there is none. Where a rule decides, some other group exists, and that
 * of `*` is not its own.
 */
function experimentalVersion(
  { policy: { groups } }: SiteReading,
  { crawler: { userAgent } }: ProofQuestion,
  { meant, served }: Decisions,
): Origin | null {
  if (served.outcome === 'prohibited' || meant.fields.every(({ source }) => source !== 'route'))
    return null
  const isOwn = (token: string) =>
    token === '*' ? served.fields.length === 0 : matchesUserAgent(token, userAgent)
  const isAtFault = (token: string) => isOwn(token) && versionOf(groups, token) === 'experimental'
  const versions = groups.flatMap(({ tokens, settings }) =>
    settings
      .filter(
        ({ value, reach }) =>
          value.kind === 'robot-version' && tokens.slice(0, reach).some(isAtFault),
      )
      .map(({ origin }) => origin),
  )
  return versions[0] ?? null
}

/**
 * Where the author can fix it: a version at fault, else what decided as served, else by the policy.
 */
function faultSpan(
  { trees, routes }: SiteReading,
  { lines }: GeneratedRobots,
  { meant, served }: Decisions,
  version: Origin | null,
): Span {
  const spans = [
    version && fieldSpanAt(trees, version.source, version.line),
    ...served.fields.map(({ source, line = 0 }) => {
      const from = source === 'robots.txt' ? lines[line - 1] : undefined
      const route = routes.find(
        ({ policy }) => from?.line === null && from.routes.includes(policy.index),
      )
      return route === undefined
        ? fieldSpanAt(trees, source, from === undefined ? line : from.line)
        : route.at
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
  return finding(at, 'served-differs', [
    { crawler: userAgent, usage, target },
    { meant: meant.outcome, served: served.outcome },
    decided,
    version,
  ])
}
