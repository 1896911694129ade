/**
 * An edge with a policy, in front of an origin that a test can watch.
 */
import { onTestFinished, vi } from 'vitest'
import { demoAnswer } from '../../../src/cli/demo/demo-origin/worker.ts'
import type { EdgeEnv } from '../../../src/doors/workers/exchange.ts'
import { WORKERS } from '../../../src/doors/workers/exchange.ts'
import { appOf } from '../../../src/doors/workers/proxy-worker.ts'
import { Edge } from '../../../src/edge/edge.ts'
import type { Identifier } from '../../../src/edge/identity/identify.ts'
import { type Beside, bundleOf, type SiteFiles } from '../bundle.ts'

export const HOME = 'https://news.test'
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const CRAWLER = 'SearchBot1/1.0'

export interface EdgeSetting extends Beside {
  /** Beside a site.toml that names the host, where it is not given. */
  readonly files: SiteFiles
  readonly origin?: (request: Request) => Response | Promise<Response>
  readonly env?: Partial<EdgeEnv>
  readonly identifier?: Identifier
}

export interface TestedEdge {
  /** Sends a request as `userAgent`. */
  ask(path: string, userAgent?: string, init?: RequestInit): Promise<Response>
  /** What the origin was asked. */
  readonly asked: Request[]
  /** The log lines so far. */
  readonly log: Record<string, unknown>[]
  /** Waits for the work that goes on after the answers so far. */
  settled(): Promise<unknown>
}

/** Builds one. Known crawlers: SearchBot1, unless a test says otherwise. */
export async function edge({
  files,
  origin = demoAnswer,
  env = {},
  identifier,
  ...beside
}: EdgeSetting): Promise<TestedEdge> {
  const known = { SearchBot1: 'search', ...beside.known } as const
  const site = { 'site.toml': 'hosts = ["news.test"]\n', ...files }
  const bundle = await bundleOf({ news: site }, { ...beside, known })
  const app = appOf(new Edge(WORKERS, { bundle }, identifier))
  const asked: Request[] = []
  const ORIGIN = {
    fetch: async (input: unknown) => {
      asked.push(input as Request)
      return origin(input as Request)
    },
  }
  const log = capturedLog()
  const work: Promise<unknown>[] = []
  const context = {
    waitUntil: (each: Promise<unknown>) => void work.push(each),
  } as unknown as ExecutionContext
  const ask = async (path: string, userAgent = CRAWLER, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (userAgent !== '') headers.set('user-agent', userAgent)
    const url = path.startsWith('/') ? HOME + path : path
    const request = new Request(url, { redirect: 'manual', ...init, headers })
    return app.fetch(request, { ORIGIN, ...env } as EdgeEnv, context)
  }
  return { ask, asked, log, settled: () => Promise.all(work) }
}

/** Lines of JSON that are logged until the test is over. */
export function capturedLog(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  for (const level of ['log', 'warn', 'error'] as const) {
    const spy = vi
      .spyOn(console, level)
      .mockImplementation((line: string) => void lines.push(JSON.parse(line)))
    onTestFinished(() => spy.mockRestore())
  }
  return lines
}
