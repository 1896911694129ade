/**
 * Sites → their results, made by as many threads as there are cores. A thread gets a few sites at a time, and more when it
 * has done them.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { type MadeResult, resultOf, type Setting, type SiteSource } from './site-result.ts'

/** What a thread is asked. */
interface Task {
  readonly from: number
  readonly sites: readonly SiteSource[]
  readonly setting: Setting
}

/** What it answers. */
interface Done {
  readonly from: number
  readonly results: readonly MadeResult[]
}

/** Sites in one task. */
const BATCH = 16
/** A thread starts within the time of so many sites. */
const LEAST_FOR_THREAD = 48

/** The program to start in a thread: the bundle that this is part of, or its source. */
const PROGRAM = fileURLToPath(
  import.meta.url.endsWith('threads.ts') ? import.meta.resolve('../main.ts') : import.meta.url,
)

/** Makes the results of sites, in their order. */
export async function resultsOf(
  sites: readonly SiteSource[],
  setting: Setting,
  threads = Math.min(availableParallelism(), Math.floor(sites.length / LEAST_FOR_THREAD)),
): Promise<readonly MadeResult[]> {
  if (threads < 2) return resultsHere(sites, setting)
  const results: MadeResult[] = new Array(sites.length)
  let next = 0
  const take = (): Task | null => {
    if (next >= sites.length) return null
    const from = next
    next += BATCH
    return { from, sites: sites.slice(from, next), setting }
  }
  const put = ({ from, results: some }: Done) => {
    some.forEach((result, i) => {
      results[from + i] = result
    })
  }
  await Promise.all(Array.from({ length: threads }, () => runThread(take, put)))
  return results
}

async function resultsHere(sites: readonly SiteSource[], setting: Setting): Promise<readonly MadeResult[]> {
  const results: MadeResult[] = []
  for (const site of sites) results.push(await resultOf(site, setting))
  return results
}

/** One thread, until there is nothing more to do. Rejects where it fails. */
function runThread(take: () => Task | null, put: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(PROGRAM)
    const goOn = () => {
      const task = take()
      if (task !== null) return thread.postMessage(task)
      resolve()
      void thread.terminate()
    }
    thread.on('message', (done: Done) => {
      put(done)
      goOn()
    })
    thread.on('error', reject)
    goOn()
  })
}

/** In a thread: does what it is asked. False in the process itself. */
export function isThread(): boolean {
  const port = isMainThread ? null : parentPort
  port?.on('message', async ({ from, sites, setting }: Task) => {
    const results = await resultsHere(sites, setting)
    const buffers = results.flatMap(({ value }) => value?.bytes.buffer ?? [])
    port.postMessage({ from, results } satisfies Done, buffers)
  })
  return port !== null
}
