/**
 * Product token → the families that it obeys where it has no group of its own, as operators document them: those of their
 * records (data/), and names with a hyphen, which to RFC 9309 2.2.1 are tokens of their own. In a file of its own, because
 * the records weigh more than the small engine of robots.txt. The hyphenated ones are from
 * https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers and /google-special-case-crawlers.
 */
import families from './lists/token-families.json' with { type: 'json' }

const FAMILIES: readonly (readonly [name: string, members: ReadonlySet<string>])[] = Object.entries(
  families,
).map(([name, lines]) => [name, new Set(lines.join(' ').split(' '))])

export function familiesOf(token: string): readonly string[] {
  return FAMILIES.filter(([, members]) => members.has(token)).map(([name]) => name)
}
