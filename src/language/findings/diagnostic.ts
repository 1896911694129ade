/**
 * Findings about a policy, made from the catalogue's rows and a place. Their look belongs to render.
 */

import type { Span } from '../text/source.ts'
import { type Arguments, CATALOG, type FindingName, messageOf } from './catalog.ts'

export type Severity = (typeof CATALOG)[FindingName]['severity']

/** One thing that is wrong or worth knowing, at its smallest place. */
export interface Finding extends Span {
  /** Stable: `ACAP023`. */
  readonly code: string
  readonly severity: Severity
  /** What is so: lower case, no full stop, the author's words in backticks. */
  readonly message: string
  /** What to do about it; null where the message says it all. */
  readonly help: string | null
  /** Other places it is about, each with a word on it. */
  readonly related: readonly Related[]
}

/** Whether the author can do something about it. What is only worth knowing is shown on request. */
export function isActionable({ severity, help }: Finding): boolean {
  return severity !== 'note' || help !== null
}

/** Another place that a finding is about. */
export interface Related extends Span {
  readonly message: string
}

/** Reports the finding of a name at a place, with what its message needs. */
export type Report = <N extends FindingName>(at: Span, name: N, ...args: Arguments<N>) => void

/** Makes one finding from the catalogue. */
export function finding<N extends FindingName>(
  at: Span,
  name: N,
  args: Arguments<N>,
  related: readonly Related[] = [],
): Finding {
  const { code, severity } = CATALOG[name]
  return { code, severity, ...messageOf(name, args), ...at, related }
}

/** A reporter that collects into a list. */
export function reporterInto(findings: Finding[]): Report {
  return (at, name, ...args) => {
    findings.push(finding(at, name, args))
  }
}

/** Findings by file in the order given, then by place. */
export function inOrder(findings: readonly Finding[]): Finding[] {
  const files = [...new Set(findings.map((each) => each.source))]
  return [...findings].sort(
    (a, b) =>
      files.indexOf(a.source) - files.indexOf(b.source) ||
      a.line - b.line ||
      a.column - b.column ||
      a.code.localeCompare(b.code),
  )
}
