/**
 * Beside the page, so that typing never waits for it: two drafts → what the author's changes change.
 */
import type { KnownCrawler, Registry } from '../../bundle/program.ts'
import { changesOf } from '../changes.ts'
import type { Draft } from '../draft.ts'
import { registryOf } from '../site-data.ts'

/** What the page asks. */
export interface ChangesQuestion {
  /** Once, with the first question. */
  readonly crawlers: readonly KnownCrawler[] | null
  readonly was: Draft
  readonly now: Draft
  readonly at: number
}

let registry: Registry | null = null

addEventListener('message', ({ data }: MessageEvent<ChangesQuestion>) => {
  if (data.crawlers !== null) registry = registryOf(data.crawlers)
  postMessage(changesOf(data.was, data.now, registry, data.at))
})
