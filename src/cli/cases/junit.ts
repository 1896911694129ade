/**
 * Results of cases → JUnit's XML, which CI systems read.
 */

import { join } from 'node:path'
import { type CaseResult, titleOf } from '../../analysis/run-cases.ts'
import { escapeMarkup } from '../../grammar/printable.ts'

/** A site's results under its name. */
interface SuiteResult {
  readonly site: string
  /** Where its files are. */
  readonly folder: string
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

function suite(tested: SuiteResult): string {
  const { site, results } = tested
  return `  <testsuite name="${escaped(site)}" ${counts(results)}>
${results.map((result) => testCase(tested, result)).join('')}  </testsuite>
`
}

function testCase({ site, folder }: SuiteResult, { case: testedCase, faults }: CaseResult): string {
  const { place } = testedCase
  const file = join(folder, place.source)
  const head = `    <testcase name="${escaped(titleOf(testedCase))}" classname="${escaped(site)}" file="${escaped(file)}" line="${place.line}"`
  return faults.length === 0 ? `${head}/>\n` : `${head}><failure message="${escaped(faults.join('; '))}"/></testcase>\n`
}

function counts(results: readonly CaseResult[]): string {
  return `tests="${results.length}" failures="${results.filter(({ faults }) => faults.length > 0).length}"`
}

/** XML 1.0 has no way to write control characters. */
function escaped(text: string): string {
  return escapeMarkup(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd'))
}
