/**
 * A response's status and headers → whether its body is HTML that can be rewritten without breaking a byte of it.
 */

/** Encodings in which an ASCII byte may be something else than its character. */
const NOT_ASCII = /^(?:utf-?16|utf-?32|utf-?7|ucs-?2|ucs-?4|unicode|iso-?2022|iso-10646|csiso2022|hz-gb|csunicode)/

/** What the runtime decodes and encodes again, in exactly these letters: it takes `GZIP` and `x-gzip` for plain bytes. */
const DECODED: ReadonlySet<string> = new Set(['gzip', 'br'])

/** Answers that are a whole page. */
const WHOLE: ReadonlySet<number> = new Set([200, 203])

/** Whether an answer is a page of HTML that can take tags. */
export function mayCarryTags(response: Response): boolean {
  const { status, headers } = response
  return WHOLE.has(status) && isLegible(headers) && !FROZEN.test(headers.get('cache-control') ?? '')
}

/** Whether an answer says in which charset it is. */
export function hasCharset({ headers }: Response): boolean {
  return charset(headers) !== ''
}

/** By its first two octets, whether a page is in an encoding whose `<` is not one octet alone: UTF-16 or UTF-32. */
export function isWide([first, second]: Uint8Array): boolean {
  return first === 0 || second === 0 || (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe)
}

/** Whether an answer has a whole page of HTML that can be read. */
export function hasLegiblePage({ status, headers, body }: Response): boolean {
  return body !== null && status >= 200 && status < 300 && status !== 206 && isLegible(headers)
}

/** Whether an answer is a part that may be one of a page of HTML. */
export function isPartOfPage({ status, headers }: Response): boolean {
  return status === 206 && PARTS.test(headers.get('content-type') ?? '')
}

/** What forbids everybody on the way to change the body (RFC 9111 5.2.2.6). */
const FROZEN = /(?:^|[\s,])no-transform\s*(?:,|$)/i

const HTML = /^\s*text\/html\s*(?:;|$)/i
const PARTS = /^\s*(?:text\/html|multipart\/byteranges)\s*(?:;|$)/i

/** Whether an answer is HTML. */
export function isHtml(headers: Headers): boolean {
  return HTML.test(headers.get('content-type') ?? '')
}

function isLegible(headers: Headers): boolean {
  return isHtml(headers) && !NOT_ASCII.test(charset(headers)) && isDecoded(headers.get('content-encoding'))
}

function isDecoded(encoding: string | null): boolean {
  return encoding === null || DECODED.has(encoding) || encoding.toLowerCase() === 'identity'
}

function charset(headers: Headers): string {
  return /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers.get('content-type') ?? '')?.[1]?.toLowerCase() ?? ''
}
