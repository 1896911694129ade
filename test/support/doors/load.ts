/**
 * Requests at a rate, for sites of a Worker: readers, crawlers, and who asks for robots.txt.
 */
import { Agent, request } from 'node:http'
import { random } from '../base/random.ts'
import { type Judge, SITES } from '../published-versions.ts'
import { BROWSER } from '../tagging-policy.ts'

export const CRAWLER = 'GPTBot/1.2'
/** Requests a second. */
export const RATE = Number(process.env.ACAP_RATE ?? 1000)
const MOST_WAITING = 4000
const agent = new Agent({ keepAlive: true, maxSockets: 256 })
const RELIEF = new Agent({ keepAlive: true })

export interface Answer {
  readonly status: number
  readonly text: string
  readonly etag: string
}

export function ask(
  port: number,
  site: string,
  path: string,
  userAgent: string,
  by = agent,
): Promise<Answer> {
  const headers = { host: `${site}.test`, 'user-agent': userAgent }
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, headers, agent: by }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: answer.statusCode!, text, etag: answer.headers.etag ?? '' })
      })
    })
    // As browsers do: the server may close a connection that has rested when the next request is on its way.
    sent.on('error', (fault) =>
      sent.reusedSocket ? resolve(ask(port, site, path, userAgent, by)) : reject(fault),
    )
    sent.end()
  })
}

export interface Ports {
  readonly edge: number
  /** A Worker in another process that gives a constant answer: how long that takes is the machine's. */
  readonly constant: number
}

/** Requests at a rate, no matter how soon they are answered. */
export class Load {
  readonly #ports: Ports
  readonly #judge: Judge
  readonly #next = random(9309)
  readonly #waiting = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | null = null
  #sent = 0
  #latencies: number[] = []
  #constant: number[] = []
  #began = 0

  constructor(ports: Ports, judge: Judge) {
    this.#ports = ports
    this.#judge = judge
  }

  start(): void {
    this.#began = performance.now()
    this.#sent = 0
    this.#latencies = []
    this.#constant = []
    const due = () => Math.floor(((performance.now() - this.#began) * RATE) / 1000)
    this.#timer = setInterval(() => {
      while (this.#sent < due() && this.#waiting.size < MOST_WAITING) this.#send()
    }, 5)
  }

  /** Ends when everything is answered; gives a line about it. */
  async stop(name: string): Promise<string> {
    clearInterval(this.#timer!)
    const seconds = (performance.now() - this.#began) / 1000
    await Promise.all(this.#waiting)
    const rate = (this.#sent / seconds).toFixed(0)
    return `${name}: ${rate}/s, readers ${shares(this.#latencies)}; a constant answer ${shares(this.#constant)}`
  }

  #send(): void {
    this.#sent++
    const work = this.#ask(SITES[this.#next(SITES.length)]!, this.#next(20)).catch((fault) => {
      this.#judge.faults.push(String(fault))
    })
    this.#waiting.add(work)
    void work.finally(() => this.#waiting.delete(work))
  }

  async #ask(site: string, kind: number): Promise<void> {
    const from = this.#judge.reached(site)
    const begun = performance.now()
    const { edge, constant } = this.#ports
    if (kind === 0) {
      await ask(constant, site, '/a', BROWSER, RELIEF)
      this.#constant.push(performance.now() - begun)
    } else if (kind < 16) {
      this.#judge.reader(await ask(edge, site, '/a', BROWSER))
      this.#latencies.push(performance.now() - begun)
    } else if (kind < 19)
      this.#judge.refusal(site, await ask(edge, site, '/closed/a', CRAWLER), from)
    else this.#judge.robots(site, await ask(edge, site, '/robots.txt', CRAWLER), from)
  }
}

/** How long answers took: the half of them, 99 % of them, and each. */
function shares(latencies: readonly number[]): string {
  const sorted = [...latencies].sort((a, b) => a - b)
  const within = [0.5, 0.99, 1].map((share) =>
    sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1),
  )
  return `${within.join(', ')} ms`
}
