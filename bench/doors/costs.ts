/**
 * What the files of `acap convert` cost: CPU time of each server per request, beside the same
 * server without them, in short rounds in turns; the gate and the Worker beside them. Writes the
 * tables of docs/doors.md. Needs the built command, nginx, apache2, haproxy, caddy and h2load (apt
 * install nginx-light apache2 haproxy caddy nghttp2-client). `node bench/doors/costs.ts [ROUNDS]`
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doorPlan } from '../../src/author/servers/plan.ts'
import { SERVER_DOORS } from '../../src/author/servers/servers.ts'
import { siteContextOf } from '../../src/decide/judge.ts'
import { knownCrawlers } from '../../src/registry.ts'
import { bundleOf } from '../../test/support/bundle.ts'
import { bundleWorker, freePort, startServices } from '../../test/support/edge/workerd.ts'
import { siteOf } from '../../test/support/site-of.ts'
import { BROWSER } from '../../test/support/tagging-policy.ts'
import { startGate } from '../gate/start-gate.ts'
import { cpuTime, measuredBy, median, table } from '../measure.ts'
import { type BenchServer, type ServerName, startServer } from './servers.ts'

type Exported = Exclude<ServerName, 'lighttpd'>

const SERVERS: readonly Exported[] = ['nginx', 'haproxy', 'apache', 'caddy']
const REQUESTS = 2000
/** The most that nginx may cost beside itself without the files, by rules. */
const PROMISES: Readonly<Record<number, number>> = { 10: 2, 1000: 2.2, 10000: 3.5 }

interface Asked {
  readonly title: string
  readonly path: string
  readonly userAgent: string
}

const READER: Asked = { title: 'a reader, open path', path: '/page', userAgent: BROWSER }
const ASKED: readonly Asked[] = [
  READER,
  { title: 'a reader, closed path', path: '/closed/page', userAgent: BROWSER },
  { title: 'Googlebot, open path', path: '/page', userAgent: 'Googlebot/2.1' },
  { title: 'GPTBot, refused', path: '/page', userAgent: 'GPTBot/1.2' },
  // Twelve comments: the expressions for odd headers are tried.
  { title: 'a foul header, open path', path: '/page', userAgent: BROWSER + ' (x)'.repeat(12) },
  { title: 'an unknown bot, refused', path: '/closed/page', userAgent: 'UnknownBot/1.0' },
]

/**
 * A policy of so many rules for `*`, one in ten with a wildcard and one in five an Allow, and of so
 * many closed names.
 */
function policy(rules: number, names: number): string {
  const lines = Array.from({ length: rules - 1 }, (_, i) => {
    const path = i % 10 === 3 ? `/part${i}/*.pdf$` : `/part${i}/closed/`
    return i % 5 === 1 ? `Allow: ${path}open/\n` : `Disallow: ${path}\n`
  })
  const more = Array.from({ length: names - 1 }, (_, i) => `User-agent: Crawler${i}x\n`)
  return `User-agent: *\nDisallow: /closed/\n${lines.join('')}\nUser-agent: GPTBot\n${more.join('')}Disallow: /\n`
}

const registry = knownCrawlers()

async function startExport(name: Exported, rules: number, names: number): Promise<BenchServer> {
  const plan = doorPlan(siteContextOf(siteOf(policy(rules, names)), registry, []), registry, 0)
  const prefix = mkdtempSync(join(tmpdir(), 'acap-files-'))
  const files = SERVER_DOORS[name]!.print(plan, { id: '', prefix, about: ['a benchmark'] })
  for (const { name, text } of files) writeFileSync(join(prefix, name), text)
  const text = (file: string) => files.find(({ name }) => name === file)!.text
  const lines = {
    nginx: {
      outer: `include ${prefix}/acap-http.conf;`,
      site: `include ${prefix}/acap.conf;`,
    },
    apache: { site: `Include ${prefix}/acap.conf` },
    haproxy: { site: name === 'haproxy' ? text('acap.cfg') : '' },
    caddy: { site: `import ${prefix}/acap.caddyfile` },
  }
  const server = await startServer(name, lines[name])
  // Apache reads them twice.
  const stop = () => {
    server.stop()
    rmSync(prefix, { recursive: true })
  }
  return { ...server, stop }
}

/** Microseconds of a process's CPU time for each of a burst of requests. */
function cost(
  { pid, port }: Pick<BenchServer, 'pid' | 'port'>,
  { path, userAgent }: Asked,
): number {
  const before = cpuTime(pid)
  const url = `http://127.0.0.1:${port}${path}`
  const options = ['--h1', '-c4', `-n${REQUESTS}`, '-H', `user-agent: ${userAgent}`, url]
  const out = execFileSync('h2load', options, { encoding: 'utf8' })
  const done = Number(/requests: .* (\d+) succeeded/.exec(out)?.[1])
  const refused = Number(/ (\d+) 4xx/.exec(out)?.[1])
  if (done + refused < REQUESTS) throw new Error(`no answers at ${url}: ${out}`)
  return (cpuTime(pid) - before) / REQUESTS
}

interface Measured {
  readonly plain: number
  readonly own: number
  readonly ratio: number
}

/** The medians of rounds in turns. The first round warms up. */
function measured(plain: BenchServer, own: BenchServer, asked: Asked, rounds: number): Measured {
  const costs: { plain: number; own: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    // What comes first in one round comes last in the next.
    const first = round % 2 === 0 ? cost(own, asked) : null
    const beside = cost(plain, READER)
    const each = { plain: beside, own: first ?? cost(own, asked) }
    if (round > 0) costs.push(each)
  }
  return {
    plain: median(costs.map((each) => each.plain)),
    own: median(costs.map((each) => each.own)),
    ratio: median(costs.map((each) => each.own / each.plain)),
  }
}

const micro = (cost: number) => `${cost.toFixed(0)} µs`

async function serverRows(rounds: number, servers: readonly Exported[]) {
  const kinds: string[][] = []
  const sizes: string[][] = []
  for (const name of servers) {
    const plain = await startServer(name, { site: '' })
    const small = await startExport(name, 10, 3)
    const rows = ASKED.map((asked) => measured(plain, small, asked, rounds))
    kinds.push([
      name,
      micro(rows[0]!.plain),
      ...rows.map(({ own, ratio }) => `${micro(own)} (${ratio.toFixed(1)} ×)`),
    ])
    small.stop()
    const grown: readonly (readonly [rules: number, names: number])[] = [
      [10, 3],
      [1000, 3],
      [10_000, 3],
      [10, 1000],
    ]
    const cells: string[] = []
    for (const [rules, names] of grown) {
      const server = await startExport(name, rules, names)
      const { own, ratio } = measured(plain, server, READER, rounds)
      server.stop()
      const most = name === 'nginx' && names === 3 ? PROMISES[rules]! : null
      const promise = most === null ? '' : ` of at most ${most}${ratio <= most ? '' : ', missed'}`
      cells.push(`${micro(own)} (${ratio.toFixed(1)} ×${promise})`)
    }
    sizes.push([name, ...cells])
    plain.stop()
  }
  return { kinds, sizes }
}

/** The gate as a proxy and the Worker in workerd, in front of nginx: the same kinds of requests. */
async function edgeRows(rounds: number): Promise<readonly string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-gate-'))
  const origin = await startServer('nginx', { site: '' })
  const host = `127.0.0.1:${origin.port}`
  const gate = await startGate(folder, `http://${host}`)
  const site = { 'robots.txt': policy(10, 3), 'site.toml': 'hosts = ["127.0.0.1"]\n' }
  const edge = {
    script: await bundleWorker(),
    policies: await bundleOf({ site }),
    port: await freePort(),
  }
  const worker = await startServices({ edge }, { origin: host, quiet: true })
  const refused = { title: '', path: '/closed/page', userAgent: 'UnknownBot/1.0' }
  const places = {
    'acap gate': { pid: gate.pid, port: Number(new URL(gate.url).port) },
    'the Worker in workerd': { pid: worker.process.pid!, port: edge.port },
  }
  const rows = Object.entries(places).map(([name, place]) => {
    const costs = [READER, refused].map((asked) => {
      const all = Array.from({ length: rounds + 1 }, () => cost(place, asked))
      return micro(median(all.slice(1)))
    })
    return [name, ...costs]
  })
  worker.stop()
  gate.stop()
  origin.stop()
  rmSync(folder, { recursive: true })
  return rows
}

export async function doorCosts(
  rounds: number,
  servers: readonly Exported[] = SERVERS,
): Promise<string> {
  const edge = await edgeRows(rounds)
  const { kinds, sizes } = await serverRows(rounds, servers)
  return `CPU time of the server per request, in one run, with the ratio to the same server without the files
(\`node bench/doors/costs.ts\`: ${measuredBy()}). Ten rules for \`*\` and
three names:

${table(['server', 'without', ...ASKED.map(({ title }) => title)], kinds)}

A reader on an open path, by the number of rules and names:

${table(['server', '10 rules, 3 names', '1,000 rules', '10,000 rules', '10 rules, 1,000 names'], sizes)}

HAProxy keeps the results of expressions, so the same target and header cost little again. Beside them, as proxies in front of nginx, whose own cost is not in the figures:

${table(['', 'a reader, open path', 'an unknown bot, refused'], edge)}`
}

const PAGE = 'docs/doors.md'

/** Measures, and writes the tables between the marks of the page. */
export async function writeDoorCosts(rounds: number): Promise<string> {
  const text = await doorCosts(rounds)
  const marks = /(<!-- measured: costs -->\n)[\s\S]*?(\n<!-- end -->)/
  const written = readFileSync(PAGE, 'utf8').replace(
    marks,
    (_, start, end) => `${start}\n${text}\n${end}`,
  )
  writeFileSync(PAGE, written)
  return text
}

if (import.meta.main) console.log(await writeDoorCosts(Number(process.argv[2] ?? 7)))
