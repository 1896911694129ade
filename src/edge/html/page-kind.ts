/**
 * A response's status and headers → what kind of page its body is, and whether tags may go into it.
 */
import { isCharset } from './charset.ts'

const NOT_ASCII = /^(?:utf-?16|utf-?32|utf-?7|ucs-?2|ucs-?4|unicode|iso-?2022|iso-10646|csiso2022|hz-gb|csunicode)/

const WHOLE: ReadonlySet<number> = new Set([200, 203])

/** Codings in which a rewritten body can be sent on. */
const CODED: ReadonlySet<string> = new Set(['', 'identity', 'gzip', 'br'])

export function mayCarryTags(response: Response): boolean {
  const { status, headers } = response
  return (
    WHOLE.has(status) &&
    isHtml(headers) &&
    !NOT_ASCII.test(charsetOf(headers)) &&
    CODED.has(headers.get('content-encoding') ?? '') &&
    !FROZEN.test(headers.get('cache-control') ?? '') &&
    !isAttachment(headers)
  )
}

/** Whether an answer is a part of what may carry tags when it is whole, or says that there is no such part. */
export function isPartOfTagged({ status, headers }: Response): boolean {
  if (status === 416) return true
  return status === 206 && PARTS.test(headers.get('content-type') ?? '') && !isAttachment(headers)
}

/** Whether an answer's headers name a charset that exists, which goes before everything that the page says. */
export function hasCharset({ headers }: Response): boolean {
  return isCharset(charsetOf(headers))
}

/** What forbids everybody on the way to change the body (RFC 9111 5.2.2.6). */
const FROZEN = /(?:^|[\s,])no-transform\s*(?:,|$)/i

const HTML = /^\s*text\/html\s*(?:;|$)/i
const PARTS = /^\s*(?:text\/html|multipart\/byteranges)\s*(?:;|$)/i

/** Whether a Response can have its status. `@hono/node-server`'s own has any, and throws where its body is read. */
export function isPossible({ status }: Response): boolean {
  return status >= 200 && status <= 599
}

export function isHtml(headers: Headers): boolean {
  return HTML.test(headers.get('content-type') ?? '')
}

/** Whether an answer is a file to save: every disposition but `inline` says so (RFC 6266 4.2). */
function isAttachment(headers: Headers): boolean {
  const [type = ''] = (headers.get('content-disposition') ?? '').split(';')
  const word = type.trim().toLowerCase()
  return word !== '' && word !== 'inline' && !word.includes('=')
}

/** `unknown`: the headers do not tell · `xml`: only the root element tells · `other`: it has no META. */
export type PageKind = 'html' | 'xhtml' | 'xml' | 'unknown' | 'other'

const UNKNOWN: ReadonlySet<string> = new Set(['*/*', 'application/unknown', 'unknown/unknown'])

/** Of several media types, which servers send by mistake and clients read differently, the one with META counts. */
export function pageKind(headers: Headers): PageKind {
  const types = (headers.get('content-type') ?? '')
    .toLowerCase()
    .split(',')
    .map((type) => type.split(';')[0]!.trim())
  if (types.includes('text/html')) return 'html'
  if (types.some((type) => type.endsWith('xhtml+xml'))) return 'xhtml'
  if (types.some((type) => XML.test(type))) return 'xml'
  return types.every((type) => !MEDIA_TYPE.test(type) || UNKNOWN.has(type)) ? 'unknown' : 'other'
}

/** Clients read every XML document whose root is one of XHTML as a page. */
const XML = /^(?:application|text)\/xml$|\+xml$/

const MEDIA_TYPE = /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/

/** The charset that an answer's headers name, in lower case; empty where they name none. */
export function charsetOf(headers: Headers): string {
  return /;\s*charset\s*=\s*["']?([^\s;"',]*)/i.exec(headers.get('content-type') ?? '')?.[1]?.toLowerCase() ?? ''
}
