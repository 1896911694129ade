/**
 * Keeps Overview and Crawlers up to date in the page that a server serves. The frozen report draws
 * the same views by frozen.ts.
 */
import { render } from 'preact'
import type { SiteReport } from '../../author/summary/site-report.ts'
import type { CrawlReport } from '../../logs/report/crawl-report.ts'
import type { LiveReport } from '../../logs/report/live-counts.ts'
import { PEOPLES_USES } from '../../words/uses.ts'
import type { Draft } from '../draft.ts'
import type { PolicyChange } from '../policy-change.ts'
import { outlookOf, type PolicyPicture, type SiteOutlook } from '../policy-picture.ts'
import { crawlerView } from './crawler.ts'
import { crawlersView } from './crawlers.ts'
import type { DeskProps } from './desk-props.ts'
import { byId, drawInSight } from './element.ts'
import { overviewView } from './overview.ts'
import { reader } from './workers.ts'

/** What `report.json` says. */
export interface SentReport extends Pick<DeskProps, 'labels' | 'remark' | 'words'> {
  /** Null without a log, or before it is read. */
  readonly report: CrawlReport | null
  readonly fault: string | null
  /** Whether the server tells what comes. */
  readonly isLive: boolean
}

const UNREAD: SentReport = {
  ...{ report: null, labels: {}, fault: null, remark: null, words: [], isLive: false },
}

export class DeskViews {
  readonly #take: (written: Draft, was: Draft) => boolean
  #sent: SentReport | null = null
  #draft: Draft | null = null
  #outlook: SiteOutlook | null = null
  #picture: PolicyPicture | null = null
  #crawler: string | null = null
  #said = ''
  #live: LiveReport | null = null

  constructor(take: (written: Draft, was: Draft) => boolean) {
    this.#take = take
  }

  /** Shows another policy, or the same with other files. */
  async show(draft: Draft): Promise<void> {
    if (draft.site !== this.#draft?.site) this.#said = ''
    this.#draft = draft
    const names = (this.#sent?.report?.crawlers ?? []).map(({ name }) => name)
    const picture = await reader.ask('picture', { draft, names })
    if (picture === null || draft !== this.#draft) return
    this.#picture = picture
    this.#draw()
  }

  summarise(summary: SiteReport | null): void {
    this.#outlook = summary && outlookOf(summary)
    this.#draw()
  }

  /** Takes over what the log says now. */
  report(sent: SentReport): void {
    this.#sent = sent
    if (this.#draft === null) this.#draw()
    else void this.show(this.#draft)
  }

  /** Takes over what came in the last minute, hour and day. */
  live(report: LiveReport): void {
    this.#live = report
    this.#drawOverview()
  }

  open(crawler: string | null): void {
    this.#crawler = crawler
    this.#draw()
  }

  #press(name: string, opens: boolean): Promise<void> {
    const set = { who: { kind: 'crawler', name }, use: PEOPLES_USES[0]!, path: '/', opens } as const
    return this.#change(
      { kind: 'switch', set },
      ' Not saved yet: see what it opens and closes beside Save.',
    )
  }

  async #refuseForged(refuses: boolean): Promise<void> {
    this.#say('Reading the log \u2026')
    await reader.learn(this.#draft!.site)
    return this.#change({ kind: 'forged', refuses })
  }

  async #change(change: PolicyChange, next = ''): Promise<void> {
    const draft = this.#draft!
    const answer = await reader.ask('change', { draft, change })
    if (answer === null) return
    const isTaken = answer.draft === null || this.#take(answer.draft, draft)
    const words = `${answer.words}${answer.draft === null ? '' : next}`
    this.#say(isTaken ? words : 'The files have changed meanwhile. Try again.')
  }

  #say(said: string): void {
    this.#said = said
    this.#draw()
  }

  #draw(): void {
    this.#drawOverview()
    drawInSight('crawlers-view', () => {
      const crawler = this.#crawler
      const view = crawler === null ? crawlersView(this.#props) : crawlerView(crawler, this.#props)
      render(view, byId('crawlers-view'))
    })
  }

  #drawOverview(): void {
    drawInSight('overview-view', () => render(overviewView(this.#props), byId('overview-view')))
  }

  get #props(): DeskProps {
    return {
      ...(this.#sent ?? UNREAD),
      isRead: this.#sent !== null,
      live: this.#live,
      picture: this.#picture,
      outlook: this.#outlook,
      control: {
        press: (name, opens) => void this.#press(name, opens),
        refuseForged: (refuses) => void this.#refuseForged(refuses),
        part: openBoard,
      },
      said: this.#said,
    }
  }
}

/** Opens the board of switches with a row for a crawler. */
function openBoard(name: string): void {
  const input = byId<HTMLInputElement>('switch-name')
  input.value = name
  input.dispatchEvent(new Event('change'))
  location.hash = '#/rules'
}
