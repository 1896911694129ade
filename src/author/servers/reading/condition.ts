/** What a server's file says of a request, as data: conditions over its path, its User-Agent and variables. */

/** `target` is a path with its query; others are names of variables that the file sets. */
export type Subject = 'agent' | 'path' | 'target' | `$${string}`

/** A test of one text. */
export interface TextTest {
  readonly kind: 'text'
  readonly subject: Subject
  readonly holds: (text: string) => boolean
  /** The names or the robots patterns that it is about, as far as they can be listed; null: not at all. */
  readonly about: readonly string[] | null
  readonly line: number
}

/** What no policy of names and paths says: an address, a country, a cookie. It never holds. */
interface UnknownTest {
  readonly kind: 'unknown'
  readonly line: number
  readonly text: string
}

export type Condition =
  | TextTest
  | UnknownTest
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

export type ReadText = (subject: Subject) => string

/** Null where it hangs on what is not known. */
export function holdsFor(condition: Condition, read: ReadText): boolean | null {
  switch (condition.kind) {
    case 'unknown':
      return null
    case 'text':
      return condition.holds(read(condition.subject))
    case 'not': {
      const inside = holdsFor(condition.of, read)
      return inside === null ? null : !inside
    }
    default: {
      const decides = condition.kind === 'any'
      let isKnown = true
      for (const each of condition.of) {
        const holds = holdsFor(each, read)
        if (holds === decides) return decides
        isKnown &&= holds !== null
      }
      return isKnown ? !decides : null
    }
  }
}

/** Its tests, those inside of others, too. */
export function testsIn(condition: Condition): readonly (TextTest | UnknownTest)[] {
  if (condition.kind === 'text' || condition.kind === 'unknown') return [condition]
  return condition.kind === 'not' ? testsIn(condition.of) : condition.of.flatMap(testsIn)
}

export const ALWAYS: Condition = { kind: 'all', of: [] }
