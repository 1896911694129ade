/**
 * A policy's meaning → the rows of the table: the User-Agent that the author supposes, any other crawler, and every name
 * that the policy addresses, in the order and the letters in which the author wrote them.
 */
import { foldCase } from '../grammar/path-form.ts'
import { fieldValue } from '../language/text/tree.ts'
import type { Meaning } from './draft.ts'

/** A row of the table. */
export interface Crawler {
  /** `what-if`, `any`, or `name:` and the name in lower case. */
  readonly id: string
  readonly label: string
  readonly userAgent: string
  /** Whether the agent is the author's supposition, which may turn out to be a reader (I3). */
  readonly supposed: boolean
}

/** The rows, with one for a User-Agent that the author supposes. */
export function crawlersOf(meaning: Meaning, userAgent: string): readonly Crawler[] {
  return [
    { id: 'what-if', label: 'This User-Agent', userAgent, supposed: true },
    { id: 'any', label: 'Any other', userAgent: '', supposed: false },
    ...namesAsWritten(meaning).map((name) => ({
      id: `name:${foldCase(name)}`,
      label: name,
      userAgent: name,
      supposed: false,
    })),
  ]
}

/** The names of the policy's pool; those that site.toml alone names come last. */
export function namesAsWritten({ reading, program }: Meaning): readonly string[] {
  const written = new Map<string, { readonly name: string; readonly place: number }>()
  for (const tree of reading.trees.values()) {
    for (const line of tree.lines) {
      if (line.field?.value !== 'crawler' && line.field?.value !== 'token') continue
      const name = fieldValue(tree, line)
      const folded = foldCase(name)
      if (!written.has(folded)) written.set(folded, { name, place: written.size })
    }
  }
  const placeOf = (name: string) => written.get(name)?.place ?? written.size
  const names = program.names.map(({ name }) => name).sort((a, b) => placeOf(a) - placeOf(b))
  return names.map((name) => written.get(name)?.name ?? name)
}
