/**
 * Crawlers' clocks in Redis or Valkey, so that several gates keep one rate. A question has a small
 * deadline. While the server is away no crawler waits for it: robots.txt states the rates, nothing
 * enforces them, and the log says so once.
 */
import { createClient } from '@redis/client'
import { within } from '../../edge/after.ts'
import { logEvent, logWarning } from '../../edge/log.ts'
import type { LogSink, PaceStore } from '../../edge/platform.ts'

export const DEADLINE_MS = 100
/**
 * How long a server that did not answer is left alone, in milliseconds: else each crawler would
 * wait for it.
 */
const REST_MS = 1000
const MAX_RECONNECT_MS = 2000
/** Questions that wait on one connection; more are not asked. */
const MOST_WAITING = 10_000

/**
 * `waitingTime` of src/edge/pace.ts, with the server's own clock, in one step. A key lives no
 * longer than it matters.
 */
const ADMIT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local interval = tonumber(ARGV[1])
local last = redis.call('GET', KEYS[1])
if last and tonumber(last) <= now then
  local left = tonumber(last) + interval - now
  if left > 0 then return left end
end
redis.call('SET', KEYS[1], now, 'PX', interval)
return 0
`

export class RedisPaces implements PaceStore {
  readonly #log: LogSink
  readonly #client: ReturnType<typeof newClient>
  #isUp = false
  #wasReported = false
  #restsUntil = -Infinity

  readonly #deadline: number

  private constructor(url: string, log: LogSink, deadline: number) {
    this.#log = log
    this.#deadline = deadline
    this.#client = newClient(url)
    this.#client.on('error', (fault) => this.#lose(fault))
    this.#client.on('ready', () => this.#find())
  }

  /**
   * Connects; settles when the server is there, or the first attempt has failed or takes too long.
   * It goes on trying.
   * @throws TypeError for a URL that is none of Redis.
   */
  static async connect(url: string, log: LogSink, deadline = DEADLINE_MS): Promise<RedisPaces> {
    const paces = new RedisPaces(url, log, deadline)
    const first = new Promise<void>((resolve) => {
      paces.#client.once('ready', () => resolve())
      paces.#client.once('error', () => resolve())
    })
    paces.#client.connect().catch((fault) => paces.#lose(fault))
    await answerWithin(REST_MS, first).catch((fault) => paces.#lose(fault))
    return paces
  }

  get isUp(): boolean {
    return this.#isUp
  }

  async admit(key: string, interval: number): Promise<number> {
    if (!this.#client.isReady || performance.now() < this.#restsUntil) return 0
    try {
      const left = await answerWithin(
        this.#deadline,
        this.#ask(`acap:pace:${key}`, String(Math.ceil(interval))),
      )
      this.#find()
      return left
    } catch (fault) {
      this.#restsUntil = performance.now() + REST_MS
      this.#lose(fault)
      return 0
    }
  }

  close(): void {
    this.#client.destroy()
  }

  async #ask(key: string, interval: string): Promise<number> {
    return Number(await this.#client.eval(ADMIT, { keys: [key], arguments: [interval] }))
  }

  #find(): void {
    if (this.#isUp) return
    this.#isUp = true
    this.#wasReported = false
    logEvent(this.#log, 'rates', { state: 'counted in Redis' })
  }

  #lose(fault: unknown): void {
    this.#isUp = false
    if (this.#wasReported) return
    this.#wasReported = true
    logWarning(this.#log, 'rates', { state: 'Redis is away: rates are not enforced', fault })
  }
}

function newClient(url: string) {
  return createClient({
    url,
    name: 'acap-gate',
    disableOfflineQueue: true,
    commandsQueueMaxLength: MOST_WAITING,
    socket: {
      connectTimeout: REST_MS,
      reconnectStrategy: (attempts) => Math.min(100 * 2 ** attempts, MAX_RECONNECT_MS),
    },
  })
}

function answerWithin<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  return within(milliseconds, answer, () => {
    throw new Error(`Redis did not answer within ${milliseconds} ms`)
  })
}
