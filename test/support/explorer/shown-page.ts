/**
 * A file of `acap report --html` → what it shows, drawn without a browser: the markup of its views, and of the pages of its
 * crawlers. test/e2e/report-pages.test.ts looks at the same in Chromium.
 */
import type { FrozenDesk } from '../../../src/explorer/policy-picture.ts'

// Their types are those of a browser, which the rest of the tests does not have.
const { renderToString } = await import('preact-render-to-string' as string)
const PAGE = '../../../src/explorer/page'
const { crawlerView } = await import(`${PAGE}/crawler.ts` as string)
const { crawlersView } = await import(`${PAGE}/crawlers.ts` as string)
const { frozenProps } = await import(`${PAGE}/desk-props.ts` as string)
const { frozenOverview } = await import(`${PAGE}/frozen-overview.ts` as string)

interface ShownPage {
  readonly data: FrozenDesk
  readonly overview: string
  readonly crawlers: string
  readonly crawler: (name: string) => string
}

/** What the file holds as data. */
export function dataIn(page: string): FrozenDesk {
  return JSON.parse(/<script type="application\/json" id="report">(.*?)<\/script>/s.exec(page)![1]!)
}

/** `news`: what the page of a server knows besides, such as what comes now. */
export function shownPage(page: string, news: object = {}): ShownPage {
  const data = dataIn(page)
  const props = { ...frozenProps(data, data.sites[0]), ...news }
  return {
    data,
    overview: renderToString(frozenOverview(props)),
    crawlers: renderToString(crawlersView(props)),
    crawler: (name) => renderToString(crawlerView(name, props)),
  }
}

/** Markup as a reader sees it: its words, with one blank between. */
export function wordsOf(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim()
}
