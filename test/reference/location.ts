/**
 * E3 written from the text: whether a permission's `location` is the resource's own URI after RFC 3986 normalisation.
 */
import { fold, targetForm } from './patterns.ts'

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' }

/** Characters that no URI holds (RFC 3986 section 2): other characters than its own, and a `%` before anything but two digits. */
const NOT_URI = /[^!-~]|["<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/

/** E3: a relative or malformed URI equals nothing. */
export function sameLocation(location: string, resource: string | undefined): boolean {
  if (NOT_URI.test(location)) return false
  const here = resource === undefined ? null : normalise(resource)
  return here !== null && normalise(location) === here
}

/** RFC 3986 section 6.2.2 and 6.2.3, with the percent form of P2; null for what is not an absolute URI with a host. */
function normalise(uri: string): string | null {
  const whole = uri.split('#')[0]!
  const parts = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?]*)([^?]*)(\?.*)?$/s.exec(whole)
  if (parts === null) return null
  const scheme = fold(parts[1]!)
  const at = parts[2]!.lastIndexOf('@')
  const userinfo = targetForm(parts[2]!.slice(0, at + 1))
  const [, host = '', port = ''] =
    /^(\[[^\]]*\]|[^:]*)(?::([0-9]*))?$/.exec(parts[2]!.slice(at + 1)) ?? []
  if (host === '') return null
  const shownPort = port === '' || port === DEFAULT_PORTS[scheme] ? '' : `:${port}`
  const path = withoutDotSegments(targetForm(parts[3]!)) || '/'
  return `${scheme}://${userinfo}${fold(targetForm(host))}${shownPort}${path}${targetForm(parts[4] ?? '')}`
}

/** RFC 3986 section 5.2.4 for a path that begins with `/` or is empty. */
function withoutDotSegments(path: string): string {
  const kept: string[] = []
  const segments = path.split('/')
  segments.forEach((segment, i) => {
    const last = i === segments.length - 1
    if (segment === '..' && kept.length > 1) kept.pop()
    if (segment !== '.' && segment !== '..') kept.push(segment)
    else if (last) kept.push('')
  })
  return kept.join('/')
}
