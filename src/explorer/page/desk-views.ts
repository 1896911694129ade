/** The log's report and the open policy → the views Overview and Crawlers of the page that is served. */
import { h, render } from 'preact'
import type { SiteReport } from '../../author/summary/site-report.ts'
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import { PEOPLES_USES } from '../../words/uses.ts'
import type { CrawlerUses } from '../crawler-uses.ts'
import type { Draft } from '../draft.ts'
import { whoInWords } from '../switch-words.ts'
import type { Background } from './background.ts'
import { CrawlerPage } from './crawler.ts'
import { Crawlers } from './crawlers.ts'
import { byId } from './element.ts'
import { type KindUses, Overview } from './overview.ts'
import { ROWS, usesIn } from './writing.ts'

/** What `report.json` says: null without a log, or before it is read. */
export interface SentReport {
  readonly report: CrawlReport | null
  readonly fault: string | null
}

export class DeskViews {
  readonly #background: Background
  readonly #take: (written: Draft, was: Draft) => boolean
  #sent: SentReport | null = null
  #draft: Draft | null = null
  #summary: SiteReport | null = null
  #kinds: readonly KindUses[] = []
  #uses: readonly CrawlerUses[] = []
  #crawler: string | null = null
  #said = ''

  constructor(background: Background, take: (written: Draft, was: Draft) => boolean) {
    this.#background = background
    this.#take = take
  }

  /** Shows another policy, or the same with other files. */
  async show(draft: Draft): Promise<void> {
    if (draft.site !== this.#draft?.site) this.#said = ''
    this.#draft = draft
    const names = (this.#sent?.report?.crawlers ?? []).map(({ name }) => name)
    const sets = ROWS.flatMap((who) => usesIn(who).map((use) => ({ who, use })))
    const [uses, states] = await Promise.all([
      this.#background.ask('uses', { draft, names }),
      this.#background.ask('picture', { draft, path: '/', sets }),
    ])
    if (uses === null || states === null || draft !== this.#draft) return
    this.#uses = uses
    this.#kinds = ROWS.map((who) => {
      const own = PEOPLES_USES.map((use) =>
        sets.findIndex((set) => set.who === who && set.use === use),
      )
      return { kind: whoInWords(who), states: own.map((at) => states[at] ?? null) }
    })
    this.#draw()
  }

  summarise(summary: SiteReport | null): void {
    this.#summary = summary
    this.#draw()
  }

  /** Takes over what the log says now. */
  report(sent: SentReport): void {
    this.#sent = sent
    if (this.#draft === null) this.#draw()
    else void this.show(this.#draft)
  }

  open(crawler: string | null): void {
    this.#crawler = crawler
    this.#draw()
  }

  async #press(name: string, opens: boolean): Promise<void> {
    const draft = this.#draft!
    const set = { who: { kind: 'crawler', name }, use: PEOPLES_USES[0]!, path: '/', opens } as const
    const answer = await this.#background.ask('press', { draft, set })
    if (answer === null) return
    const isTaken = answer.draft === null || this.#take(answer.draft, draft)
    const next =
      answer.draft === null ? '' : ' Not saved yet: see what it opens and closes beside Save.'
    this.#said = isTaken ? `${answer.words}${next}` : 'The files have changed meanwhile. Try again.'
    this.#draw()
  }

  #draw(): void {
    const { report, fault } = this.#sent ?? { report: null, fault: null }
    const isRead = this.#sent !== null
    const picture = { kinds: this.#kinds, report: this.#summary }
    const press = (name: string, opens: boolean) => void this.#press(name, opens)
    const crawler = this.#crawler
    const conduct = report?.crawlers.find(({ name }) => name === crawler) ?? null
    render(h(Overview, { report, fault, isRead, picture }), byId('overview-view'))
    const table = {
      report,
      fault,
      isRead,
      uses: this.#uses,
      press,
      part: openBoard,
      said: this.#said,
    }
    render(
      crawler === null ? h(Crawlers, table) : h(CrawlerPage, { name: crawler, conduct }),
      byId('crawlers-view'),
    )
  }
}

/** Opens the board of switches with a row for a crawler. */
function openBoard(name: string): void {
  const input = byId<HTMLInputElement>('switch-name')
  input.value = name
  input.dispatchEvent(new Event('change'))
  location.hash = '#/rules'
}
