/**
 * Keeps Overview and Crawlers up to date in the page that a server serves. The frozen report draws
 * the same views by frozen.ts.
 */
import { render } from 'preact'
import type { SiteReport } from '../../author/summary/site-report.ts'
import type { LiveReport } from '../../logs/report/live-counts.ts'
import { PEOPLES_USES } from '../../words/uses.ts'
import { brokenFolder } from '../broken-folder.ts'
import type { Visits } from '../closed-search.ts'
import type { Draft } from '../draft.ts'
import type { PolicyChange } from '../policy-change.ts'
import { outlookOf } from '../policy-picture.ts'
import { crawlerView } from './crawler.ts'
import { crawlersView } from './crawlers.ts'
import type { DeskProps } from './desk-props.ts'
import { byId, drawInSight } from './element.ts'
import { overviewView } from './overview.ts'
import { reader } from './workers.ts'
import type { TakeWritten } from './writing.ts'

/** What `report.json` says. */
export interface SentReport extends Pick<DeskProps, 'report' | 'labels' | 'fault' | 'remark'> {
  /** Whether the server tells what comes. */
  readonly isLive: boolean
}

export class DeskViews {
  readonly #take: TakeWritten
  #draft: Draft | null = null
  #crawler: string | null = null
  #props: DeskProps = {
    ...{
      report: null,
      labels: {},
      fault: null,
      remark: null,
      isRead: false,
      live: null,
    },
    ...{ picture: null, outlook: null, said: '', decided: new Map() },
    control: {
      press: (name, opens) => void this.#press(name, opens),
      refuseForged: (refuses) => void this.#refuseForged(refuses),
      part: (name) => openBoard(name, brokenFolder(this.#props.report, name)),
    },
  }

  /** `take` gets what a control has written, and takes it if the files are still the same. */
  constructor(take: TakeWritten) {
    this.#take = take
  }

  /**
   * Shows another policy, or the same with other files. Once it is as on disk, what was said of the
   * change, and of saving it, no longer holds.
   */
  async show(draft: Draft, isChanged = true): Promise<void> {
    if (draft.site !== this.#draft?.site || !isChanged) this.#props = { ...this.#props, said: '' }
    if (draft.site !== this.#draft?.site) this.#props = { ...this.#props, decided: new Map() }
    this.#draft = draft
    const names = (this.#props.report?.crawlers ?? []).map(({ name }) => name)
    const picture = await reader.ask('picture', { draft, names })
    if (picture !== null && draft === this.#draft) this.#set({ picture })
  }

  summarise(summary: SiteReport | null): void {
    this.#set({ outlook: summary && outlookOf(summary) })
  }

  /** Takes over what the log says now. */
  report(sent: SentReport): void {
    this.#props = { ...this.#props, ...sent, isRead: true }
    if (this.#draft === null) this.#draw()
    else void this.show(this.#draft)
  }

  /** Takes over what came in the last minute, hour and day. */
  live(live: LiveReport): void {
    this.#props = { ...this.#props, live }
    this.#drawOverview()
  }

  /** Takes over whom a Save has decided about. */
  saved(names: readonly string[], time: string): void {
    const decided = names.map((name) => [name, time] as const)
    this.#set({ decided: new Map([...this.#props.decided, ...decided]) })
  }

  get visits(): Visits {
    return this.#props.report?.referrals ?? []
  }

  open(crawler: string | null): void {
    this.#crawler = crawler
    this.#draw()
  }

  #press(name: string, opens: boolean): Promise<void> {
    const set = { who: { kind: 'crawler', name }, use: PEOPLES_USES[0]!, path: '/', opens } as const
    const next = ' Not saved yet: see what it opens and closes beside Save.'
    return this.#change({ kind: 'switch', set }, next)
  }

  async #refuseForged(refuses: boolean): Promise<void> {
    this.#set({ said: 'Reading the log \u2026' })
    await reader.learn(this.#draft!.site)
    return this.#change({ kind: 'forged', refuses })
  }

  async #change(change: PolicyChange, next = ''): Promise<void> {
    const draft = this.#draft!
    const answer = await reader.ask('change', { draft, change })
    if (answer === null) return
    const isTaken = answer.draft === null || this.#take(answer.draft, draft, change.kind)
    const words = `${answer.words}${answer.draft === null ? '' : next}`
    this.#set({ said: isTaken ? words : 'The files have changed meanwhile. Try again.' })
  }

  #set(news: Partial<DeskProps>): void {
    this.#props = { ...this.#props, ...news }
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
}

/** Opens the board of switches at a folder, with a row for a crawler. */
function openBoard(name: string, folder: string): void {
  byId<HTMLInputElement>('switch-path').value = folder
  const input = byId<HTMLInputElement>('switch-name')
  input.value = name
  input.dispatchEvent(new Event('change'))
  location.hash = '#/rules'
}
