/**
 * URIs as qualifiers hold them (Q4): which texts are RFC 3986 in their characters, and the normal form in which two of
 * them are the same (E3). Text in, text out; nothing is resolved or fetched.
 */
import { foldCase, targetForm } from './path-form.ts'

const REFERENCE = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/
const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/
const AUTHORITY = /^(?:(.*)@)?(\[[0-9A-Fa-f:.]+\]|[^:@[\]]+)(?::(\d*))?$/
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }

/** Whether the text holds the characters of a URI reference only, at least one, and no stray `%`. */
export function isUriReference(text: string): boolean {
  return REFERENCE.test(text)
}

/** Whether the text is an absolute URI with a host. */
export function isAbsoluteUri(text: string): boolean {
  return isUriReference(text) && partsOf(text) !== null
}

function partsOf(uri: string) {
  const parts = PARTS.exec(uri)
  const authority = parts && AUTHORITY.exec(parts[2] ?? '')
  return parts && authority && { parts, authority }
}

/**
 * An absolute URI with a host in normal form (E3): scheme and host lower case, no default port, percent triples as in
 * P2, no dot segments, a path, no fragment. Null for anything else.
 */
export function normalizeUri(uri: string): string | null {
  const found = partsOf(uri)
  if (found === null) return null
  const { parts, authority } = found
  const scheme = foldCase(parts[1] ?? '')
  const user = authority[1] === undefined ? '' : `${targetForm(authority[1])}@`
  const host = foldCase(targetForm(authority[2] ?? ''))
  const port = authority[3] && authority[3] !== DEFAULT_PORTS[scheme] ? `:${authority[3]}` : ''
  const path = removeDotSegments(targetForm(parts[3] || '/'))
  return `${scheme}://${user}${host}${port}${path}${targetForm(parts[4] ?? '')}`
}

/** RFC 3986 5.2.4, for a path that begins with `/`. */
export function removeDotSegments(path: string): string {
  if (!path.includes('/.')) return path
  const resolved: string[] = []
  const segments = path.split('/').slice(1)
  segments.forEach((segment, at) => {
    const isLast = at === segments.length - 1
    if (segment !== '.' && segment !== '..') resolved.push(segment)
    else {
      if (segment === '..') resolved.pop()
      if (isLast) resolved.push('')
    }
  })
  return `/${resolved.join('/')}`
}
