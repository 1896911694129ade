/**
 * A long mixed run through the gate: readers and crawlers, pages of three sizes, refusals, uploads,
 * clients that leave in the middle. Every answer is compared with what it must be; the gate's
 * memory is read on the way. Needs the built command.
 * `node bench/gate/traffic.ts [COUNT [IDLE]]`: so many requests, beside so many idle connections.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startOrigin } from '../../test/support/node-origin.ts'
import { BROWSER } from '../../test/support/tagging-policy.ts'
import { CRAWLER, startGate } from './start-gate.ts'

const CONNECTIONS = 32
const CHECKPOINTS = 10

const PAGES = [1000, 60_000, 400_000].map((size) =>
  Buffer.from(Array.from({ length: size }, (_, i) => 97 + (i % 23))),
)

/** A kind of request, and what its answer must be. */
interface Kind {
  readonly name: string
  readonly path: string
  readonly userAgent: string
  readonly body?: Buffer
  /** Whether the client leaves before all of the answer is there. */
  readonly leaves?: true
  readonly status: number
  /** Null: the body is not compared. */
  readonly answer: Buffer | null
}

const KINDS: readonly Kind[] = [
  ...PAGES.map((page, i) => ({
    name: `a page ${i}`,
    path: `/p/${i}`,
    userAgent: BROWSER,
    status: 200,
    answer: page,
  })),
  { name: 'a crawler’s page', path: '/p/1', userAgent: CRAWLER, status: 200, answer: PAGES[1]! },
  {
    name: 'a gzipped page',
    path: '/gz/1',
    userAgent: BROWSER,
    status: 200,
    answer: gzipSync(PAGES[1]!),
  },
  { name: 'a refusal', path: '/closed/p/1', userAgent: CRAWLER, status: 403, answer: null },
  {
    name: 'a reader’s closed page',
    path: '/closed/p/0',
    userAgent: BROWSER,
    status: 200,
    answer: PAGES[0]!,
  },
  {
    name: 'an upload',
    path: '/echo',
    userAgent: BROWSER,
    body: PAGES[1]!,
    status: 200,
    answer: PAGES[1]!,
  },
  {
    name: 'a page that is missing',
    path: '/none',
    userAgent: BROWSER,
    status: 404,
    answer: Buffer.from('none'),
  },
  {
    name: 'a client that leaves',
    path: '/p/2',
    userAgent: BROWSER,
    leaves: true,
    status: 200,
    answer: null,
  },
]

function answer(asked: IncomingMessage, response: ServerResponse): void {
  const [, kind, number] = /\/(p|gz)\/(\d)$/.exec(asked.url!) ?? []
  if (asked.url === '/echo') return void asked.pipe(response)
  if (number === undefined) return void response.writeHead(404).end('none')
  const page = PAGES[Number(number)]!
  response.setHeader('content-type', 'text/plain')
  if (kind === 'gz') response.setHeader('content-encoding', 'gzip')
  response.end(kind === 'gz' ? gzipSync(page) : page)
}

/** Sends one request; gives what is wrong with its answer, null where nothing is. */
function fault(url: string, kind: Kind, agent: Agent): Promise<string | null> {
  return new Promise((resolve) => {
    const headers = {
      'user-agent': kind.userAgent,
      ...(kind.body && { 'content-length': kind.body.length }),
    }
    const sent = request(url + kind.path, { agent, headers, method: kind.body ? 'POST' : 'GET' })
    sent.on('error', (error) => resolve(kind.leaves ? null : String(error)))
    sent.on('response', (message) => {
      const hash = createHash('sha256')
      message.on('error', () => null)
      message.on('close', () => resolve(kind.leaves ? null : 'it broke off'))
      message.on('data', (bytes) => {
        hash.update(bytes)
        if (kind.leaves) message.destroy()
      })
      message.on('end', () => {
        if (message.statusCode !== kind.status) return resolve(`status ${message.statusCode}`)
        const isSame = kind.answer === null || hash.digest('hex') === HASHES.get(kind)
        resolve(isSame ? null : 'another body')
      })
    })
    sent.end(kind.body)
  })
}

const HASHES = new Map(
  KINDS.map(
    (kind) =>
      [kind, kind.answer && createHash('sha256').update(kind.answer).digest('hex')] as const,
  ),
)

/** Megabytes that a process has in memory. */
function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

async function openIdle(url: string, count: number): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(url)
  const sockets: Socket[] = []
  for (let i = 0; i < count; i++) {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => null)
    sockets.push(socket)
    if (i % 100 === 99) await once(socket, 'connect')
  }
  return sockets
}

/**
 * Runs so many requests beside so many idle connections, and gives a line for each tenth of them.
 */
export async function* traffic(count: number, idle: number): AsyncGenerator<string> {
  const folder = mkdtempSync(join(tmpdir(), 'acap-traffic-'))
  const origin = await startOrigin(answer)
  const gate = await startGate(folder, origin.url)
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let sockets = await openIdle(gate.url, idle)
  const faults = new Map<string, number>()
  let begun = 0
  const worker = async (until: number) => {
    while (begun < until) {
      const kind = KINDS[begun++ % KINDS.length]!
      const wrong = await fault(gate.url, kind, agent)
      if (wrong !== null)
        faults.set(`${kind.name}: ${wrong}`, (faults.get(`${kind.name}: ${wrong}`) ?? 0) + 1)
    }
  }
  try {
    for (let i = 1; i <= CHECKPOINTS; i++) {
      await Promise.all(
        Array.from({ length: CONNECTIONS }, () => worker(Math.round((count * i) / CHECKPOINTS))),
      )
      const open = sockets.filter(({ destroyed }) => !destroyed)
      const about = `beside ${open.length} idle connections, wrong: ${JSON.stringify([...faults])}`
      yield `${begun} requests, ${residentMegabytes(gate.pid).toFixed(0)} MB, ${about}`
      // The gate closes a connection on which nothing comes for a minute.
      sockets = [...open, ...(await openIdle(gate.url, idle - open.length))]
    }
  } finally {
    agent.destroy()
    for (const socket of sockets) socket.destroy()
    gate.stop()
    origin.stop()
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.main) {
  const [count = 20_000, idle = 0] = process.argv.slice(2).map(Number)
  for await (const line of traffic(count, idle)) console.log(line)
}
