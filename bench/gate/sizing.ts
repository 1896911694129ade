/**
 * How large several gates are that keep one rate in Redis: CPU time and memory of each, what a
 * process answers on one core, and how many documents of a rate come through. Needs the built
 * command, nginx, redis-server and h2load. `node bench/gate/sizing.ts`
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNginx } from '../../test/support/debian.ts'
import { freePort } from '../../test/support/edge/workerd.ts'
import { raw } from '../../test/support/node-origin.ts'
import { BROWSER } from '../../test/support/tagging-policy.ts'
import { makePages } from '../edge/pages.ts'
import { cpuTime, median, table } from '../measure.ts'
import { type Contestant, CRAWLER, startGate } from './start-gate.ts'

const REQUESTS = 3000
const ROUNDS = 5
/** What is asked of each gate, and by whom. */
const ASKED = [
  ['a reader’s page', '/plain/1k.html', BROWSER],
  ['the same with tags', '/tagged/1k.html', BROWSER],
  ['a refused crawler', '/closed/a', CRAWLER],
  ['a crawler over a rate in Redis', '/plain/1k.html', 'SlowBot/1.0'],
] as const

/** Microseconds of CPU time for each request, by four connections. */
function load({ pid, url }: Contestant, path: string, userAgent: string): number {
  const before = cpuTime(pid)
  execFileSync(
    'h2load',
    ['--h1', '-c4', `-n${REQUESTS}`, '-H', `user-agent: ${userAgent}`, url + path],
    {
      stdio: 'pipe',
    },
  )
  return (cpuTime(pid) - before) / REQUESTS
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}

/** How many of forty requests, spread over all gates, the rate lets through. */
async function admitted(gates: readonly Contestant[]): Promise<number> {
  let count = 0
  for (let i = 0; i < 40; i++) {
    const { url } = gates[i % gates.length]!
    const { status } = await raw(`${url}/plain/1k.html`, {
      headers: { 'user-agent': `SlowBot/1.0` },
    })
    if (status === 200) count++
  }
  return count
}

async function startRedis(folder: string): Promise<{ readonly url: string; stop(): void }> {
  const port = await freePort()
  const child = spawn('redis-server', [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--save',
    '',
  ])
  for await (const text of child.stdout) if (String(text).includes('Ready to accept')) break
  return { url: `redis://127.0.0.1:${port}`, stop: () => void child.kill() }
}

/** A row for one, two and four gates. */
export async function sizing(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-sizing-'))
  const pages = makePages()
  const origin = await startNginx(pages, 'keepalive_requests 1000000;')
  const rows: string[][] = []
  for (const count of [1, 2, 4]) {
    const redis = await startRedis(folder)
    const gates = await Promise.all(
      Array.from({ length: count }, () => startGate(folder, origin.url, ['--redis', redis.url])),
    )
    const passed = await admitted(gates)
    const costs = ASKED.map(([, path, userAgent]) => {
      for (const gate of gates) load(gate, path, userAgent)
      return median(
        Array.from({ length: ROUNDS }, (_, round) => load(gates[round % count]!, path, userAgent)),
      )
    })
    const memory = Math.max(...gates.map(({ pid }) => residentMegabytes(pid)))
    const perSecond = costs.map(
      (cost) => `${Math.round(cost)} µs, ${Math.round(1e5 / cost) * 10}/s`,
    )
    rows.push([`${count}`, ...perSecond, `${Math.round(memory)} MB`, `${passed} of 40`])
    for (const each of [...gates, redis]) each.stop()
  }
  origin.stop()
  for (const each of [folder, pages]) rmSync(each, { recursive: true, force: true })
  return table(
    [
      'gates',
      ...ASKED.map(([title]) => title),
      'memory of each',
      'a rate of 1 in 60 s let through',
    ],
    rows,
  )
}

if (import.meta.main) {
  console.log(await sizing())
  process.exit()
}
