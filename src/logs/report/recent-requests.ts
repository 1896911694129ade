/**
 * Collects crawlers' requests of a log's last seven days, merging equal ones, to try policy changes
 * on them.
 */
import { cached } from '../../base/cached.ts'
import { addTo, sumOf } from '../../base/counts.ts'
import type { SiteContext } from '../../decide/judge.ts'
import { proofOf } from '../judge/client-proof.ts'
import { LogClients } from '../judge/log-clients.ts'
import type { LogEntry } from '../judge/log-entry.ts'
import { HOUR } from './counting.ts'

/** Requests of a site. */
export interface RecentTraffic {
  /** The time of the last one in the log, in milliseconds since 1970. */
  readonly to: number
  readonly agents: readonly string[]
  /**
   * The places in `agents` of those whose name failed its check: the same header may be another's
   * by right.
   */
  readonly forged: readonly number[]
  /** Whether some name was checked: without lists of addresses, none is. */
  readonly isChecked: boolean
  readonly targets: readonly string[]
  /** Places in `agents` and `targets`, the hour, and how many. */
  readonly rows: readonly (readonly [agent: number, target: number, hour: number, count: number])[]
  /** Requests beyond what is kept. */
  readonly leftOut: number
}

const DAY = 24 * HOUR
const DAYS = 7
/** Alike requests of one day that are kept: a page tries each of them. */
const MOST_A_DAY = 10_000
const LONGEST_TARGET = 2000

type Client = [userAgent: string, isForged: boolean]
type Key = [...Client, target: string, hour: number]

interface Day {
  readonly counts: Map<string, number>
  leftOut: number
}

export class RecentRequests {
  readonly #clients: LogClients
  readonly #sites: readonly Map<number, Day>[]
  #last = 0
  #isChecked = false

  constructor(contexts: readonly SiteContext[]) {
    this.#clients = new LogClients(contexts)
    this.#sites = contexts.map(() => new Map())
  }

  /**
   * Readers are left out: no policy changes what they get. Requests without a time are of no day.
   */
  add(entry: LogEntry): void {
    const { time, count, userAgent, target } = entry
    const client = Number.isNaN(time) ? null : this.#clients.clientOf(entry)
    if (client === null || (client.agent.kind === 'reader' && client.agent.declared === null))
      return
    if (time > this.#last) this.#last = time
    const day = Math.floor(time / DAY)
    const days = this.#sites[client.place]!
    const { counts, leftOut } = cached(days, day, (): Day => ({ counts: new Map(), leftOut: 0 }))
    const hour = Math.floor(time / HOUR)
    const proof = proofOf(entry, client)
    this.#isChecked ||= proof !== 'unchecked'
    const isForged = proof === 'forged'
    const key = JSON.stringify([userAgent, isForged, target.slice(0, LONGEST_TARGET), hour])
    if (counts.has(key) || counts.size < MOST_A_DAY) addTo(counts, key, count)
    else days.set(day, { counts, leftOut: leftOut + count })
    for (const old of days.keys()) if (old < this.#last / DAY - DAYS - 1) days.delete(old)
  }

  /** The requests of each site, in the order of the contexts. */
  traffic(): readonly RecentTraffic[] {
    return this.#sites.map((days) => {
      const agents = new Map<string, number>()
      const targets = new Map<string, number>()
      const placeOf = (places: Map<string, number>, text: string) =>
        cached(places, text, () => places.size)
      const first = this.#last - DAYS * DAY
      const rows = [...days.values()].flatMap(({ counts }) =>
        [...counts].flatMap(([key, count]): RecentTraffic['rows'] => {
          const [agent, isForged, target, hour] = JSON.parse(key) as Key
          if (hour * HOUR < first) return []
          const client = JSON.stringify([agent, isForged])
          return [[placeOf(agents, client), placeOf(targets, target), hour * HOUR, count]]
        }),
      )
      const leftOut = sumOf([...days.values()], (day) => day.leftOut)
      const clients = [...agents.keys()].map((client) => JSON.parse(client) as Client)
      return {
        to: this.#last,
        agents: clients.map(([agent]) => agent),
        forged: clients.flatMap(([, isForged], place) => (isForged ? [place] : [])),
        isChecked: this.#isChecked,
        targets: [...targets.keys()],
        rows,
        leftOut,
      }
    })
  }
}
