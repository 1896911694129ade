/** Each sentence of a summary about a use, asked of the reference at addresses that the summary did not choose. */
import { type SiteReport, siteReport } from '../../../src/author/summary/site-report.ts'
import type { Usage } from '../../../src/words/usages.ts'
import { PEOPLES_USES } from '../../../src/words/uses.ts'
import { targetForm } from '../../reference/patterns.ts'
import { falsePaces } from './paces.ts'
import {
  type AskedFile,
  asSaid,
  CLAIMS_NOW,
  CLAIMS_REGISTRY,
  type ClaimResult,
  type Spoil,
} from './read-file.ts'
import { ALL_USES, ToldUse } from './summary-claims.ts'
import { termsIn, termsOf } from './terms.ts'

export function checkSummary(file: AskedFile, spoil = asSaid): ClaimResult {
  const { meaning, names, addresses } = file
  const report = spoilt(siteReport(meaning, CLAIMS_REGISTRY, CLAIMS_NOW), spoil)
  const faults: string[] = []
  let asked = 0
  const pages = addresses.filter((target) => !/^\/robots\.txt(?:\?|$)/.test(target))
  for (const use of ALL_USES) {
    const told = new ToldUse(report, use)
    if (told.isEmpty) continue
    for (const name of names) {
      for (const target of pages) {
        const says = told.tell({ name, category: file.categoryOf(name) }, targetForm(target))
        if (says === undefined || !isFetched(file, name, target, use.usage)) continue
        const { basis, outcome } = file.answer(name, target, use.usage)
        const isSilent = basis === 'unspecified' && use.usage !== 'crawl'
        const is = isSilent ? null : outcome !== 'prohibited'
        asked++
        if (is !== says) faults.push(`${use.name} ${name} ${target}: says ${says}, is ${is}`)
        faults.push(...falseTerms(file, told, use.usage, [name, target]))
      }
    }
  }
  return { asked, faults: [...faults, ...falsePaces(file, report), ...falseSilence(file, report)] }
}

function spoilt(report: SiteReport, spoil: Spoil): SiteReport {
  const sections = report.sections.map(({ title, sentences }) => ({
    title,
    sentences: sentences.map((each) => ({ ...each, text: spoil(each.text) })),
  }))
  return { ...report, sections, notes: report.notes.map(spoil) }
}

/** What may not be fetched may not be used: the other sections are about the rest. */
function isFetched(file: AskedFile, name: string, target: string, usage: Usage): boolean {
  return usage === 'crawl' || file.answer(name, target).outcome !== 'prohibited'
}

/** `Nothing is said by rules about copies and extracts`: each use that has no section, and no other, where pages are fetched. */
function falseSilence(file: AskedFile, report: SiteReport): readonly string[] {
  const note = report.notes.find((each) => each.startsWith('Nothing is said by rules about '))
  const [, said = ''] = /about (.*): neither yes nor no\.$/.exec(note ?? '') ?? []
  const titles = said.split(/, | and /)
  const uses = PEOPLES_USES.filter(({ title }) => titles.includes(title.toLowerCase()))
  const pages = file.addresses.slice(0, 12).filter((target) => !target.startsWith('/robots.txt'))
  return uses.flatMap((use) =>
    file.names.flatMap((name) =>
      pages
        .filter((target) => isFetched(file, name, target, use.usage))
        .filter((target) => file.answer(name, target, use.usage).basis !== 'unspecified')
        .map((target) => `something is said about ${use.title} to ${name} at ${target}`),
    ),
  )
}

/** The terms of a sentence that permits a use, at addresses where it alone speaks. */
function falseTerms(
  file: AskedFile,
  told: ToldUse,
  usage: Usage,
  [name, target]: readonly [string, string],
): readonly string[] {
  const text = told.sentenceAt({ name, category: file.categoryOf(name) }, targetForm(target))
  const { outcome, restrictions } = file.answer(name, target, usage)
  const is = termsOf(restrictions)
  if (text === null || outcome === 'prohibited' || is === null) return []
  const says = termsIn(text)
  return says.join() === is.join() ? [] : [`${text} Is for ${name} at ${target}: ${is.join()}`]
}
