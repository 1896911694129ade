/**
 * What ACAP records and conventional groups have in common as vocabularies: a draft is written, read again, and refined
 * where it decides the crawl otherwise than the policy. What still differs then is reported. How rules are written is not
 * known here.
 */

import type { SiteProgram } from '../bundle/program.ts'
import { compileAsWritten } from '../compile/compile.ts'
import { type Finding, inOrder } from '../language/findings/diagnostic.ts'
import type { Policy } from '../language/policy/policy.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import { rereadPolicy } from '../publish/policy-pairs.ts'
import { sizeFindings } from '../publish/served-findings.ts'
import type { ServedLine } from '../publish/served-line.ts'
import type { Letters } from './common-patterns.ts'
import type { Conversion } from './conversion.ts'
import { CrawlDecisions } from './crawl-decisions.ts'
import { type CrawlComparison, differences } from './differences.ts'
import type { MeantRules } from './meant-rules.ts'

/** Rules for paths on which others meet can meet others. */
const MOST_ROUNDS = 3

/** A text about the crawl, while it is written. */
export interface CrawlDraft extends Pick<CrawlComparison, 'vocabulary' | 'caseless' | 'agents'> {
  /** The policy that it converts, and its program. */
  readonly policy: Policy
  readonly program: (policy: Policy) => SiteProgram
  /** The lines as they stand, and their text. */
  readonly lines: () => readonly ServedLine[]
  readonly textOf: (lines: readonly ServedLine[]) => string
  /** The rules that the lines are made of, and in which letter case they meet. */
  readonly rules: readonly MeantRules[]
  readonly letters: Letters
  /** What it cannot express at all. */
  readonly missing: readonly Finding[]
}

/** Writes the crawl of a site. */
export function convertCrawl(reading: SiteReading, draft: CrawlDraft, now: number): Conversion {
  const { policy, program, textOf } = draft
  const written = () => rereadPolicy(reading, textOf(draft.lines()), now)
  const decisions = (by: SiteProgram) => new CrawlDecisions(by, now)
  const asWritten = (by: Policy) => decisions(compileAsWritten(by, reading.trees))
  const actual = () => asWritten(written())
  for (let round = 0; round < MOST_ROUNDS && refined(draft, actual()); round++);
  const decided = actual()
  for (const rules of draft.rules) rules.settle(decided)
  const lines = draft.lines()
  const text = textOf(lines)
  const differing = differences({
    ...draft,
    reading,
    expected: decisions(program(policy)),
    actual: actual(),
    folded: { expected: decisions(program(inAnyCase(policy))), actual: asWritten(inAnyCase(written())) },
    lines,
    now,
  })
  return { text, findings: [...inOrder([...draft.missing, ...differing]), ...sizeFindings(text)] }
}

/** Whether rules were added. */
function refined({ rules, letters }: CrawlDraft, actual: CrawlDecisions): boolean {
  return rules.map((each) => each.refine(actual, letters)).includes(true)
}

/** P3: a policy whose conventional rules match in any letter case, too. */
function inAnyCase(policy: Policy): Policy {
  return { ...policy, config: { ...policy.config, folds: ['case'] } }
}
