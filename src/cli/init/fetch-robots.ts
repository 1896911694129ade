/**
 * A file's path or a URL → the robots.txt that is there, its host, and the charset that the server sent.
 */
import { statSync } from 'node:fs'
import { UsageError } from '../exit-codes.ts'
import { fetchPage } from '../input/fetch-page.ts'
import { readNamed } from '../input/read-file.ts'

const PATIENCE_MS = 10_000
const OTHERWISE = 'give a file that holds it, or begin with --preset'

interface FoundRobots {
  readonly octets: Uint8Array
  /** What Content-Type says; null where it says nothing. */
  readonly charset: string | null
  /** Null where a file does not say. */
  readonly host: string | null
  /** Where a redirect led, if to another place. */
  readonly redirectedTo: string | null
}

/** Reads it; of a site's address, its `/robots.txt`. */
export async function fetchRobots(place: string): Promise<FoundRobots> {
  if (/^https?:\/\//i.test(place)) return fetchFrom(place)
  return { octets: readFrom(place), charset: null, host: null, redirectedTo: null }
}

function readFrom(path: string): Uint8Array {
  if (statSync(path).isDirectory())
    throw new UsageError(`\`${path}\` is a folder`, '--from takes a robots.txt or a URL')
  return readNamed(path)
}

async function fetchFrom(place: string): Promise<FoundRobots> {
  if (!URL.canParse(place))
    throw new UsageError(`\`${place}\` is not an address`, '--from https://www.example.com/robots.txt')
  const requested = new URL(place)
  if (requested.pathname === '/') requested.pathname = '/robots.txt'
  const { bytes, type, url } = await fetchPage(requested, { patienceMs: PATIENCE_MS }).catch((fault: Error) => {
    throw new UsageError(`\`${requested}\` cannot be fetched: ${fault.message}`, OTHERWISE)
  })
  // A site may redirect to its main host, or to a file store. Only the former is a host of the site.
  const { host } = url.pathname === '/robots.txt' ? url : requested
  return {
    octets: bytes,
    charset: /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] ?? null,
    host,
    redirectedTo: url.href === requested.href ? null : url.href,
  }
}
