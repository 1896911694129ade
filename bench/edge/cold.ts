/**
 * What a fresh isolate costs: CPU time of workerd until the Worker has started, and of a crawler's first request for a page
 * then, less that of a constant Worker which carries as many bytes, for one site and for 2,000. Each start is a process of
 * its own, in turns; the difference of the medians is what our code and the bundle take.
 * `node bench/edge/cold.ts [STARTS, default 15]`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encode } from '../../src/bundle/encode.ts'
import type { SiteProgram } from '../../src/bundle/program.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { programOf } from '../../test/support/bundle.ts'
import { bundleWorker, freePort, type Service, startServices } from '../../test/support/workerd.ts'
import { siteFiles, siteName } from '../many-sites.ts'
import { median, table } from '../measure.ts'

const SITES = [1, 2_000]

/** Microseconds that all threads of a process have run. */
function cpuTime(pid: number): number {
  const times = readdirSync(`/proc/${pid}/task`).map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, each) => sum + each, 0) / 1000
}

/** A Worker that answers the same thing always, with the same modules beside it. */
function constant(script: string): string {
  return `import policies from './policies.bin'
import { DurableObject } from 'cloudflare:workers'
export class Pacer extends DurableObject {}
const OTHER = ${JSON.stringify(script)}
export default { fetch: () => new Response(policies.byteLength + OTHER.length > 0 ? 'refused' : '', { status: 403 }) }`
}

/** A bundle of so many sites with the public list of crawlers. The generator's own mistakes are passed over. */
async function bundleFor(count: number): Promise<ArrayBuffer> {
  const sites: SiteProgram[] = []
  for (let number = 0; sites.length < count; number++) {
    try {
      sites.push(programOf(siteName(number), siteFiles(number)))
    } catch (fault) {
      if (!String(fault).includes('"severity":"error"')) throw fault
    }
  }
  const { buffer } = await encode({ sites, registry: knownCrawlers(), networks: [] })
  return buffer
}

/** CPU time until a Worker has started and answered a request that is no page's, and of the first one for a page then. */
interface Cost {
  readonly start: number
  readonly page: number
}

async function firstRequest(service: Omit<Service, 'port'>, origin: string): Promise<Cost> {
  const running = await startServices({ edge: { ...service, port: await freePort() } }, { origin, quiet: true })
  try {
    const start = cpuTime(running.process.pid!)
    const host = siteName(0)
    const headers = { host, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }
    await new Promise<void>((resolve, reject) => {
      const asked = request(`${running.url}/news/article/`, { headers }, (answer) => {
        answer.resume()
        answer.on('end', resolve)
      })
      asked.on('error', reject)
      asked.end()
    })
    return { start, page: cpuTime(running.process.pid!) - start }
  } finally {
    running.stop()
  }
}

/** The table. */
export async function firstRequests(starts = 15): Promise<string> {
  const script = await bundleWorker()
  const server = createServer((_, answer) => answer.end('a page')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const rows = []
  for (const count of SITES) {
    const policies = await bundleFor(count)
    const [ours, theirs]: [Cost[], Cost[]] = [[], []]
    for (let start = 0; start < starts; start++) {
      theirs.push(await firstRequest({ script: constant(script), policies }, origin))
      ours.push(await firstRequest({ script, policies }, origin))
    }
    const beyond = (part: keyof Cost) => {
      const [own, plain] = [ours, theirs].map((costs) => median(costs.map((cost) => cost[part])) / 1000)
      return `${own!.toFixed(1)} - ${plain!.toFixed(1)} = ${(own! - plain!).toFixed(1)} ms`
    }
    rows.push([
      count.toLocaleString('en'),
      `${(policies.byteLength / 2 ** 20).toFixed(1)} MiB`,
      beyond('start'),
      beyond('page'),
    ])
  }
  server.close()
  return table(['sites', 'bundle', 'start, less the constant Worker’s', 'first page, less the constant answer'], rows)
}

if (import.meta.main) console.log(await firstRequests(Number(process.argv[2] ?? 15)))
