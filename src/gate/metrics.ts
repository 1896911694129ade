/**
 * What a gate did, in numbers for Prometheus. Labels are names of the policy and the registry, outcomes and classes of
 * status, so that no client can make a new one; of the names that unknown clients declare, the first few.
 */
import type { Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObject, Registry } from 'prom-client'
import type { DecisionCounter, LogSink } from '../edge/platform.ts'
import { isCounted } from './counted.ts'

/** The label of crawlers without a name, and of those whose name failed its check. */
const UNNAMED = 'other'
/** Names that unknown clients declare; those that come later are counted together. */
const MOST_DECLARED = 64
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The numbers of one gate. */
export class Metrics implements DecisionCounter {
  readonly #registry = new Registry()
  readonly #decisions = new Counter({
    name: 'acap_decisions_total',
    help: 'Decisions on crawlers, by a name of the policy or the registry, else `other`.',
    labelNames: ['site', 'crawler', 'outcome', 'mode'] as const,
    registers: [this.#registry],
  })
  readonly #declared = new Counter({
    name: 'acap_declared_total',
    help: 'Requests of unknown clients, by the name that they declare; the first 64 names, then `other`.',
    labelNames: ['site', 'name'] as const,
    registers: [this.#registry],
  })
  readonly #declaredNames = new Set<string>()
  readonly #requests = new Histogram({
    name: 'acap_request_duration_seconds',
    help: 'Requests, by the class of their status (`2xx`), the time of the origin included.',
    labelNames: ['status'] as const,
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #reloads = new Counter({
    name: 'acap_policy_reloads_total',
    help: 'Attempts to put other policies in force: `good`, or `bad` where the last ones stay.',
    labelNames: ['result'] as const,
    registers: [this.#registry],
  })
  readonly #lines = new Counter({
    name: 'acap_log_lines_total',
    help: 'Lines of the log that are a `warning` or an `error`.',
    labelNames: ['level'] as const,
    registers: [this.#registry],
  })

  /** `bundle`: the hash of the one in force; `ratesAreUp`: null where rates are counted in memory. */
  constructor({ bundle, ratesAreUp }: { bundle(): string | null; ratesAreUp: (() => boolean) | null }) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
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

  readonly count: DecisionCounter['count'] = ({ crawler, outcome }, { site, mode }) => {
    this.#decisions.inc({ site: site.name, crawler: crawler.name ?? UNNAMED, outcome, mode })
    if (crawler.declared !== undefined) this.countDeclared(crawler.declared, site.name)
  }

  readonly countDeclared = (name: string, site: string): void => {
    if (this.#declaredNames.size < MOST_DECLARED) this.#declaredNames.add(name)
    this.#declared.inc({ site, name: this.#declaredNames.has(name) ? name : UNNAMED })
  }

  reloaded(isGood: boolean): void {
    this.#reloads.inc({ result: isGood ? 'good' : 'bad' })
  }

  /** Times the requests of a server. */
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

  /** A log whose warnings and errors are counted. */
  counted(log: LogSink): LogSink {
    const counting = (level: string, write: (line: string) => void) => (line: string) => {
      this.#lines.inc({ level })
      write(line)
    }
    return { log: log.log, warn: counting('warning', log.warn), error: counting('error', log.error) }
  }

  /** What it measures, for docs/servers.md. */
  described(): readonly MetricObject[] {
    return this.#registry.getMetricsAsArray()
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  /** In the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }
}
