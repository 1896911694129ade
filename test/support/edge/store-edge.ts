/**
 * An isolate of the edge in front of a store, and versions of two sites.
 */
import { onTestFinished, vi } from 'vitest'
import { createApp } from '../../../src/doors/workers/proxy-worker.ts'
import { bundleOf, type SiteFiles } from '../bundle.ts'
import { CRAWLER } from './edge.ts'
import { type BuiltVersion, type FakeKv, versionOf } from './store.ts'

/** How soon the edge looks for another release, and for a value that was missing. */
export const REFRESH_MS = 30_000
export const RETRY_MS = 10_000

export const KNOWN = { known: { SearchBot1: 'search' } } as const
const ORIGIN = { fetch: async () => new Response('from the origin') }

/** A site that closes a path. */
export const storeSite = (name: string, closed: string, more = ''): SiteFiles => ({
  'robots.txt': `User-agent: *\nDisallow: ${closed}\n\nUser-agent: NamedClient\nDisallow: ${closed}\n`,
  'site.toml': `hosts = ["${name}.test", "www.${name}.test"]\n${more}`,
})

/** A version in which the sites `a` and `b` close a path. */
export const versionClosing = (version: number, closed: string, more = ''): Promise<BuiltVersion> =>
  versionOf(version, { a: storeSite('a', closed, more), b: storeSite('b', closed, more) }, KNOWN)

/** An isolate in front of a store. Its own bundle has no sites unless one is given. */
export async function isolate(
  store: FakeKv,
  shipped?: ArrayBuffer,
  origin: { fetch(): Promise<Response> } = ORIGIN,
) {
  const app = createApp({ bundle: shipped ?? (await bundleOf({}, KNOWN)) })
  const waiting: Promise<unknown>[] = []
  const context = { waitUntil: (work: Promise<unknown>) => void waiting.push(work) }
  const env = { ORIGIN: origin, POLICIES: store }
  const ask = async (url: string, userAgent = CRAWLER): Promise<Response> => {
    const request = new Request(url, { headers: { 'user-agent': userAgent }, redirect: 'manual' })
    return app.fetch(request, env as never, context as never)
  }
  const status = async (url: string, userAgent = CRAWLER) => (await ask(url, userAgent)).status
  return { ask, status, settled: () => Promise.all(waiting) }
}

/** Lets time pass; where timers are faked, waiting takes no time. */
export function clock(
  toFake: ('Date' | 'setTimeout')[] = ['Date'],
): (milliseconds: number) => void {
  vi.useFakeTimers({ toFake: [...toFake, 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return (milliseconds) => void vi.advanceTimersByTime(milliseconds)
}
