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

/** What lets a cache use an answer: as fresh, and behind that while it asks again. */
const LIFETIME = /(^|[\s,;])(max-age|s-maxage|stale-while-revalidate|stale-if-error)="?(\d+)"?/gi

/** Has caches keep an answer for no more than so many seconds from now; never for longer than its origin says. */
export function keepAtMost(headers: Headers, seconds: number): void {
  if (!Number.isFinite(seconds)) return
  const age = Number(headers.get('age')) || 0
  for (const name of ['cache-control', ...TARGETED]) {
    const value = headers.get(name)
    if (value !== null)
      headers.set(
        name,
        value.replace(LIFETIME, (_, before, word, most) => `${before}${word}=${capped(word, most, seconds + age)}`),
      )
  }
  const end = Date.now() + seconds * 1000
  if (Date.parse(headers.get('expires') ?? '') > end) headers.set('expires', new Date(end).toUTCString())
}

/** Nothing may be used once it is stale. */
function capped(word: string, written: string, most: number): number {
  return /^stale/i.test(word) ? 0 : Math.min(Number(written), most)
}

/** The value for one client alone; null is none. */
function privately(value: string | null): string {
  const directives = (value ?? '').match(DIRECTIVE)?.map((directive) => directive.trim()) ?? []
  if (value !== null && directives.some((directive) => FORBIDS.has(directive.toLowerCase()))) return value
  return ['private', ...directives.filter((directive) => directive !== '' && !SHARED.test(directive))].join(', ')
}
