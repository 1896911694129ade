/**
 * Beside the page, so that typing never waits for it: two drafts → what the author's changes change, and the summary.
 */
import { siteReport } from '../../analysis/summary/site-report.ts'
import type { KnownCrawler, Registry } from '../../bundle/program.ts'
import { changesOf } from '../changes.ts'
import { type Draft, errorsOf, readDraft, registryOf } from '../draft.ts'

export interface BackgroundQuestion {
  /** Once, with the first question. */
  readonly crawlers: readonly KnownCrawler[] | null
  /** Null where nothing is changed. */
  readonly was: Draft | null
  readonly now: Draft
  readonly at: number
}

/** What it learns: no report where errors keep the policy from being built. */
export type BackgroundAnswer = ReturnType<typeof answer>

let registry: Registry = registryOf([])

addEventListener('message', ({ data }: MessageEvent<BackgroundQuestion>) => postMessage(answer(data)))

function answer({ crawlers, was, now, at }: BackgroundQuestion) {
  if (crawlers !== null) registry = registryOf(crawlers)
  const meaning = readDraft(now, registry, at)
  const report = errorsOf(meaning) > 0 ? null : siteReport(meaning, registry, at)
  return { changes: was && changesOf(was, now, registry, at), report }
}
