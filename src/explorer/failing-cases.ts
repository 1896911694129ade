/**
 * A policy's meaning → the author's cases that fail. A case that names an address needs the operators' address lists,
 * which the page does not have: it is left to `acap test`.
 */
import { type CaseResult, runCases, titleOf } from '../analysis/run-cases.ts'
import { readCases } from '../language/site/cases.ts'
import type { Meaning } from './draft.ts'
import type { WhatIf } from './what-if.ts'

/** A case that fails. */
export interface FailingCase {
  readonly title: string
  readonly faults: readonly string[]
  readonly question: WhatIf
  readonly usage: CaseResult['case']['usage']
}

/** The cases that were run, and those that fail. */
export interface CasesRun {
  readonly run: number
  readonly leftOut: number
  readonly failing: readonly FailingCase[]
}

/** Runs the author's cases. */
export function runAuthorsCases({ draft, context }: Meaning, now: number): CasesRun {
  const { cases } = readCases(draft.files.get('cases.toml') ?? '')
  const runnable = cases.filter(({ from }) => from === null)
  const failing = runCases(context, runnable, now)
    .filter(({ faults }) => faults.length > 0)
    .map(({ case: each, faults }) => ({
      title: titleOf(each),
      faults,
      question: { url: each.url, userAgent: each.as, at: each.at === null ? '' : minuteOf(each.at) },
      usage: each.usage,
    }))
  return { run: runnable.length, leftOut: cases.length - runnable.length, failing }
}

/** As a form field writes it. */
function minuteOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16)
}
