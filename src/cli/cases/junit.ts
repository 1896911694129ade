/**
 * Results of cases → JUnit's XML, which CI systems read.
 */

import { type CaseResult, titleOf } from '../../analysis/run-cases.ts'
import { escapeMarkup } from '../../grammar/markup.ts'

/** A site's results under its name. */
export interface SuiteResult {
  readonly site: string
  readonly results: readonly CaseResult[]
}

/** Writes one suite per site. */
export function junit(suites: readonly SuiteResult[]): string {
  const all = suites.flatMap(({ results }) => results)
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts(all)}>
${suites.map(suite).join('')}</testsuites>
`
}

function suite({ site, results }: SuiteResult): string {
  return `  <testsuite name="${escaped(site)}" ${counts(results)}>
${results.map((result) => testCase(site, result)).join('')}  </testsuite>
`
}

function testCase(site: string, { case: testedCase, faults }: CaseResult): string {
  const { place } = testedCase
  const head = `    <testcase name="${escaped(titleOf(testedCase))}" classname="${escaped(site)}" file="${escaped(place.source)}" line="${place.line}"`
  return faults.length === 0 ? `${head}/>\n` : `${head}><failure message="${escaped(faults.join('; '))}"/></testcase>\n`
}

function counts(results: readonly CaseResult[]): string {
  return `tests="${results.length}" failures="${results.filter(({ faults }) => faults.length > 0).length}"`
}

/** XML 1.0 has no way to write control characters. */
function escaped(text: string): string {
  return escapeMarkup(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd'))
}
