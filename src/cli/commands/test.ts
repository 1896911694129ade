/**
 * `acap test`: runs the author's cases as the edge would decide them, and lists lines that none
 * exercises.
 */

import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import {
  type CaseResult,
  type Coverage,
  coverageOf,
  judgeCases,
  titleOf,
} from '../../author/cases/run-cases.ts'
import { AuthorFiles, authorFile } from '../../author/explain/author-terms.ts'
import { DEFAULT_POLICIES, policyPath } from '../../author/files/load-site.ts'
import { sharedParts } from '../../author/files/policy-lists.ts'
import { siteCases } from '../../author/files/read-policies.ts'
import { mentionFindings, refuseErrors, reportFault } from '../../author/files/report-findings.ts'
import { EXIT, type ExitCode } from '../../base/faults.ts'
import { writeFiles } from '../../base/files/write-files.ts'
import { escapeMarkup } from '../../base/printable.ts'
import { decisionOf } from '../../decide/decision-of.ts'
import { siteContextsOf } from '../../decide/judge.ts'
import { sitePolicy } from '../../language/site/read-site.ts'
import { buildSites, programsOf } from '../build/built-sites.ts'
import type { CommandIo, Options, Run } from '../command.ts'

export const testCommand: Run<'test'> = async ([given = DEFAULT_POLICIES], options, io) => {
  const folder = policyPath(given)
  if (!options.watch) return testFolder(folder, options, io)
  // Report a fault and go on: an editor may remove a file for a moment while it saves.
  for await (const _ of watchFolder(folder))
    await testFolder(folder, options, io).catch((fault: Error) => reportFault(fault, io))
  return EXIT.ok
}

interface Tested extends Coverage {
  readonly site: string
  readonly folder: string
  readonly author: AuthorFiles
  readonly results: readonly CaseResult[]
  readonly failed: readonly CaseResult[]
}

async function testFolder(
  folder: string,
  options: Options<'test'>,
  io: CommandIo,
): Promise<ExitCode> {
  const sites = await buildSites(folder, io)
  const cases = sites.map(siteCases)
  const found = sites.map((site, i) => ({
    ...site,
    findings: [...site.findings, ...cases[i]!.findings],
  }))
  refuseErrors(found, folder, io)
  const contexts = siteContextsOf({ sites: await programsOf(sites), ...sharedParts(folder, null) })
  const now = Date.now()
  const tested = sites.map(({ site, folder: own, files }, i): Tested => {
    const policy = sitePolicy(site, files)
    const results = judgeCases(contexts[i]!, cases[i]!.cases, now)
    const failed = results.filter(({ faults }) => faults.length > 0)
    return {
      site,
      folder: own,
      author: new AuthorFiles(own, contexts[i]!.site.config, files),
      results,
      failed,
      ...coverageOf(policy, results),
    }
  })
  if (options.junit !== null) writeFiles([{ path: options.junit, content: junit(tested) }])
  const placesOf = ({ folder: own, failed }: Tested) =>
    failed.flatMap(({ judged }) =>
      judged.ruling.fields.map((field) => `${authorFile(field, own)}:${field.line}`),
    )
  const places = new Set(tested.flatMap(placesOf))
  mentionFindings(found, folder, io, ({ source, line }) => places.has(`${source}:${line}`))
  const text = tested.map((each) => inWords(each, options.coverage)).join('')
  const code = tested.some(({ failed }) => failed.length > 0) ? EXIT.findings : EXIT.ok
  return io.answer(asJson(tested), text, code)
}

function inWords(
  { site, folder, author, results, failed, fields, idle }: Tested,
  coverage: boolean,
): string {
  const share = `${fields - idle.length} of ${fields} fields exercised`
  return [
    ...failed.map((result) => failure(result, folder, author)),
    `${site}: ${results.length} case${results.length === 1 ? '' : 's'}, ${failed.length} failed; ${share}\n`,
    ...(coverage
      ? idle.map(
          ({ source, line, text }) => `  no case: ${join(folder, source)}:${line}  ${text}\n`,
        )
      : []),
  ].join('')
}

function failure(
  { case: testedCase, judged, faults }: CaseResult,
  folder: string,
  author: AuthorFiles,
): string {
  const { as, usage, url, place } = testedCase
  return [
    `failed: ${titleOf(testedCase)}\n`,
    `  ${join(folder, place.source)}:${place.line}  ${as}: ${usage} ${url}\n`,
    ...faults.map((fault) => `  ${fault}\n`),
    ...judged.ruling.fields.map((field) => `  decided by ${author.written(field)}\n`),
    `  ${author.reasonOf(judged.ruling)}\n\n`,
  ].join('')
}

function asJson(tested: readonly Tested[]) {
  const sites = tested.map(({ site, results, fields, idle }) => ({
    site,
    cases: results.map(({ case: testedCase, judged, outcome, faults }) => ({
      name: titleOf(testedCase),
      line: testedCase.place.line,
      holds: faults.length === 0,
      faults,
      outcome,
      decision: decisionOf(judged.ruling),
    })),
    fields,
    idle,
  }))
  return { sites }
}

/** Editors write a file in several steps; they are over within this time. */
const SETTLE_MS = 50

async function* watchFolder(folder: string): AsyncGenerator<void> {
  const watcher = watch(folder, { recursive: true })
  try {
    for (;;) {
      const change = once(watcher, 'change')
      yield
      await change
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    }
  } finally {
    watcher.close()
  }
}

function junit(suites: readonly Tested[]): string {
  const all = suites.flatMap(({ results }) => results)
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts(all)}>
${suites.map(suite).join('')}</testsuites>
`
}

function suite(tested: Tested): string {
  const { site, results } = tested
  return `  <testsuite name="${escaped(site)}" ${counts(results)}>
${results.map((result) => testCase(tested, result)).join('')}  </testsuite>
`
}

function testCase({ site, folder }: Tested, { case: testedCase, faults }: CaseResult): string {
  const { place } = testedCase
  const file = join(folder, place.source)
  const head = `    <testcase name="${escaped(titleOf(testedCase))}" classname="${escaped(site)}" file="${escaped(file)}" line="${place.line}"`
  return faults.length === 0
    ? `${head}/>\n`
    : `${head}><failure message="${escaped(faults.join('; '))}"/></testcase>\n`
}

function counts(results: readonly CaseResult[]): string {
  return `tests="${results.length}" failures="${results.filter(({ faults }) => faults.length > 0).length}"`
}

/** XML 1.0 has no way to write control characters. */
function escaped(text: string): string {
  return escapeMarkup(text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '\ufffd'))
}
