/**
 * Hosts that no site names → a line for each, once. Clients choose hosts, so only a few are remembered.
 */
import { logEvent } from '../edge/log.ts'
import type { LogSink } from '../edge/platform.ts'

const MOST_HOSTS = 20
/** The longest name of a host (RFC 1035 2.3.4), and a port. */
const MOST_CHARACTERS = 261

/** Reports unknown hosts. */
export class UnknownHosts {
  readonly #log: LogSink
  readonly #hosts = new Set<string>()

  constructor(log: LogSink) {
    this.#log = log
  }

  /** Logs a host whose request was passed on; the same host only once. */
  readonly report = (host: string): void => {
    const hosts = this.#hosts
    if (hosts.size > MOST_HOSTS || hosts.has(host)) return
    hosts.add(host)
    const isLast = hosts.size > MOST_HOSTS
    const name = host.slice(0, MOST_CHARACTERS)
    const state = isLast ? "more hosts are no site's: they are not listed" : `${name} is no site's host: passed on`
    logEvent(this.#log, 'host', { state })
  }
}
