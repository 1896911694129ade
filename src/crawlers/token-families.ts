/**
 * Maps product tokens to the families that they obey if they have no group of their own, as
 * operators document it. `npm run docs` writes it from the records (data/), which would be too
 * large for the small robots.txt engine.
 */
import families from './lists/token-families.json' with { type: 'json' }

const FAMILIES: readonly (readonly [name: string, members: ReadonlySet<string>])[] = Object.entries(
  families,
).map(([name, members]) => [name, new Set(members.split(' '))])

export function familiesOf(token: string): readonly string[] {
  return FAMILIES.filter(([, members]) => members.has(token)).map(([name]) => name)
}
