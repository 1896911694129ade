/**
 * Names that operators document for several of their crawlers, and that the headers of these hold in URLs only, or not
 * at all (I1). A name of the policy that is a family's matches wherever a member's does.
 */
import families from './data/families.json' with { type: 'json' }

const BY_NAME: ReadonlyMap<string, readonly string[]> = new Map(families.map(({ name, members }) => [name, members]))

/** The members of a family, in lower case; none for a name that is not a family's. */
export function familyMembers(name: string): readonly string[] {
  return BY_NAME.get(name) ?? []
}
