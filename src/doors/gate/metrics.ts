/**
 * What a gate did, in numbers for Prometheus: those of requests are taken from their log lines, so
 * both doors count alike and each request counts once. Labels are names of the policy and the
 * registry, outcomes and classes of status, so that no client can make a new one; of the names that
 * unknown clients declare, the first few.
 */
import type { Server } from 'node:http'
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObject,
  Registry,
} from 'prom-client'
import type { LineCounter, LogSink } from '../../edge/platform.ts'
import type { LogLine } from '../../words/log-line.ts'
import { isCounted } from './gate-answers.ts'

/**
 * The label of crawlers without a name that policy or registry know, and of sites without policies.
 */
const UNNAMED = 'other'
/** Names that unknown clients declare; those that come later are counted together. */
const MOST_DECLARED = 64
/** The same for crawlers: they are chosen by their headers, from a list of some thousand. */
const MOST_CRAWLERS = 512
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class Metrics implements LineCounter {
  readonly #registry = new Registry()
  readonly #decisions = this.#counter(
    'acap_decisions_total',
    'Requests of crawlers; `crawler` is a name of the policy or the registry, else `other`; ' +
      'one that is `forged` only claims it.',
    ['site', 'crawler', 'outcome', 'mode', 'assurance'],
  )
  readonly #declared = this.#counter(
    'acap_declared_total',
    'Requests of unknown clients, by the name that they declare themselves by; ' +
      '`other` after the first 64.',
    ['site', 'name'],
  )
  readonly #robots = this.#counter(
    'acap_robots_fetches_total',
    'Fetches of robots.txt by crawlers.',
    ['site', 'crawler'],
  )
  readonly #bytes = this.#counter(
    'acap_crawler_bytes_total',
    'Octets of bodies that crawlers were sent; none behind `--authorize`, ' +
      'where the other server sends them.',
    ['site'],
  )
  readonly #spared = this.#counter(
    'acap_bytes_not_sent_total',
    'Octets that refusals spared, estimated: each counts as the mean of the pages that crawlers ' +
      'got of the site, less its own.',
    ['site'],
  )
  readonly #declaredNames = new Set<string>()
  readonly #crawlerNames = new Set<string>()
  readonly #readers = new Map<string, number>()
  readonly #pages = new Map<string, { count: number; bytes: number }>()
  readonly #requests = new Histogram({
    name: 'acap_request_duration_seconds',
    help: 'Requests, by the class of their status (`2xx`), the time of the origin included.',
    labelNames: ['status'] as const,
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #reloads = this.#counter(
    'acap_policy_reloads_total',
    'Attempts to put other policies in force: `good`, or `bad` where the last ones stay.',
    ['result'],
  )
  readonly #lines = this.#counter(
    'acap_log_lines_total',
    'Lines of the log that are a `warning` or an `error`.',
    ['level'],
  )

  /**
   * `bundle`: the hash of the one in force; `ratesAreUp`: null where rates are counted in memory.
   */
  constructor({
    bundle,
    ratesAreUp,
  }: { bundle(): string | null; ratesAreUp: (() => boolean) | null }) {
    const registers = [this.#registry]
    const readers = this.#readers
    collectDefaultMetrics({ register: this.#registry })
    new Counter({
      name: 'acap_reader_requests_total',
      help: 'Requests of readers.',
      labelNames: ['site'],
      registers,
      // A request of a reader costs no more than a number.
      collect() {
        this.reset()
        for (const [site, count] of readers) this.inc({ site }, count)
      },
    })
    for (const result of ['good', 'bad']) this.#reloads.inc({ result }, 0)
    for (const level of ['warning', 'error']) this.#lines.inc({ level }, 0)
    new Gauge({
      name: 'acap_bundle_info',
      help: '1 for the policies in force, by the beginning of their hash, as in the log.',
      labelNames: ['hash'],
      registers,
      collect() {
        this.reset()
        const hash = bundle()
        if (hash !== null) this.set({ hash: hash.slice(0, 16) }, 1)
      },
    })
    if (ratesAreUp === null) return
    new Gauge({
      name: 'acap_rates_up',
      help: 'Whether Redis answers; only with `--redis`.',
      registers,
      collect() {
        this.set(ratesAreUp() ? 1 : 0)
      },
    })
  }

  readonly count = (line: LogLine): void => {
    const { crawler, assurance, outcome, mode, robotsHash } = line
    const site = line.site ?? UNNAMED
    const name = crawler?.name ?? UNNAMED
    if (crawler?.listed === false && crawler.name !== null) {
      this.#declared.inc({ site, name: bounded(this.#declaredNames, name, MOST_DECLARED) })
    }
    if (outcome === 'reader') {
      this.countReader(site)
      return
    }
    const known =
      crawler?.listed === true ? bounded(this.#crawlerNames, name, MOST_CRAWLERS) : UNNAMED
    this.#decisions.inc({
      site,
      crawler: known,
      outcome,
      mode: mode ?? 'none',
      assurance: assurance.level,
    })
    if (robotsHash !== null) this.#robots.inc({ site, crawler: known })
    this.#countBytes(site, line)
  }

  readonly countReader = (site: string): void => {
    this.#readers.set(site, (this.#readers.get(site) ?? 0) + 1)
  }

  reloaded(isGood: boolean): void {
    this.#reloads.inc({ result: isGood ? 'good' : 'bad' })
  }

  observe(server: Server): void {
    server.prependListener('request', (_, outgoing) => {
      const start = performance.now()
      outgoing.once('close', () => {
        if (!isCounted(outgoing)) return
        const status = outgoing.headersSent ? `${Math.floor(outgoing.statusCode / 100)}xx` : 'none'
        this.#requests.observe({ status }, (performance.now() - start) / 1000)
      })
    })
  }

  counted(log: LogSink): LogSink {
    const counting = (level: string, write: (line: string) => void) => (line: string) => {
      this.#lines.inc({ level })
      write(line)
    }
    return {
      log: log.log,
      warn: counting('warning', log.warn),
      error: counting('error', log.error),
    }
  }

  described(): readonly MetricObject[] {
    return this.#registry.getMetricsAsArray()
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  text(): Promise<string> {
    return this.#registry.metrics()
  }

  #countBytes(site: string, { outcome, mode, method, status, bytes }: LogLine): void {
    if (bytes === null) return
    this.#bytes.inc({ site }, bytes)
    const pages = this.#pages.get(site) ?? { count: 0, bytes: 0 }
    const isRefused = mode === 'enforce' && (outcome === 'prohibited' || outcome === 'deferred')
    if (outcome === 'permitted' && method === 'GET' && status === 200) {
      this.#pages.set(site, { count: pages.count + 1, bytes: pages.bytes + bytes })
    } else if (isRefused && pages.count > 0) {
      this.#spared.inc({ site }, Math.max(0, pages.bytes / pages.count - bytes))
    }
  }

  #counter<const Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] })
  }
}

function bounded(names: Set<string>, name: string, most: number): string {
  if (names.size < most) names.add(name)
  return names.has(name) ? name : UNNAMED
}
