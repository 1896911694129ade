/**
 * Findings → JSON, for scripts: the findings as they are, and how many there are of each severity.
 */
import type { Finding } from './diagnostic.ts'

/** Renders findings as one JSON document. */
export function renderJson(findings: readonly Finding[]): string {
  const count = (severity: Finding['severity']) => findings.filter((each) => each.severity === severity).length
  const document = { findings, errors: count('error'), warnings: count('warning'), notes: count('note') }
  return `${JSON.stringify(document, null, 2)}\n`
}
