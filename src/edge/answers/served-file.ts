/**
 * The files that a site serves to everybody (P7): robots.txt and the permission files it names. They depend on the
 * bundle alone, because a crawler that cannot read the rules must be able to learn them.
 */
import { hexadecimal } from '../../bundle/decode.ts'
import type { ServedFile } from '../../bundle/program.ts'
import { isRead } from '../request/origin-request.ts'

/** A day is what RFC 9309 lets crawlers keep a file anyway; an hour lets a fixed policy be seen soon. */
const MAX_AGE = 3600

/** Answers a request for a served file; `version` tells its editions apart, and `seconds` is how long it stays as it is. */
export function serveFile(request: Request, text: Uint8Array, version: string, seconds: number): Response {
  const etag = `"${version.slice(0, 32)}"`
  const type = { 'content-type': 'text/plain; charset=utf-8' }
  const headers = { ...type, 'cache-control': `public, max-age=${Math.min(MAX_AGE, seconds)}`, etag }
  if (!isRead(request.method)) {
    return new Response('only GET and HEAD\n', { status: 405, headers: { ...type, allow: 'GET, HEAD, OPTIONS' } })
  }
  if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : text, { headers })
}

/** RFC 9110 13.1.2: weak comparison with any of a list, or `*`. */
function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const known: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? []
  return ifNoneMatch.trim() === '*' || known.includes(etag)
}

const HASHES = new WeakMap<ServedFile, Promise<string>>()

export function textHash(file: ServedFile): Promise<string> {
  let hash = HASHES.get(file)
  if (hash === undefined) {
    hash = crypto.subtle
      .digest('SHA-256', file.text as BufferSource)
      .then((digest) => hexadecimal(new Uint8Array(digest)))
    HASHES.set(file, hash)
  }
  return hash
}
