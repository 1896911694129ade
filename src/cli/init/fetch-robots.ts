/**
 * A file's path or a URL → the robots.txt that is there, and the host it is for.
 */
import { statSync } from 'node:fs'
import { UsageError } from '../exit-codes.ts'
import { fetchPage } from '../fetch-page.ts'
import { readNamed } from '../read-file.ts'
import { refuseForeignText } from '../refuse-foreign-text.ts'

const PATIENCE_MS = 10_000
const OTHERWISE = 'give a file that holds it, or begin with --preset'

/** A robots.txt that somebody has already. */
export interface FoundRobots {
  readonly bytes: Uint8Array
  /** Null where a file does not say. */
  readonly host: string | null
}

/** Reads it; of a site's address, its `/robots.txt`. */
export async function fetchRobots(place: string): Promise<FoundRobots> {
  const found = /^https?:\/\//i.test(place) ? await fetchFrom(place) : { bytes: readFrom(place), host: null }
  refuseForeignText(found.bytes, place, OTHERWISE)
  return found
}

function readFrom(path: string): Uint8Array {
  if (statSync(path).isDirectory())
    throw new UsageError(`\`${path}\` is a folder`, '--from takes a robots.txt or a URL')
  return readNamed(path)
}

async function fetchFrom(place: string): Promise<FoundRobots> {
  if (!URL.canParse(place))
    throw new UsageError(`\`${place}\` is no address`, '--from https://www.example.com/robots.txt')
  const url = new URL(place)
  if (url.pathname === '/') url.pathname = '/robots.txt'
  const answer = await fetchPage(url, { patienceMs: PATIENCE_MS }).catch((fault: Error) => {
    throw new UsageError(`\`${url}\` cannot be fetched: ${fault.message}`, OTHERWISE)
  })
  return { bytes: answer.bytes, host: url.host }
}
