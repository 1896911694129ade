/** Checks URIs in qualifiers against RFC 3986 (Q4), and normalises them (E3). */
import { foldCase, targetForm } from './path-form.ts'

const REFERENCE = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/
const PARTS = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/
const AUTHORITY = /^(?:(.*)@)?(\[[0-9A-Fa-f:.]+\]|[^:@[\]]+)(?::(\d*))?$/
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }

/** Whether the text has only characters of a URI reference, at least one, and no stray `%`. */
export function isUriReference(text: string): boolean {
  return REFERENCE.test(text)
}

function partsOf(uri: string) {
  const parts = PARTS.exec(uri)
  const authority = parts && AUTHORITY.exec(parts[2] ?? '')
  return parts && authority && { parts, authority }
}

/**
 * An absolute URI with a host in normal form (E3): scheme and host lower case, no default port,
 * percent triples as in P2, no dot segments, a path, no fragment. Null for anything else.
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

/**
 * The normal form of a `location`; null if it is relative or malformed, so that it equals no page.
 */
export function locationForm(location: string): string | null {
  return isUriReference(location) ? normalizeUri(location) : null
}

/** Whether a `location` names the resource's own URI. */
export function isAtLocation(location: string, resource: string): boolean {
  // The common case: equal texts need no normal form.
  if (location === resource) return isUriReference(location) && partsOf(location) !== null
  const wanted = locationForm(location)
  return wanted !== null && wanted === normalizeUri(resource)
}
