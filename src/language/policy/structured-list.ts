/** Parses a List of RFC 9651 into members in the JSON form of A2, with their places. */

import type { DirectiveValue } from '../../words/restriction.ts'
import { FieldReader } from '../../words/structured-fields.ts'

/** A member with its parameters. An inner list is kept without details. */
interface ListMember {
  readonly item: DirectiveValue | 'inner list'
  /** From its first character to the end of its last parameter. */
  readonly at: number
  readonly end: number
  readonly parameters: ReadonlyMap<string, DirectiveValue>
}

type ListReading =
  | { readonly ok: true; readonly members: readonly ListMember[] }
  | { readonly ok: false; readonly at: number }

export function readList(text: string): ListReading {
  const reader = new FieldReader(text)
  const members: ListMember[] = []
  try {
    reader.members(() => {
      const { at } = reader
      const member = reader.member()
      const item = 'items' in member ? 'inner list' : member.value
      members.push({ item, at, end: reader.at, parameters: member.parameters })
    })
    return { ok: true, members }
  } catch {
    // A syntax error, or a text that `atob` or `decodeURIComponent` rejects: reported where the
    // reader stopped.
    return { ok: false, at: reader.at }
  }
}
