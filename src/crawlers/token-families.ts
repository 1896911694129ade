/**
 * Product token → the families that it obeys where it has no group of its own, as operators document them: those of their
 * records (data/). In a file of its own, which `npm run docs` writes from the records: they weigh more than the small engine of
 * robots.txt.
 */
import families from './lists/token-families.json' with { type: 'json' }

const FAMILIES: readonly (readonly [name: string, members: ReadonlySet<string>])[] = Object.entries(
  families,
).map(([name, members]) => [name, new Set(members.split(' '))])

export function familiesOf(token: string): readonly string[] {
  return FAMILIES.filter(([, members]) => members.has(token)).map(([name]) => name)
}
