/**
 * The origin's Cache-Control → that of the same answer for one client alone (RFC 9111 5.2.2). What the origin forbids
 * stays forbidden.
 */

/** A directive with its argument; commas inside quotes are its own. */
const DIRECTIVE = /(?:[^",]|"(?:[^"\\]|\\.)*"?)+/g

/** What forbids shared caches to keep the answer. `private` with names of fields is about those fields alone. */
const FORBIDS: ReadonlySet<string> = new Set(['no-store', 'private'])

/** Directives for shared caches alone, or for a part of the answer. */
const SHARED = /^(?:public|s-maxage|private)\b/i

/** What some shared caches heed instead (RFC 9213). */
const TARGETED = ['cdn-cache-control', 'cloudflare-cdn-cache-control', 'surrogate-control']

/** Keeps an answer out of shared caches. */
export function keepPrivate(headers: Headers): void {
  headers.set('cache-control', privately(headers.get('cache-control')))
  for (const name of TARGETED) headers.delete(name)
}

/** The value for one client alone; null is none. */
function privately(value: string | null): string {
  const directives = (value ?? '').match(DIRECTIVE)?.map((directive) => directive.trim()) ?? []
  if (value !== null && directives.some((directive) => FORBIDS.has(directive.toLowerCase()))) return value
  return ['private', ...directives.filter((directive) => directive !== '' && !SHARED.test(directive))].join(', ')
}
