/**
 * Refines a draft of a robots.txt until it decides the crawl like the policy, or reports findings.
 */

import type { Ruling } from '../../decide/ruling.ts'
import { type Finding, finding, inOrder } from '../../language/findings/diagnostic.ts'
import type { Policy } from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { FILE_START, type Span } from '../../language/text/source.ts'
import { fieldSpan, fieldText } from '../../language/text/tree.ts'
import { compileAsWritten } from '../../program/compile/compile.ts'
import type { SiteProgram } from '../../program/program.ts'
import { foldCase } from '../../words/path-form.ts'
import { overlap } from '../../words/pattern-relations.ts'
import type { ComparedCrawler } from '../compare/compared-crawlers.ts'
import { ANYWHERE } from '../compare/differing-patterns.ts'
import { type ProofQuestion, questionsOf } from '../compare/questions.ts'
import { sizeFindings } from '../served/served-findings.ts'
import type { ServedLine } from '../served/served-line.ts'
import { rereadPolicy } from '../served/served-pairs.ts'
import type { Conversion } from './conversion.ts'
import { CrawlDecisions, type MeantRules, stricter, UNNAMED } from './meant-rules.ts'

/** A new rule may overlap others and need a further rule, so refining takes several rounds. */
const MOST_ROUNDS = 3
const MOST_QUESTIONS = 200_000
const CRAWL_ALONE = { ...ANYWHERE, uses: new Set<string>() }

export interface CrawlDraft {
  readonly reading: SiteReading
  readonly now: number
  readonly vocabulary: string
  /** The kind of finding to report where the text permits more than the policy. */
  readonly looser: 'converted-more-loosely' | 'closed-in-acap-alone'
  /** Which side ignores letter case in paths: the policy (`expected`) or the text (`actual`). */
  readonly caseless: 'expected' | 'actual'
  readonly agents: readonly string[]
  readonly policy: Policy
  readonly program: (policy: Policy) => SiteProgram
  readonly lines: () => readonly ServedLine[]
  readonly lineEnd: string
  readonly rules: readonly MeantRules[]
  readonly missing: readonly Finding[]
}

type BothDecisions = Readonly<Record<'expected' | 'actual', CrawlDecisions>>

interface CrawlComparison extends CrawlDraft, BothDecisions {
  readonly folded: BothDecisions
  readonly written: readonly ServedLine[]
}

interface Fault {
  readonly at: Span
  readonly text: string
  readonly isLooser: boolean
  readonly what: string
  /** Whether the difference is only one of letter case. */
  readonly isFlipped: boolean
}

/** A conversion with the lines that its text is made of. */
export interface CrawlConversion extends Conversion {
  readonly lines: readonly ServedLine[]
}

export function convertCrawl(draft: CrawlDraft): CrawlConversion {
  const { reading, policy, program, rules, now } = draft
  const textOf = (lines: readonly ServedLine[]) =>
    lines.map((line) => line.text + draft.lineEnd).join('')
  const decisions = (by: SiteProgram) => new CrawlDecisions(by, now)
  const asWritten = (by: Policy) => decisions(compileAsWritten(by, reading.trees))
  const reread = (text: string) => rereadPolicy(reading, text)
  const actual = () => asWritten(reread(textOf(draft.lines())))
  const letters = draft.caseless === 'actual' ? 'exact' : 'folded'
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const current = actual()
    let isRefined = false
    for (const rule of rules) isRefined = rule.refine(current, letters) || isRefined
    if (!isRefined) break
  }
  const decided = actual()
  for (const each of rules) each.settle(decided)
  const lines = draft.lines()
  const text = textOf(lines)
  const written = reread(text)
  const differing = differences({
    ...draft,
    expected: decisions(program(policy)),
    actual: asWritten(written),
    folded: {
      expected: decisions(program(inAnyCase(policy))),
      actual: asWritten(inAnyCase(written)),
    },
    written: lines,
  })
  return {
    text,
    lines,
    findings: [...inOrder([...draft.missing, ...differing]), ...sizeFindings(text)],
  }
}

/** P3: a policy whose conventional rules match in any letter case, too. */
function inAnyCase(policy: Policy): Policy {
  return { ...policy, config: { ...policy.config, folds: ['case'] } }
}

function differences(comparison: CrawlComparison): Finding[] {
  const faults = new Map<string, Fault>()
  const byCase = new Map<string, Fault>()
  for (const fault of faultsOf(comparison)) {
    const key = `${fault.at.source}:${fault.at.line}:${fault.isLooser}`
    const into = fault.isFlipped ? byCase : faults
    if (!into.has(key)) into.set(key, fault)
  }
  const own = [...faults.values()].map(({ at, text, isLooser, what }) =>
    finding(at, isLooser ? comparison.looser : 'converted-more-strictly', [
      text,
      comparison.vocabulary,
      what,
    ]),
  )
  const onlyCase = [...byCase].filter(([key]) => !faults.has(key)).map(([, fault]) => fault)
  return [...own, ...caseFindings(onlyCase)]
}

/**
 * Reports differences in letter case once, at the first field. The vocabulary causes them, not a
 * field.
 */
function caseFindings(faults: readonly Fault[]): Finding[] {
  return [true, false].flatMap((isLooser) => {
    const own = faults.filter((fault) => fault.isLooser === isLooser)
    const [first, ...others] = own.sort(({ at: a }, { at: b }) =>
      b.source < a.source ? 1 : b.source > a.source ? -1 : a.line - b.line,
    )
    return first === undefined
      ? []
      : [finding(first.at, 'letter-case', [first.text, first.what, others.length])]
  })
}

function* faultsOf(comparison: CrawlComparison): Iterable<Fault> {
  const { expected, actual, folded, agents, now } = comparison
  const crawlers = agents.map((agent): ComparedCrawler => {
    return {
      names: [agent],
      userAgent: agent,
      sides: [expected.sideOf(agent), actual.sideOf(agent)],
    }
  })
  let left = MOST_QUESTIONS
  for (const question of questionsOf({ crawlers, where: () => CRAWL_ALONE, exact: [], now })) {
    if (left-- === 0) return
    const { crawler, target } = question
    const answers = (by: BothDecisions): readonly [Ruling, Ruling] => {
      const [ours, theirs] = [by.expected, by.actual].map((each) =>
        each.at(crawler.userAgent, target, question),
      )
      return [ours!, theirs!]
    }
    const both = answers(comparison)
    if (stricter(...both) !== 0)
      yield faultOf(comparison, question, both, stricter(...answers(folded)) === 0)
  }
}

function faultOf(
  { reading, caseless, written: lines }: CrawlComparison,
  { crawler: { userAgent }, target, purposes }: ProofQuestion,
  [expected, actual]: readonly [Ruling, Ruling],
  isFlipped: boolean,
): Fault {
  const who = userAgent === UNNAMED ? 'unnamed crawlers' : `\`${userAgent}\``
  const why = purposes === undefined ? '' : ` for \`${purposes}\``
  const written = actual.fields.map((field) => {
    return { ...field, source: 'robots.txt', line: lines[(field.line ?? 0) - 1]?.line ?? 0 }
  })
  const isWrittensFault = isFlipped && caseless === 'actual'
  const fields = isWrittensFault
    ? [...written, ...expected.fields]
    : [...expected.fields, ...written]
  return {
    ...faultPlace(reading, target, fields),
    isLooser: stricter(expected, actual) < 0,
    what: `crawl of \`${target}\`${why} is ${actual.outcome} to ${who}`,
    isFlipped,
  }
}

/**
 * The field that the conversion changes; where the policy has none, the written field that goes too
 * far.
 */
function faultPlace(
  reading: SiteReading,
  target: string,
  fields: Ruling['fields'],
): Pick<Fault, 'at' | 'text'> {
  for (const { source, line = 0, text } of fields) {
    if (source === 'route') return { at: routeAt(reading, text, target), text }
    const category =
      source === 'site.toml' ? reading.categories.find(({ at }) => at.line === line) : undefined
    if (category !== undefined) return { at: category.at, text }
    const tree = reading.trees.get(source)
    const at = tree?.lines[line - 1]
    if (tree !== undefined && at !== undefined)
      return { at: fieldSpan(tree, at), text: fieldText(tree, at) }
  }
  return { at: FILE_START, text: fields[0]?.text ?? target }
}

function routeAt({ routes }: SiteReading, text: string, target: string): Span {
  const isIt = ({ policy: { match, fields } }: SiteReading['routes'][number]) =>
    fields.some((field) => field.text === text) && overlap(foldCase(match), `${foldCase(target)}$`)
  return routes.find(isIt)?.at ?? FILE_START
}
