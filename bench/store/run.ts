/**
 * What a store costs as it grows, in workerd: CPU time of the first request of a fresh isolate
 * beyond a constant Worker of the same code, and memory with 500 of all sites in use. `node
 * bench/store/run.ts [ROUNDS]`
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildVersion, versionSite } from '../../src/cli/build/built-sites.ts'
import { Publisher } from '../../src/cli/store/publisher.ts'
import { FolderTarget } from '../../src/cli/store/target.ts'
import { encode } from '../../src/program/encode.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { programOf } from '../../test/support/bundle.ts'
import {
  bundleWorker,
  freePort,
  type Running,
  startServices,
} from '../../test/support/edge/workerd.ts'
import { raw } from '../../test/support/node-origin.ts'
import { BROWSER } from '../../test/support/tagging-policy.ts'
import { sample } from '../engine/policies.ts'
import { median, table } from '../measure.ts'

const CRAWLER = 'GPTBot/1.2'
const RULES = 57
const SIZES = [1, 2000, 10_000]
const IN_USE = 500
/** How long a Worker may go on after its answer. */
const REST_MS = 100

interface Store {
  readonly sites: number
  readonly server: Server
  readonly url: string
  readonly manifestBytes: number
  readonly siteBytes: number
}

/** A store of sites of 57 rules each, in a folder behind HTTP. */
async function storeOf(sites: number, folder: string): Promise<Store> {
  const { text } = sample('conventional', RULES - 1, 0.2)
  const programs = Array.from({ length: sites }, (_, i) =>
    programOf(`site-${i}`, {
      'robots.txt': `${text}Disallow: /only-${i}/\n\nUser-agent: NamedBot${i % 200}\nDisallow: /\n`,
      'site.toml': `hosts = ["site-${i}.example", "www.site-${i}.example"]\n`,
    }),
  )
  const compiled = await Promise.all(programs.map(versionSite))
  const built = await buildVersion(compiled, { registry: knownCrawlers(), networks: [] })
  await new Publisher(new FolderTarget(folder)).publish(built, {
    percent: null,
    dryRun: false,
    all: false,
  })
  const server = createServer(({ url = '' }, response) => {
    const path = join(folder, url)
    if (existsSync(path) && statSync(path).isFile()) response.end(readFileSync(path))
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const siteBytes = built.sites.reduce((sum, { size }) => sum + size, 0) / sites
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { sites, server, url, manifestBytes: built.manifest.bytes.length, siteBytes }
}

/** Milliseconds that all threads of a process have run. */
function cpuTime({ process: { pid } }: Running): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((id) =>
    Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]),
  )
  return times.reduce((sum, each) => sum + each, 0) / 1e6
}

/** Megabytes of a process. */
function memory({ process: { pid } }: Running): number {
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

const ask = async ({ url }: Running, site: number, userAgent = CRAWLER, path = `/only-${site}/a`) =>
  (await raw(url + path, { headers: { host: `site-${site}.example`, 'user-agent': userAgent } }))
    .status

/** CPU time of the first request, and of the ones after it. */
async function firstRequest(running: Running, site: number): Promise<number> {
  const before = cpuTime(running)
  await ask(running, site)
  await sleep(REST_MS)
  return cpuTime(running) - before
}

/**
 * First requests of fresh isolates, in turns, and memory with many sites in use: a table and a
 * line.
 */
export async function storeCosts(rounds = 9): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'acap-bench-store-'))
  const start = await workers()
  const stores: Store[] = []
  for (const sites of SIZES) stores.push(await storeOf(sites, join(root, String(sites))))
  try {
    return `${await firstRequests(start, stores, rounds)}\n\n${await memoryInUse(start, stores.at(-1)!)}`
  } finally {
    for (const { server } of stores) server.close()
    rmSync(root, { recursive: true })
  }
}

/** Starts a Worker; without a store it gives a constant answer. */
type Start = (store: Store | null) => Promise<Running>

async function workers(): Promise<Start> {
  const script = await bundleWorker('bench/store/worker.ts')
  const policies = (await encode({ sites: [], registry: knownCrawlers(), networks: [] })).buffer
  return async (store) => {
    const vars = store === null ? { STORE_URL: '', CONSTANT: 'yes' } : { STORE_URL: store.url }
    return startServices(
      { edge: { script, policies, port: await freePort() } },
      { vars, quiet: true },
    )
  }
}

async function firstRequests(
  start: Start,
  stores: readonly Store[],
  rounds: number,
): Promise<string> {
  const constant: number[] = []
  const first: number[][] = stores.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const plain = await start(null)
    constant.push(await firstRequest(plain, 0))
    plain.stop()
    for (const [i, store] of stores.entries()) {
      const running = await start(store)
      first[i]!.push(await firstRequest(running, Math.floor(store.sites / 2)))
      if ((await ask(running, 0)) !== 403 || (await ask(running, 0, BROWSER)) !== 200)
        throw new Error('wrong answers')
      running.stop()
    }
  }
  const beyond = first.map((list) => median(list) - median(constant))
  const rows = stores.map(({ sites, manifestBytes, siteBytes }, i) => [
    sites.toLocaleString('en'),
    `${Math.round(manifestBytes / 1000)} KB`,
    `${(siteBytes / 1000).toFixed(1)} KB`,
    `${beyond[i]!.toFixed(1)} ms`,
    (beyond[i]! / beyond[0]!).toFixed(2),
  ])
  return table(
    ['sites', 'manifest', 'a site', 'first request beyond a constant Worker', 'times one site'],
    rows,
  )
}

async function memoryInUse(start: Start, store: Store): Promise<string> {
  const [plain, running] = [await start(null), await start(store)]
  for (let i = 0; i < IN_USE; i++) {
    const site = i * Math.floor(store.sites / IN_USE)
    if ((await ask(running, site)) !== 403) throw new Error(`site ${site} is open`)
    await ask(running, site, BROWSER, '/')
    await ask(plain, site)
    await ask(plain, site)
  }
  const [ours, theirs] = [memory(running), memory(plain)]
  plain.stop()
  running.stop()
  return `Memory with ${IN_USE} of ${store.sites.toLocaleString('en')} sites in use: ${ours.toFixed(0)} MB, ${(ours - theirs).toFixed(0)} MB more than a constant Worker.`
}

if (import.meta.main) console.log(await storeCosts(Number(process.argv[2] ?? 9)))
