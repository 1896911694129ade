/**
 * A policy and what it was converted to → findings where decisions differ: one for each field at fault and
 * each direction, and one in each direction for all fields that differ by letter case alone.
 */

import type { ComparedCrawler } from '../compare/crawlers.ts'
import { ANYWHERE } from '../compare/differing-patterns.ts'
import { type ProofQuestion, questionsOf } from '../compare/questions.ts'
import type { Decision } from '../engine/decision.ts'
import { foldCase } from '../grammar/path-form.ts'
import { overlap } from '../grammar/pattern-relations.ts'
import { type Finding, finding } from '../language/findings/diagnostic.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { FILE_START, type Span } from '../language/text/source.ts'
import { fieldSpan, fieldText } from '../language/text/tree.ts'
import type { ServedLine } from '../publish/served-line.ts'
import { type CrawlDecisions, stricter, UNNAMED } from './crawl-decisions.ts'

/** What is compared. */
export interface CrawlComparison {
  readonly reading: SiteReading
  /** What the policy says, and what the text that was written says. */
  readonly expected: CrawlDecisions
  readonly actual: CrawlDecisions
  /** The same, with paths in any letter case. */
  readonly folded: Readonly<Record<'expected' | 'actual', CrawlDecisions>>
  /** The written lines, each with the line that it comes from. */
  readonly lines: readonly ServedLine[]
  /** What the text is written in, for messages. */
  readonly vocabulary: string
  /** Which of both reads paths in every letter case. */
  readonly caseless: 'expected' | 'actual'
  readonly agents: readonly string[]
  readonly now: number
}

/** How many questions are asked of both policies. */
const MOST_QUESTIONS = 200_000
/** Only the crawl is compared. */
const CRAWL_ALONE = { ...ANYWHERE, uses: new Set<string>() }

/** A field of the author's that the conversion changes. */
interface Fault {
  readonly at: Span
  readonly text: string
  readonly isLooser: boolean
  readonly what: string
}

/** Compares the crawl. */
export function differences(comparison: CrawlComparison): Finding[] {
  const faults = new Map<string, Fault>()
  const byCase = new Map<string, Fault>()
  for (const [fault, isFlipped] of faultsOf(comparison)) {
    const key = `${fault.at.source}:${fault.at.line}:${fault.isLooser}`
    const into = isFlipped ? byCase : faults
    if (!into.has(key)) into.set(key, fault)
  }
  const { vocabulary } = comparison
  const own = [...faults.values()].map(({ at, text, isLooser, what }) =>
    finding(at, isLooser ? 'converted-more-loosely' : 'converted-more-strictly', [text, vocabulary, what]),
  )
  const onlyCase = [...byCase].filter(([key]) => !faults.has(key)).map(([, fault]) => fault)
  return [...own, ...caseFindings(onlyCase)]
}

/** Letter case is the vocabulary's and no field's: the first field stands for all. */
function caseFindings(faults: readonly Fault[]): Finding[] {
  return [true, false].flatMap((isLooser) => {
    const own = faults.filter((fault) => fault.isLooser === isLooser)
    const [first, ...others] = own.sort((a, b) =>
      b.at.source < a.at.source ? 1 : b.at.source > a.at.source ? -1 : a.at.line - b.at.line,
    )
    return first === undefined ? [] : [finding(first.at, 'letter-case', [first.text, first.what, others.length])]
  })
}

/** The faults, each with whether it is one of letter case alone. */
function* faultsOf(comparison: CrawlComparison): Iterable<readonly [Fault, boolean]> {
  const { expected, actual, folded, agents, now } = comparison
  const crawlers = agents.map((agent): ComparedCrawler => {
    return { names: [agent], userAgent: agent, sides: [expected.sideOf(agent), actual.sideOf(agent)] }
  })
  let left = MOST_QUESTIONS
  for (const question of questionsOf({ crawlers, where: () => CRAWL_ALONE, exact: [], now })) {
    if (left-- === 0) return
    const answers = (by: Pick<CrawlComparison, 'expected' | 'actual'>) =>
      [by.expected, by.actual].map((each) => each.at(question.crawler.userAgent, question.target, question)) as [
        Decision,
        Decision,
      ]
    const both = answers(comparison)
    if (stricter(...both) === 0) continue
    const isFlipped = stricter(...answers(folded)) === 0
    yield [faultOf(comparison, question, both, isFlipped), isFlipped]
  }
}

function faultOf(
  comparison: CrawlComparison,
  { crawler: { userAgent }, target, purposes }: ProofQuestion,
  [expected, actual]: readonly [Decision, Decision],
  isFlipped: boolean,
): Fault {
  const who = userAgent === UNNAMED ? 'unnamed crawlers' : `\`${userAgent}\``
  const why = purposes === undefined ? '' : ` for \`${purposes}\``
  const written = actual.fields.map((field) => {
    return { ...field, source: 'robots.txt', line: comparison.lines[(field.line ?? 0) - 1]?.line ?? 0 }
  })
  const isWrittensFault = isFlipped && comparison.caseless === 'actual'
  const fields = isWrittensFault ? [...written, ...expected.fields] : [...expected.fields, ...written]
  return {
    ...faultPlace(comparison.reading, target, fields),
    isLooser: stricter(expected, actual) < 0,
    what: `crawl of \`${target}\`${why} is ${actual.outcome} to ${who}`,
  }
}

/** The field that the conversion changes; where the policy has none, the written field that goes too far. */
function faultPlace(reading: SiteReading, target: string, fields: Decision['fields']): Pick<Fault, 'at' | 'text'> {
  for (const { source, line = 0, text } of fields) {
    if (source === 'route') return { at: routeAt(reading, text, target), text }
    const category = source === 'site.toml' ? reading.categories.find(({ at }) => at.line === line) : undefined
    if (category !== undefined) return { at: category.at, text }
    const tree = reading.trees.get(source)
    const at = tree?.lines[line - 1]
    if (tree !== undefined && at !== undefined) return { at: fieldSpan(tree, at), text: fieldText(tree, at) }
  }
  return { at: FILE_START, text: fields[0]?.text ?? target }
}

/** The route that a field of it stands in. */
function routeAt({ routes }: SiteReading, text: string, target: string): Span {
  const isIt = ({ policy: { match, fields } }: SiteReading['routes'][number]) =>
    fields.some((field) => field.text === text) && overlap(foldCase(match), `${foldCase(target)}$`)
  return routes.find(isIt)?.at ?? FILE_START
}
