/**
 * Writes tests in Cloudflare's Rules language, without regular expressions, which need a Business
 * or Enterprise plan. In a wildcard, `*` is any text and nothing else is special; it must match the
 * whole field.
 */

export const RAW_PATH = 'raw.http.request.uri.path'
/** Path and query. */
export const RAW_TARGET = 'raw.http.request.uri'
export const USER_AGENT = 'http.user_agent'

export function contains(name: string): string {
  return `lower(${USER_AGENT}) contains ${quoted(name)}`
}

export function equalAgent(text: string): string {
  return `lower(${USER_AGENT}) eq ${quoted(text)}`
}

export function wildcard(field: string, pattern: string, isCaseless: boolean): string {
  return `${field} ${isCaseless ? 'wildcard' : 'strict wildcard'} ${quoted(pattern)}`
}

export function either(tests: readonly string[]): string {
  return tests.length === 1 ? tests[0]! : `(${tests.join(' or ')})`
}

/** Without a test, nothing is left out. */
export function unless(tests: readonly string[]): string {
  return tests.length === 0 ? '' : ` and not (${tests.join(' or ')})`
}

export function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
