/**
 * The policies that documents show, put to the test by the tables below them: a `robots` block begins an example, other
 * files of the site may follow it, and each row of a table with the column `answer` is a case of `acap test`.
 */

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { judgeCases, titleOf } from '../../src/author/cases/run-cases.ts'
import { compileSite } from '../../src/author/files/load-programs.ts'
import { loadSites } from '../../src/author/files/load-site.ts'
import { sharedParts } from '../../src/author/files/policy-lists.ts'
import { readFiles } from '../../src/author/files/read-policies.ts'
import { siteContextOf } from '../../src/decide/judge.ts'
import { readCases } from '../../src/language/site/cases.ts'
import { folderWith } from '../support/cli/acap.ts'
import { partsOf, type Table, textOf } from '../support/house/markdown.ts'

const DOCUMENTS = ['README.md', 'docs/language.md', 'docs/cookbook.md']
/** When the documents are read: dates in them lie ahead, address lists are fresh. */
const NOW = Date.UTC(2026, 5, 1, 12)

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterAll(() => {
  vi.useRealTimers()
})

interface Example {
  readonly title: string
  readonly files: Record<string, string>
  readonly tables: Table[]
}

function examplesOf(document: string): readonly Example[] {
  const examples: Example[] = []
  for (const part of partsOf(textOf(document))) {
    const text = part.kind === 'fence' ? part.lines.map((line) => `${line}\n`).join('') : ''
    if (part.kind === 'table') {
      if (part.rows[0]?.has('answer')) examples.at(-1)?.tables.push(part)
    } else if (part.language === 'robots' && part.path === null) {
      examples.push({
        title: `${part.heading} (line ${part.line})`,
        files: { 'site/robots.txt': text },
        tables: [],
      })
    } else if (part.path !== null) {
      examples.at(-1)!.files[part.path.startsWith('.networks/') ? part.path : `site/${part.path}`] =
        text
    }
  }
  return examples
}

/** A row as a case: columns of a table are keys of cases.toml, in the words of people. Without a crawler, it is AnyBot. */
function caseOf(row: ReadonlyMap<string, string>): string {
  const value = (name: string) => row.get(name)?.replace(/^`(.*)`$/, '$1') || undefined
  const [, outcome, restrictions] = /^(\w+)(?:,? (?:with )?`(.*)`)?$/.exec(row.get('answer')!) ?? []
  const purpose = value('purpose')
  const keys = {
    as: value('crawler') ?? 'AnyBot',
    url: value('page'),
    usage: value('usage'),
    at: value('when'),
    from: value('from'),
    field: value('because'),
    expect: outcome ?? row.get('answer'),
    ...(outcome === 'permitted' && { with: restrictions ?? '' }),
    ...(purpose !== undefined && { purposes: [purpose] }),
  }
  const said = Object.entries(keys).filter(([, each]) => each !== undefined)
  return ['[[case]]', ...said.map(([key, each]) => `${key} = ${JSON.stringify(each)}`), ''].join(
    '\n',
  )
}

describe.each(DOCUMENTS)('%s', (document) => {
  it.each(examplesOf(document).map((example) => [example.title, example] as const))(
    '%s',
    (_, { files, tables }) => {
      const folder = folderWith(files)
      const read = loadSites(folder).map((files) => readFiles(files))
      expect(read[0]!.findings.filter(({ severity }) => severity !== 'note')).toEqual([])
      const { registry, networks } = sharedParts(folder, {
        err: (text) => expect.fail(String(text)),
      })
      const sites = read.map(compileSite)
      const { cases, findings } = readCases(
        tables.flatMap(({ rows }) => rows.map(caseOf)).join('\n'),
      )
      expect(findings).toEqual([])
      const results = judgeCases(siteContextOf(sites[0]!, registry, networks), cases, NOW)
      const failed = results.filter(({ faults }) => faults.length > 0)
      expect(
        failed.map(({ case: each, faults }) => `${titleOf(each)}: ${faults.join('; ')}`),
      ).toEqual([])
    },
  )

  it('has cases for its policies', () => {
    const examples = examplesOf(document)
    expect(examples.length).toBeGreaterThan(0)
    expect(examples.filter(({ tables }) => tables.length === 0).map(({ title }) => title)).toEqual(
      [],
    )
  })
})
