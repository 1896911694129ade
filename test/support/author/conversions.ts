/**
 * Sites as text, and what conversions make of them, as the command line has them made.
 */

import { witnesses } from '../../../src/author/convert/common-patterns.ts'
import type { Conversion } from '../../../src/author/convert/conversion.ts'
import { VOCABULARIES, type VocabularyName } from '../../../src/author/convert/convert.ts'
import { engineOf } from '../../../src/decide/decide.ts'
import { termsOf } from '../../../src/decide/page-terms.ts'
import type { Finding } from '../../../src/language/findings/diagnostic.ts'
import { readSite, type SiteReading } from '../../../src/language/site/read-site.ts'
import { compileAsWritten } from '../../../src/program/compile/compile.ts'
import type { SiteProgram } from '../../../src/program/program.ts'
import { targetForm } from '../../../src/words/path-form.ts'

export const NOW = Date.parse('2026-01-15T12:00:00Z')

const encoder = new TextEncoder()

/** A site by its files; a text is its robots.txt. */
export function siteReading(files: Readonly<Record<string, string>> | string): SiteReading {
  const all = typeof files === 'string' ? { 'robots.txt': files } : files
  const bytes = new Map(Object.entries(all).map(([path, text]) => [path, encoder.encode(text)]))
  return readSite('test', bytes, { now: NOW })
}

/** The whole program of a site, crawl and all. */
export function programOf({ policy, trees }: SiteReading): SiteProgram {
  return compileAsWritten(policy, trees)
}

/** Paths at which a site speaks of the crawl, and those at which its fields speak of anything else. */
export function spokenPaths({ policy }: SiteReading): {
  readonly crawl: string[]
  readonly usages: string[]
} {
  const { records, groups, routes } = policy
  const fields = records.flatMap((record) =>
    [record.fields, ...record.subRecords.map((sub) => sub.fields)].flat(),
  )
  const matches = ['/', ...routes.map(({ match }) => match)]
  const rules = groups.flatMap((group) => group.rules.map(({ pattern }) => pattern))
  const of = (isCrawl: boolean) =>
    fields
      .filter(({ usage }) => (usage === 'crawl') === isCrawl)
      .flatMap(({ patterns }) => patterns)
  // A stray `%` before digits is spelled otherwise than in its form, and the readers here compare what is spelled.
  const pathsOf = (patterns: readonly string[]) =>
    [...new Set(patterns.flatMap(witnesses))].filter((path) => targetForm(path) === path)
  return {
    crawl: pathsOf([...matches, ...rules, ...of(true)]),
    usages: pathsOf([...matches, ...of(false)]),
  }
}

/** The robots words that the edge would write into a page. */
export function robotsWordsOf(site: SiteProgram, target: string): readonly string[] {
  return termsOf(engineOf(site)).about(target).words
}

export function converted(to: VocabularyName, site: Parameters<typeof siteReading>[0]): Conversion {
  return VOCABULARIES[to]!.convert(siteReading(site), { originals: false, now: NOW })
}

/** Findings as short texts: place, code, message. */
export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ source, line, code, message }) => `${source}:${line} ${code} ${message}`)
}

export function codesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ code }) => code)
}

/** Lines as a file; ACAP 1.1 is declared, for `usage-ref` needs it. */
export function lines(...all: readonly string[]): string {
  return ['ACAP-version: 1.1', ...all].map((line) => `${line}\n`).join('')
}

/** Fields in a record for every crawler. */
export function everybody(...fields: readonly string[]): string {
  return lines('ACAP-crawler: *', ...fields.map((field) => `ACAP-${field}`))
}
