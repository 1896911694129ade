/**
 * The table of requests, sent to a port; and the origin behind it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Raw, raw } from '../node-origin.ts'
import { HOST, type Row, TABLE } from './server-table.ts'

/** The origin: a page that says what came, and headers of its own. */
export function answer(request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = []
  request.on('data', (piece) => pieces.push(piece))
  request.on('end', () => {
    response.statusCode = request.url!.startsWith('/missing') ? 404 : 200
    response.setHeader('content-type', 'text/plain')
    response.setHeader('link', '<https://own.test/>; rel="own"')
    if (request.url!.startsWith('/told/')) response.setHeader('x-robots-tag', 'noarchive')
    response.end(`a page by ${request.method} with ${Buffer.concat(pieces)}.`)
  })
}

/** Sends one request of the table. */
export const ask = (
  port: string | number,
  { path, userAgent, method, headers }: Omit<Row, 'about' | 'outcome'>,
) => {
  const sent = { host: HOST, ...(userAgent === '' ? {} : { 'user-agent': userAgent }), ...headers }
  const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  return raw(
    `http://127.0.0.1:${port}`,
    { method, path, headers: sent },
    hasBody ? 'field=value' : '',
  )
}

const COMPARED = [
  'cache-control',
  'x-robots-tag',
  'link',
  'etag',
  'allow',
  'crawler-price',
  'location',
] as const

/** What of an answer is the same everywhere. */
const seen = (row: Row, { status, headers, body, complete }: Raw) => ({
  row: `${row.about}: ${row.method} ${row.path} as ${row.userAgent} with ${JSON.stringify(row.headers)}`,
  status,
  ...(Object.fromEntries(COMPARED.map((name) => [name, headers[name]])) as Record<
    (typeof COMPARED)[number],
    unknown
  >),
  // 304 is about a copy that has its type already.
  'content-type': status === 304 ? null : headers['content-type'],
  retries: headers['retry-after'] !== undefined,
  // A minute may end between two requests.
  body: body.toString('latin1').replace(/\bat \d\d:\d\d UTC/, 'at a minute'),
  complete,
})

/** Puts the table, row after row. */
export async function answers(port: string | number) {
  const all = []
  for (const row of TABLE) all.push(seen(row, await ask(port, row)))
  return all
}
