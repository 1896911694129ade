/**
 * What the reading of sloppy answers costs: CPU time per request of undici with the gate's
 * connections to origins beside undici with its own, in short interleaved rounds. `node
 * bench/gate/origin-layer.ts [ROUNDS [REQUESTS]]`
 */
import { Worker } from 'node:worker_threads'
import { type Dispatcher, Pool } from 'undici'
import { OriginConnections } from '../../src/doors/gate/origin-connections.ts'
import { paired, table } from '../measure.ts'

const SIZES = [1000, 60_000, 1_000_000]

/** An origin in a thread of its own. */
const ORIGIN = `
const { createServer } = require('node:http')
const { parentPort } = require('node:worker_threads')
const server = createServer(({ url }, response) => response.end(Buffer.alloc(Number(url.slice(1)), 'x')))
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`

async function costOf(client: Dispatcher, size: number, requests: number): Promise<number> {
  const before = process.threadCpuUsage()
  const count = Math.ceil(requests / (1 + size / 100_000))
  for (let i = 0; i < count; i++) {
    const { body } = await client.request({ path: `/${size}`, method: 'GET' })
    for await (const _ of body);
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / count
}

export async function originLayer(rounds = 15, requests = 2000): Promise<string> {
  const origin = new Worker(ORIGIN, { eval: true })
  const port = await new Promise<number>((resolve) => origin.once('message', resolve))
  const url = `http://127.0.0.1:${port}`
  const ours = new OriginConnections(10, 100, () => undefined).pool(url, { connections: 1 })
  const plain = new Pool(url, { connections: 1 })
  const rows: string[][] = []
  for (const size of SIZES) {
    const costs: [ours: number[], plain: number[]] = [[], []]
    for (let round = -1; round < rounds; round++) {
      const pair = [
        await costOf(ours, size, requests),
        await costOf(plain, size, requests),
      ] as const
      if (round >= 0) for (const i of [0, 1] as const) costs[i].push(pair[i])
    }
    const { ours: own, theirs, ratio } = paired(...costs)
    rows.push([`${size} bytes`, own.toFixed(1), theirs.toFixed(1), ratio.toFixed(2)])
  }
  await Promise.all([ours.close(), plain.close(), origin.terminate()])
  return table(['answer', 'µs with the layer', 'µs without', 'ratio'], rows)
}

if (import.meta.main)
  console.log(await originLayer(...(process.argv.slice(2).map(Number) as [number?, number?])))
