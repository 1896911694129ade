import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { random } from '../support/base/random.ts'
import { missing, startNginx } from '../support/debian.ts'
import { inParallel } from '../support/e2e/socket.ts'
import { type Asked, traffic } from '../support/e2e/traffic.ts'
import { bundleWorker, freePort, type Running, startServices } from '../support/edge/workerd.ts'
import { raw } from '../support/node-origin.ts'
import { isLong, runs } from '../support/runs.ts'

const TOTAL = runs(3_000, 1_000_000)
const WIDTH = 32
const MARKER = 'the page itself'
const PAGE = `<!doctype html><html><head><title>a</title></head><body>${MARKER}</body></html>`
/** Half of what a Worker has at Cloudflare: its heap takes all of it, and must make do. */
const HEAP_MB = 64
/** What the process may gain in the second half without being said to grow. */
const SLACK_MB = 16

describe.skipIf(missing('mixed traffic', 'nginx-light'))(
  `${TOTAL} requests of readers and crawlers`,
  () => {
    let edge: Running
    let requests: readonly Asked[]
    beforeAll(async () => {
      const nginx = await startNginx(
        '/var/empty',
        `location / { default_type text/html; return 200 "${PAGE}"; }`,
      )
      const made = await traffic()
      requests = made.requests
      const services = {
        edge: { script: await bundleWorker(), policies: made.policies, port: await freePort() },
      }
      edge = await startServices(services, {
        vars: { ORIGIN_URL: nginx.url },
        quiet: true,
        heapMegabytes: HEAP_MB,
      })
      return () => {
        edge.stop()
        nginx.stop()
      }
    }, 120_000)

    test(
      `are answered as the reference decides${isLong ? ', and leave no growth of memory' : ''}`,
      async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: WIDTH })
        const roll = random(TOTAL)
        const counts = { reader: 0, permitted: 0, prohibited: 0 }
        const memory: number[] = []
        const step = Math.floor(TOTAL / 50)
        const order = Array.from({ length: TOTAL }, (_, i) => i)
        await inParallel(order, WIDTH, async (i) => {
          const asked = requests[roll(requests.length)]!
          const method = roll(10) === 0 ? 'HEAD' : 'GET'
          const headers = { host: asked.host, 'user-agent': asked.userAgent }
          const { status, body } = await raw(edge.url + asked.target, { agent, method, headers })
          const seen = { ...asked, status, page: body.includes(MARKER) }
          const served = asked.outcome === 'permitted'
          expect(seen).toEqual({
            ...asked,
            status: served ? 200 : seen.status,
            page: served && method === 'GET',
          })
          if (!served) expect([402, 403, 410], JSON.stringify(seen)).toContain(status)
          counts[asked.isReader ? 'reader' : served ? 'permitted' : 'prohibited']++
          if (i % step === 0) memory.push(residentMegabytes(edge))
        })
        agent.destroy()
        const halfway = median(memory.slice(20, 30))
        const end = median(memory.slice(-10))
        console.log(
          `${TOTAL} requests, ${requests.length} different ones: ${counts.reader} of readers, ${counts.permitted} crawls ` +
            `served, ${counts.prohibited} refused; workerd held ${halfway} MB halfway, ${end} MB at the end`,
        )
        expect(Math.min(...Object.values(counts))).toBeGreaterThan(TOTAL / 20)
        // A short run ends before a process has all the memory that it works with.
        if (isLong) expect(end - halfway).toBeLessThan(SLACK_MB)
      },
      runs(120_000, 7_200_000),
    )
  },
)

/** What the process keeps in memory now. */
function residentMegabytes({ process: { pid } }: Running): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}
