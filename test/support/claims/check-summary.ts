/** Each sentence of a summary about a use, asked of the reference at addresses that the summary did not choose. */
import { type SiteReport, siteReport } from '../../../src/author/summary/site-report.ts'
import type { Usage } from '../../../src/words/usages.ts'
import { targetForm } from '../../reference/patterns.ts'
import {
  type AskedFile,
  asSaid,
  CLAIMS_NOW,
  CLAIMS_REGISTRY,
  type ClaimResult,
  type Spoil,
} from './read-file.ts'
import { ALL_USES, ToldUse } from './summary-claims.ts'

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
      }
    }
  }
  return { asked, faults: [...faults, ...falsePaces(file, report)] }
}

function spoilt(report: SiteReport, spoil: Spoil): SiteReport {
  const sections = report.sections.map(({ title, sentences }) => ({
    title,
    sentences: sentences.map((each) => ({ ...each, text: spoil(each.text) })),
  }))
  return { ...report, sections }
}

/** What may not be fetched may not be used: the other sections are about the rest. */
function isFetched(file: AskedFile, name: string, target: string, usage: Usage): boolean {
  return usage === 'crawl' || file.answer(name, target).outcome !== 'prohibited'
}

/** `GPTBot: one page every 10 seconds.` */
function falsePaces(file: AskedFile, report: SiteReport): readonly string[] {
  const section = report.sections.find(({ title }) => title === 'Hours and pace')
  const faults: string[] = []
  for (const { text } of section?.sentences ?? []) {
    const [, who = '', length] =
      /^(.*): one page every (?:([\d.]+) seconds|second)\.$/.exec(text) ?? []
    if (who === '' || / more/.test(who)) continue
    const isEverybody = who === 'Every crawler'
    const isRest = /crawlers that robots\.txt does not name$/i.test(who)
    const named = who.replace(/(?:^|, and )crawlers that robots\.txt does not name$/i, '')
    const listed = named.toLowerCase().split(/, | and /)
    const names = isEverybody ? file.names : [...listed, ...(isRest ? ['*'] : [])]
    for (const name of names.filter((each) => file.names.includes(each))) {
      const seconds = file.answer(name, '/zz/y.html').rate?.seconds ?? null
      if (seconds !== Number(length ?? 1)) faults.push(`${text} Is ${name}: ${seconds}`)
    }
  }
  return faults
}
