/**
 * Requests as bytes on a socket, and the answers taken apart: bytes that an HTTP client would not send or show.
 */
import { exchanged } from '../node-origin.ts'

/** An answer as it came over the wire. */
export interface Spoken {
  readonly status: number
  /** By lower-case name; values of one name in their order. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  /** Without transfer coding, one character per octet. */
  readonly body: string
}

/** Sends bytes (one character per octet) and takes what comes until the server closes. */
export async function speak(port: number, bytes: string): Promise<Spoken> {
  return takenApart(await exchanged(`http://127.0.0.1:${port}`, bytes))
}

/** A GET as `userAgent`, after which the server closes. */
export function get(target: string, userAgent: string, host = 'localhost'): string {
  return `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\nConnection: close\r\n\r\n`
}

function takenApart(text: string): Spoken {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...rows] = text.slice(0, Math.max(0, end)).split('\r\n')
  const headers = new Map<string, string[]>()
  for (const row of rows) {
    const name = row.slice(0, row.indexOf(':')).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), row.slice(name.length + 1).trim()])
  }
  const body = end < 0 ? '' : text.slice(end + 4)
  const chunked = headers.get('transfer-encoding')?.includes('chunked') === true
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers,
    body: chunked ? unchunked(body) : body,
  }
}

function unchunked(body: string): string {
  let out = ''
  for (let at = 0; at < body.length; ) {
    const line = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.slice(at, line), 16)
    if (line < 0 || !(size > 0)) break
    out += body.slice(line + 2, line + 2 + size)
    at = line + 2 + size + 2
  }
  return out
}

/** Runs `work` on every item, so many at a time, and gives the results in order. */
export async function inParallel<In, Out>(
  items: readonly In[],
  width: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> {
  const results: Out[] = new Array(items.length)
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const i = next++
      results[i] = await work(items[i]!)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return results
}
