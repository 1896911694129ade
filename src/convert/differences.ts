/**
 * A policy and what it was converted to → findings where decisions differ: one for each field at fault and
 * each direction, and one in each direction for all fields that differ by letter case alone.
 */

import type { Point } from '../compare/paths/points.ts'
import type { Decision } from '../engine/decision.ts'
import { foldCase } from '../grammar/path-form.ts'
import { overlap } from '../grammar/pattern-relations.ts'
import { type Finding, finding } from '../language/findings/diagnostic.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { FILE_START, type Span } from '../language/text/source.ts'
import { fieldSpan, fieldText } from '../language/text/tree.ts'
import type { ServedLine } from '../publish/served-line.ts'
import { type DecideCrawl, stricter, UNNAMED } from './crawl-decisions.ts'

/** What is compared. */
export interface CrawlComparison {
  readonly reading: SiteReading
  /** What the policy says, and what the text that was written says. */
  readonly expected: DecideCrawl
  readonly actual: DecideCrawl
  /** The written lines, each with the line that it comes from. */
  readonly lines: readonly ServedLine[]
  /** What the text is written in, for messages. */
  readonly vocabulary: string
  /** Which of both reads paths in every letter case. */
  readonly caseless: 'expected' | 'actual'
  readonly agents: readonly string[]
  readonly points: Iterable<Point>
  /** Purposes to ask for beside none. */
  readonly purposes: readonly string[]
}

/** How many questions are asked of both policies. */
const MOST_QUESTIONS = 200_000

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
  for (const [fault, { isFlipped }] of faultsOf(comparison)) {
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

/** One question, asked of both policies. */
interface Question {
  readonly agent: string
  readonly point: Point
  readonly purpose: readonly string[] | undefined
}

function* faultsOf(comparison: CrawlComparison): Iterable<readonly [Fault, Point]> {
  const { expected, actual, agents, points } = comparison
  const purposes = [undefined, ...comparison.purposes.map((purpose) => [purpose])]
  let left = MOST_QUESTIONS
  for (const point of points) {
    for (const agent of agents) {
      for (const purpose of purposes) {
        if (left-- === 0) return
        const [a, b] = [expected(agent, point.target, purpose), actual(agent, point.target, purpose)]
        const by = stricter(a, b)
        if (by !== 0) yield [faultOf(comparison, { agent, point, purpose }, a, b), point]
      }
    }
  }
}

function faultOf(
  comparison: CrawlComparison,
  { agent, point, purpose }: Question,
  expected: Decision,
  actual: Decision,
): Fault {
  const who = agent === UNNAMED ? 'unnamed crawlers' : `\`${agent}\``
  const why = purpose === undefined ? '' : ` for \`${purpose}\``
  return {
    ...faultPlace(comparison, point, expected, actual),
    isLooser: stricter(expected, actual) < 0,
    what: `crawl of \`${point.target}\`${why} is ${actual.outcome} to ${who}`,
  }
}

/** The field that the conversion changes; where the policy has none, the written field that goes too far. */
function faultPlace(
  comparison: CrawlComparison,
  point: Point,
  expected: Decision,
  actual: Decision,
): Pick<Fault, 'at' | 'text'> {
  const { reading, lines, caseless } = comparison
  const written = actual.fields.map((field) => ({
    ...field,
    source: 'robots.txt',
    line: lines[(field.line ?? 0) - 1]?.line ?? 0,
  }))
  const fields =
    point.isFlipped && caseless === 'actual' ? [...written, ...expected.fields] : [...expected.fields, ...written]
  for (const { source, line = 0, text } of fields) {
    if (source === 'route') return { at: routeAt(reading, text, point.target), text }
    const category = source === 'site.toml' ? reading.categories.find(({ at }) => at.line === line) : undefined
    if (category !== undefined) return { at: category.at, text }
    const tree = reading.trees.get(source)
    const at = tree?.lines[line - 1]
    if (tree !== undefined && at !== undefined) {
      return { at: fieldSpan(tree, at), text: fieldText(tree, at) }
    }
  }
  return { at: FILE_START, text: fields[0]?.text ?? point.target }
}

/** The route that a field of it stands in. */
function routeAt({ routes }: SiteReading, text: string, target: string): Span {
  const isIt = ({ policy: { match, fields } }: SiteReading['routes'][number]) =>
    fields.some((field) => field.text === text) && overlap(foldCase(match), `${foldCase(target)}$`)
  return routes.find(isIt)?.at ?? FILE_START
}
