/**
 * What a fresh isolate costs: CPU time of workerd until the Worker has started, and of the first
 * request then, less that of a plain Worker whose module has as many bytes of code: one that
 * refuses everything beside a refused crawl, one that passes everything on beside a page. Each
 * start is a process of its own, in turns; differences of medians.
 * `node bench/edge/cold.ts [STARTS, default 9]`
 */
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { encode } from '../../src/program/encode.ts'
import type { SiteProgram } from '../../src/program/program.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { programOf } from '../../test/support/bundle.ts'
import {
  bundleWorker,
  freePort,
  type Service,
  startServices,
} from '../../test/support/edge/workerd.ts'
import { siteFiles, siteName } from '../many-sites.ts'
import { cpuTime, median, table } from '../measure.ts'
import { PASS_ON, REFUSE, sized } from './plain-workers.ts'

const SITES = [1, 2_000]

/** A page that a crawler may have, and one that it may not. */
const PATHS = { refusal: '/closed/', page: '/news/article/' } as const
type Kind = keyof typeof PATHS

/**
 * A bundle of so many sites with the public list of crawlers. The generator's own mistakes are
 * passed over.
 */
async function bundleFor(count: number): Promise<ArrayBuffer> {
  const sites: SiteProgram[] = []
  for (let number = 0; sites.length < count; number++) {
    try {
      sites.push(programOf(siteName(number), measured(siteFiles(number))))
    } catch (fault) {
      if (!String(fault).includes('"severity":"error"')) throw fault
    }
  }
  const { buffer } = await encode({ sites, registry: knownCrawlers(), networks: [] })
  return buffer
}

/**
 * A site with a path that is closed, behind the origin of the benchmark: the one that its policy
 * names does not exist.
 */
function measured(files: ReturnType<typeof siteFiles>): ReturnType<typeof siteFiles> {
  return {
    ...files,
    'robots.txt': `${files['robots.txt']}\nUser-agent: Googlebot\nDisallow: ${PATHS.refusal}\n`,
    'site.toml': files['site.toml']!.replace(/^origin = .*\n/m, ''),
  }
}

/** CPU time until a Worker has started, and of its first request. */
interface Cost {
  readonly start: number
  readonly first: number
}

async function firstRequest(
  service: Omit<Service, 'port'>,
  origin: string,
  path: string,
): Promise<Cost> {
  const running = await startServices(
    { edge: { ...service, port: await freePort() } },
    { origin, quiet: true, isUp: connects },
  )
  try {
    const pid = running.process.pid!
    const start = await settledTime(pid)
    await ask(running.port, path)
    return { start, first: (await settledTime(pid)) - start }
  } finally {
    running.stop()
  }
}

/** Whether somebody listens. A request would be the first of the isolate. */
function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => resolve(false))
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** The CPU time of a process once it does nothing more: V8 compiles in the background. */
async function settledTime(pid: number): Promise<number> {
  for (let last = cpuTime(pid); ; ) {
    await sleep(20)
    const now = cpuTime(pid)
    if (now - last < 20) return now
    last = now
  }
}

function ask(port: number, path: string): Promise<void> {
  const headers = { host: siteName(0), 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers }, (answer) => {
      const expected = path === PATHS.page ? 200 : 403
      if (answer.statusCode !== expected)
        reject(new Error(`${path} was answered ${answer.statusCode}`))
      answer.resume()
      answer.on('end', resolve)
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Costs of the edge and of the plain Worker beside it, for one kind of request. */
async function costsOf(
  kind: Kind,
  script: string,
  policies: ArrayBuffer,
  origin: string,
  starts: number,
) {
  const plain = sized(script, kind === 'page' ? PASS_ON : REFUSE)
  const [ours, theirs]: [Cost[], Cost[]] = [[], []]
  for (let start = 0; start < starts; start++) {
    theirs.push(await firstRequest({ script: plain, policies }, origin, PATHS[kind]))
    ours.push(await firstRequest({ script, policies }, origin, PATHS[kind]))
  }
  return { ours, theirs }
}

/** The table. */
export async function firstRequests(starts = 9): Promise<string> {
  const script = await bundleWorker()
  const page = '<!DOCTYPE html><title>A page</title><p>of the origin'
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end(page),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const rows = []
  for (const count of SITES) {
    const policies = await bundleFor(count)
    for (const kind of ['refusal', 'page'] as const) {
      const { ours, theirs } = await costsOf(kind, script, policies, origin, starts)
      const beyond = (part: keyof Cost) => {
        const [own, plain] = [ours, theirs].map(
          (costs) => median(costs.map((cost) => cost[part])) / 1000,
        )
        return `${own!.toFixed(1)} - ${plain!.toFixed(1)} = ${(own! - plain!).toFixed(1)} ms`
      }
      const size = `${(policies.byteLength / 2 ** 20).toFixed(1)} MiB`
      rows.push([count.toLocaleString('en'), size, TITLES[kind], beyond('start'), beyond('first')])
    }
  }
  server.close()
  return table(
    [
      'sites',
      'bundle',
      'first request',
      'start, less the plain Worker’s',
      'request, less the plain one’s',
    ],
    rows,
  )
}

const TITLES: Readonly<Record<Kind, string>> = {
  refusal: 'a refused crawl, beside a Worker that refuses everything',
  page: 'a crawler’s page, beside a Worker that passes everything on',
}

if (import.meta.main) console.log(await firstRequests(Number(process.argv[2] ?? 9)))
