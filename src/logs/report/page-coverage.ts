/**
 * Computes the share of read pages that each crawler has fetched, by section; from a sample if
 * there are too many.
 */
import { cached } from '../../base/cached.ts'
import { addTo, mostFirst, sumOf } from '../../base/counts.ts'
import type { LogClients } from '../judge/log-clients.ts'
import type { PagesRead } from './crawl-report.ts'
import { hashOf } from './log-overlap.ts'

const MOST_PAGES = 50_000
const MOST_SECTIONS = 10

export interface SitemapPage {
  readonly host: string
  readonly target: string
}

export class PageCoverage {
  /** By the number of the site and the path: the crawlers that have read it. */
  readonly #pages = new Map<string, Set<string>>()
  /** Whether the pages are those of a sitemap: others do not count. */
  #isClosed = false
  /** Pages whose hash has some of these bits are left out. */
  #mask = 0

  /**
   * Takes the pages of a sitemap, as far as they are of one of the sites, and no others from now
   * on.
   */
  close(sitemap: readonly SitemapPage[], clients: LogClients): void {
    for (const { host, target } of sitemap) {
      const place = clients.isForeign(host) ? undefined : clients.placeOf(host)
      if (place !== undefined) this.add(place, target, null)
    }
    this.#isClosed = true
  }

  /** A page of a site that somebody has read; `crawler` is null for readers. */
  add(place: number, target: string, crawler: string | null): void {
    const query = target.indexOf('?')
    const path = place + (query < 0 ? target : target.slice(0, query))
    let crawlers = this.#pages.get(path)
    if (crawlers === undefined) {
      if (this.#isClosed || (hashOf(path) & this.#mask) !== 0) return
      crawlers = NOBODY
      this.#pages.set(kept(path), crawlers)
      if (this.#pages.size > MOST_PAGES) this.#thin()
    }
    if (crawler === null || crawlers.has(crawler)) return
    if (crawlers === NOBODY) this.#pages.set(path, new Set([crawler]))
    else crawlers.add(crawler)
  }

  /**
   * What each crawler has read. Goes over the pages once: there may be as many crawlers as pages.
   */
  report(): (crawler: string) => PagesRead {
    const all = new Map<string, number>()
    const byCrawler = new Map<string, Map<string, number>>()
    for (const [page, crawlers] of this.#pages) {
      const section = sectionOf(page)
      addTo(all, section)
      for (const crawler of crawlers) {
        const own = cached(byCrawler, crawler, () => new Map<string, number>())
        addTo(own, section)
      }
    }
    return (crawler: string) => this.#pagesRead(byCrawler.get(crawler) ?? new Map(), all)
  }

  #pagesRead(read: ReadonlyMap<string, number>, all: ReadonlyMap<string, number>): PagesRead {
    const factor = this.#mask + 1
    const sections = [...read]
      .map(([section, pages]) => ({
        section,
        pages: pages * factor,
        of: all.get(section)! * factor,
      }))
      .sort(mostFirst('pages', 'section'))
    return {
      pages: sumOf(sections, ({ pages }) => pages),
      of: this.#pages.size * factor,
      estimated: this.#mask !== 0,
      sections: sections.slice(0, MOST_SECTIONS),
    }
  }

  #thin(): void {
    this.#mask = 2 * this.#mask + 1
    for (const path of this.#pages.keys())
      if ((hashOf(path) & this.#mask) !== 0) this.#pages.delete(path)
  }
}

/** Most pages are read by readers alone. Never changed. */
const NOBODY: Set<string> = new Set()

/** The first segment of a page's path, with its slashes. */
export function sectionOf(page: string): string {
  const start = page.indexOf('/')
  const end = page.indexOf('/', start + 1)
  return end < 0 ? '/' : page.slice(start, end + 1)
}

/**
 * The same text by itself: engines let a path hold on to the block of a log that it was cut from.
 * Joining copies it.
 */
function kept(text: string): string {
  return ` ${text}`.slice(1)
}
