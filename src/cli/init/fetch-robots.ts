/**
 * A file's path or a URL → the robots.txt that is there, and the host it is for.
 */
import { readFileSync } from 'node:fs'
import { UsageError } from '../exit-codes.ts'

const PATIENCE_MS = 10_000

/** A robots.txt that somebody has already. */
export interface FoundRobots {
  readonly bytes: Uint8Array
  /** Null where a file does not say. */
  readonly host: string | null
}

/** Reads it; of a site's address, its `/robots.txt`. */
export async function fetchRobots(place: string): Promise<FoundRobots> {
  if (!/^https?:\/\//i.test(place)) return { bytes: readFileSync(place), host: null }
  const url = new URL(place)
  if (url.pathname === '/') url.pathname = '/robots.txt'
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((fault: Error) => {
    throw new UsageError(`\`${url}\` cannot be fetched: ${String(fault.cause ?? fault.message)}`)
  })
  if (!answer.ok) throw new UsageError(`\`${url}\` answers ${answer.status}`, 'give a file, or --preset')
  return { bytes: new Uint8Array(await answer.arrayBuffer()), host: url.host }
}
