/**
 * Beside the page, so that typing never waits for it: two drafts → what the author's changes change, and the summary.
 */
import { type SiteReport, siteReport } from '../../analysis/summary/site-report.ts'
import type { KnownCrawler, Registry } from '../../bundle/program.ts'
import { type Changes, changesOf } from '../changes.ts'
import { type Draft, errorsOf, readDraft, registryOf } from '../draft.ts'

/** What the page asks. */
export interface BackgroundQuestion {
  /** Once, with the first question. */
  readonly crawlers: readonly KnownCrawler[] | null
  /** Null where nothing is changed. */
  readonly was: Draft | null
  readonly now: Draft
  readonly at: number
}

/** What it learns. */
export interface BackgroundAnswer {
  readonly changes: Changes | null
  /** Null where errors keep the policy from being built. */
  readonly report: SiteReport | null
}

let registry: Registry = registryOf([])

addEventListener('message', ({ data: { crawlers, was, now, at } }: MessageEvent<BackgroundQuestion>) => {
  if (crawlers !== null) registry = registryOf(crawlers)
  const meaning = readDraft(now, registry, at)
  const report = errorsOf(meaning) > 0 ? null : siteReport(meaning, registry, at)
  postMessage({ changes: was && changesOf(was, now, registry, at), report } satisfies BackgroundAnswer)
})
