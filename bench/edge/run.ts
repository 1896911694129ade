/**
 * What the edge costs: CPU time of workerd per request, beside Workers that do the least for the
 * same answers, all in one workerd, in many short interleaved rounds: a machine's speed drifts.
 * Needs nginx and h2load (apt install nginx-light nghttp2-client). `node bench/edge/run.ts [ROUNDS
 * [PART OF THE TITLES]]`
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { bundleOf } from '../../test/support/bundle.ts'
import { startNginx } from '../../test/support/debian.ts'
import {
  bundleWorker,
  freePort,
  type Running,
  type Service,
  startServices,
} from '../../test/support/edge/workerd.ts'
import { BROWSER } from '../../test/support/tagging-policy.ts'
import { cpuTime, median, paired, table } from '../measure.ts'
import { COMPARISONS, type Comparison, CRAWLER, POLICY } from './comparisons.ts'
import { makePages } from './pages.ts'
import { constant, logged, PROXY, rewriter, withHeaders } from './plain-workers.ts'

/** Characters of a decision's log line that do not come from the request. */
const LOGGED_REST = 240

const TAG = '<META name="robots" content="ACAP disallow-index">'

interface Load {
  /** Microseconds of CPU time of workerd for each request. */
  readonly cpu: number
  readonly perSecond: number
}

/** A burst of requests over eight connections. */
function load(pid: number, url: string, userAgent: string, count: number): Load {
  const before = cpuTime(pid)
  const options = ['--h1', '-c8', `-n${count}`, '-H', `user-agent: ${userAgent}`, url]
  const out = execFileSync('h2load', options, { encoding: 'utf8' })
  const done = Number(/requests: .* (\d+) done/.exec(out)?.[1])
  return {
    cpu: (cpuTime(pid) - before) / done,
    perSecond: Number(/, ([\d.]+) req\/s/.exec(out)?.[1]),
  }
}

/** The same by sixty crawlers, each time for a URL that was not asked for before. */
function variedLoad(pid: number, url: string, count: number): Load {
  const before = cpuTime(pid)
  const out = execFileSync(process.execPath, [VARIED_CLIENT, url, String(count)], {
    encoding: 'utf8',
  })
  return { cpu: (cpuTime(pid) - before) / count, perSecond: Number(out) }
}

const VARIED_CLIENT = new URL('varied-client.ts', import.meta.url).pathname

/** The plain Workers; the constant answer is the edge's own refusal in status, headers and size. */
async function plainWorkers(edge: string): Promise<Readonly<Record<string, string>>> {
  const ask = (path: string, userAgent: string) =>
    fetch(edge + path, { headers: { 'user-agent': userAgent } })
  const refusal = await ask('/closed/a', CRAWLER)
  const own = [...refusal.headers].filter(([name]) => name !== 'content-length')
  const size = (await refusal.arrayBuffer()).byteLength
  const picture = await ask('/tagged/1k.png', BROWSER)
  await picture.body?.cancel()
  const added = ['x-robots-tag', 'link', 'etag'].map(
    (name) => [name, picture.headers.get(name)!] as const,
  )
  return {
    constant: constant(refusal.status, Object.fromEntries(own), size),
    logged: logged(refusal.status, Object.fromEntries(own), size, LOGGED_REST),
    proxy: PROXY,
    headers: withHeaders(added),
    rewriter: rewriter(TAG),
    loggedRewriter: rewriter(TAG, LOGGED_REST),
  }
}

interface Loads {
  readonly ours: Load[]
  readonly theirs: Load[]
}

/** Runs the comparisons and gives the table. */
export async function edgeCosts(rounds = 25, part = ''): Promise<string> {
  const comparisons = COMPARISONS.filter(({ title }) => title.includes(part))
  const root = makePages()
  const nginx = await startNginx(root)
  const origin = new URL(nginx.url).host
  const policies = await bundleOf({ site: POLICY }, { known: { BenchBot: 'search' } })
  const edge = { script: await bundleWorker(), policies, port: await freePort() }
  const alone = await startServices({ edge }, { origin })
  const scripts = await plainWorkers(alone.url)
  alone.stop()
  const ownReader = await bundleWorker('bench/edge/own-reader.ts')
  const services: Record<string, Service> = {
    edge: { ...edge, port: await freePort() },
    ownReader: { ...edge, script: ownReader, port: await freePort() },
  }
  for (const [name, script] of Object.entries(scripts))
    services[name] = { script, port: await freePort() }
  const running = await startServices(services, { origin, quiet: true })
  try {
    return tableOf(comparisons, measure(comparisons, running, services, rounds))
  } finally {
    running.stop()
    nginx.stop()
    rmSync(root, { recursive: true })
  }
}

/** Loads of each comparison, round by round in turn. The first round warms up. */
function measure(
  comparisons: readonly Comparison[],
  running: Running,
  services: Readonly<Record<string, Service>>,
  rounds: number,
): readonly Loads[] {
  const all = comparisons.map((): Loads => ({ ours: [], theirs: [] }))
  const pid = running.process.pid!
  for (let round = 0; round <= rounds; round++) {
    for (const [i, { path, userAgent, varies, edge = 'edge', plain }] of comparisons.entries()) {
      const count = path.includes('1m') ? 32 : 400
      const ask = (service: string) => {
        const url = `http://127.0.0.1:${services[service]!.port}${path}`
        return varies ? variedLoad(pid, url, count) : load(pid, url, userAgent, count)
      }
      // Who comes first in one round comes last in the next.
      const order = round % 2 === 0 ? [plain, edge] : [edge, plain]
      const loads = new Map(order.map((service) => [service, ask(service)]))
      if (round === 0) continue
      all[i]!.theirs.push(loads.get(plain)!)
      all[i]!.ours.push(loads.get(edge)!)
    }
  }
  return all
}

function tableOf(comparisons: readonly Comparison[], all: readonly Loads[]): string {
  const rows = comparisons.map(({ title, most }, i) => {
    const cpu = (loads: readonly Load[]) => loads.map((each) => each.cpu)
    const perSecond = (loads: readonly Load[]) =>
      Math.round(median(loads.map((each) => each.perSecond)))
    const { ours, theirs, ratio } = paired(cpu(all[i]!.ours), cpu(all[i]!.theirs))
    const promise = most === null ? '' : `at most ${most}${ratio <= most ? '' : ' (missed)'}`
    return [
      title,
      `${ours.toFixed(0)} µs`,
      `${theirs.toFixed(0)} µs`,
      ratio.toFixed(2),
      promise,
      perSecond(all[i]!.ours),
      perSecond(all[i]!.theirs),
    ]
  })
  return table(
    ['answer', 'edge', 'plain', 'ratio', 'promise', 'edge, a second', 'plain, a second'],
    rows,
  )
}

if (import.meta.main) console.log(await edgeCosts(Number(process.argv[2] ?? 25), process.argv[3]))
