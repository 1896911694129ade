/**
 * What the gate costs: CPU time per request beside nginx and beside the least that a server in Node
 * does for the same answers, in many short interleaved rounds: a machine's speed drifts. Needs the
 * built command, nginx and h2load (apt install nginx-light nghttp2-client). `node bench/gate/run.ts
 * [ROUNDS [PART OF THE TITLES]]`
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOG_VERSION, type LogLine } from '../../src/words/log-line.ts'
import { nginxFolders, startNginx } from '../../test/support/debian.ts'
import { freePort } from '../../test/support/edge/workerd.ts'
import { raw } from '../../test/support/node-origin.ts'
import { BROWSER } from '../../test/support/tagging-policy.ts'
import { makePages } from '../edge/pages.ts'
import { cpuTime, paired, table, userTime } from '../measure.ts'
import type { Constant } from './plain-servers.ts'
import { type Contestant, CRAWLER, contestant, started, startGate } from './start-gate.ts'

/** What browsers send. */
const BROWSER_HEADERS = [
  'accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-language: en-GB,en;q=0.5',
  'accept-encoding: gzip, deflate, br, zstd',
  'referer: https://www.example.com/',
  'cookie: session=0123456789abcdef0123456789abcdef; consent=yes',
  'sec-fetch-dest: document',
  'sec-fetch-mode: navigate',
  'sec-fetch-site: cross-site',
]

/** A comparison: the same requests to both, and the ratio that is promised. */
interface Comparison {
  readonly title: string
  readonly ours: string
  readonly plain: string
  readonly path: string
  readonly userAgent: string
  readonly most: number | null
  /**
   * Whether the promise is about time outside of the kernel, which on some machines wakes a process
   * for each request.
   */
  readonly byUserTime?: true
}

const COMPARISONS: readonly Comparison[] = [
  ...(['1k.html', '60k.html'] as const).flatMap((page) => [
    of(`a reader’s ${page}`, 'gate', 'bare proxy', `/plain/${page}`, 1.25),
    of(`a reader’s ${page}`, 'gate', 'nginx', `/plain/${page}`),
  ]),
  of('headers on a picture', 'gate', 'bare proxy', '/tagged/1k.png'),
  {
    ...of('a refused crawler', 'gate', 'constant, logged', '/closed/a', 1.3, CRAWLER),
    byUserTime: true,
  },
  of('tags in gzipped HTML, 1k.html', 'gate', 'recompressing', '/tagged/1k.html'),
  of('tags in gzipped HTML, 60k.html', 'gate', 'recompressing', '/tagged/60k.html'),
  of('a crawler’s gzipped 60k.html', 'gate', 'recompressing', '/tagged/60k.html', null, CRAWLER),
]

function of(
  title: string,
  ours: string,
  plain: string,
  path: string,
  most: number | null = null,
  userAgent = BROWSER,
): Comparison {
  return { title, ours, plain, path, userAgent, most }
}

function startPlain(kind: string, setting: unknown): Promise<Contestant> {
  const script = new URL('plain-servers.ts', import.meta.url).pathname
  return started(
    [script, kind, JSON.stringify(setting)],
    (line) => /^listening (\d+)$/.exec(line)?.[1],
  )
}

/** nginx as a plain proxy that keeps connections, in one process. */
async function startNginxProxy(folder: string, origin: string): Promise<Contestant> {
  const port = await freePort()
  const conf = join(folder, 'nginx.conf')
  writeFileSync(
    conf,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
events { worker_connections 512; }
http {
  access_log off; ${nginxFolders(folder)}
  upstream origin { server ${new URL(origin).host}; keepalive 64; }
  server {
    listen 127.0.0.1:${port}; keepalive_requests 1000000;
    location / { proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  )
  const path = `${process.env.PATH}:/usr/sbin`
  const child = spawn('nginx', ['-c', conf], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries++) {
    if (await raw(url).catch(() => null)) return contestant(child, url)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('nginx did not start')
}

/** The refusal of the gate, as a constant. */
async function refusalOf({ url }: Contestant): Promise<Constant> {
  const answer = await raw(`${url}/closed/a`, { headers: { 'user-agent': CRAWLER } })
  const headers = Object.entries(answer.headers).filter(
    ([name]) => !/^(?:date|connection|keep-alive)$/.test(name),
  )
  return {
    status: answer.status,
    headers: headers.flatMap(([name, value]) => [name, String(value)]),
    body: String(answer.body),
    line: REFUSAL_LINE,
  }
}

/** The gate's line of such a refusal. */
const REFUSAL_LINE: LogLine = {
  acap: 'request',
  version: LOG_VERSION,
  time: '2026-11-23T12:00:00.000Z',
  severity: 'info',
  site: 'site',
  host: '127.0.0.1:8000',
  method: 'GET',
  target: '/closed/a',
  status: 403,
  bytes: 271,
  milliseconds: 0,
  userAgent: CRAWLER,
  crawler: { name: 'benchbot', category: 'search', listed: true },
  assurance: { level: 'claimed', why: null },
  client: { prefix: '127.0.0.0/24', list: null, address: null },
  outcome: 'prohibited',
  basis: 'conventional',
  rule: { text: 'Disallow: /closed/', file: 'robots.txt', line: 2, servedLine: 2 },
  mode: 'enforce',
  policyHash: '798c660f06c3d0d9',
  policyVersion: null,
  robotsHash: null,
  fault: null,
}

/**
 * Microseconds of CPU time for each of a burst of requests over eight connections, and those
 * outside of the kernel.
 */
function load({ pid, url }: Contestant, { path, userAgent }: Comparison, count: number): Load {
  const [before, userBefore] = [cpuTime(pid), userTime(pid)]
  const headers = [`user-agent: ${userAgent}`, ...(userAgent === BROWSER ? BROWSER_HEADERS : GZIP)]
  const options = [
    '--h1',
    '-c8',
    `-n${count}`,
    ...headers.flatMap((header) => ['-H', header]),
    url + path,
  ]
  const out = execFileSync('h2load', options, { encoding: 'utf8' })
  const done = Number(/requests: .* (\d+) succeeded/.exec(out)?.[1])
  const refused = Number(/ (\d+) 4xx/.exec(out)?.[1])
  if (done + refused < count) throw new Error(`${count - done} of ${url}${path} failed: ${out}`)
  return { all: (cpuTime(pid) - before) / count, user: (userTime(pid) - userBefore) / count }
}

const GZIP = ['accept-encoding: gzip']

/** Runs the comparisons and gives the table. The first round warms up. */
export async function gateCosts(rounds = 25, part = ''): Promise<string> {
  const comparisons = COMPARISONS.filter(({ title }) => title.includes(part))
  const root = makePages()
  const folder = mkdtempSync(join(tmpdir(), 'acap-bench-'))
  chmodSync(folder, 0o755)
  const origin = await startNginx(root, 'gzip on; gzip_comp_level 1; keepalive_requests 1000000;')
  const gate = await startGate(folder, origin.url)
  const running: Record<string, Contestant> = {
    gate,
    nginx: await startNginxProxy(folder, origin.url),
    'bare proxy': await startPlain('proxy', origin.url),
    recompressing: await startPlain('recompress', origin.url),
    'constant, logged': await startPlain('constant', await refusalOf(gate)),
  }
  try {
    return tableOf(comparisons, measure(comparisons, running, rounds))
  } finally {
    for (const each of Object.values(running)) each.stop()
    origin.stop()
    for (const each of [root, folder]) rmSync(each, { recursive: true })
  }
}

interface Load {
  readonly all: number
  readonly user: number
}

interface Loads {
  readonly ours: Load[]
  readonly theirs: Load[]
}

function measure(
  comparisons: readonly Comparison[],
  running: Readonly<Record<string, Contestant>>,
  rounds: number,
): readonly Loads[] {
  const all = comparisons.map((): Loads => ({ ours: [], theirs: [] }))
  for (let round = -1; round < rounds; round++) {
    for (const [i, comparison] of comparisons.entries()) {
      // The first round lets the code be compiled.
      const count = round < 0 ? 6000 : 2000
      const { ours, plain } = comparison
      // Who comes first in one round comes last in the next.
      const order = round % 2 === 0 ? [plain, ours] : [ours, plain]
      const loads = new Map(order.map((name) => [name, load(running[name]!, comparison, count)]))
      if (round < 0) continue
      all[i]!.theirs.push(loads.get(plain)!)
      all[i]!.ours.push(loads.get(ours)!)
    }
  }
  return all
}

function tableOf(comparisons: readonly Comparison[], all: readonly Loads[]): string {
  const rows = comparisons.map(({ title, plain, most, byUserTime = false }, i) => {
    const loads = all[i]!
    const cpu = (list: readonly Load[]) => list.map((each) => each.all)
    const { ours, theirs, ratio } = paired(cpu(loads.ours), cpu(loads.theirs))
    const user = userOf(loads.ours) / userOf(loads.theirs)
    const isKept = most === null || (byUserTime ? user : ratio) <= most
    const promise =
      most === null
        ? ''
        : `at most ${most}${byUserTime ? ' of user time' : ''}${isKept ? '' : ' (missed)'}`
    return [
      title,
      `${ours.toFixed(0)} µs`,
      plain,
      `${theirs.toFixed(0)} µs`,
      ratio.toFixed(2),
      user.toFixed(2),
      promise,
    ]
  })
  const head = ['answer', 'gate', 'beside', 'its cost', 'ratio', 'ratio of user time', 'promise']
  return table(head, rows)
}

/** User time is counted in ticks: only all rounds together have enough of them. */
function userOf(loads: readonly Load[]): number {
  return loads.reduce((total, { user }) => total + user, 0)
}

if (import.meta.main) console.log(await gateCosts(Number(process.argv[2] ?? 25), process.argv[3]))
