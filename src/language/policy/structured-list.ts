/** A List of RFC 9651 → its members, in the JSON form of A2. No package: docs/decisions/dependencies.md. */
import type { DirectiveValue } from '../../vocabulary/restriction.ts'
import { TextReader } from '../text/text-reader.ts'

/** A member with its parameters, a later value of a name winning. An inner list is kept as that alone. */
interface ListMember {
  readonly item: DirectiveValue | 'inner list'
  /** From its first character to behind its last parameter. */
  readonly at: number
  readonly end: number
  readonly parameters: ReadonlyMap<string, DirectiveValue>
}

type ListReading =
  | { readonly ok: true; readonly members: readonly ListMember[] }
  | { readonly ok: false; readonly at: number }

/** RFC 9651 4.2.3: the kinds of bare items, by their first character, and what their text says. */
const BARE_ITEMS: readonly (readonly [RegExp, (text: string) => DirectiveValue])[] = [
  [/-?(?:\d{1,12}\.\d{1,3}|\d{1,15})/y, (text) => Number(text) + 0],
  [/"(?:[ !#-[\]-~]|\\["\\])*"/y, (text) => text.slice(1, -1).replace(/\\(.)/g, '$1')],
  [/[A-Za-z*][\w!#$%&'*+\-.^`|~:/]*/y, (text) => ({ token: text })],
  [/:[A-Za-z0-9+/=]*:/y, (text) => ({ bytes: btoa(atob(text.slice(1, -1))) })],
  [/\?[01]/y, (text) => text === '?1'],
  [/@-?\d{1,15}/y, (text) => ({ date: Number(text.slice(1)) + 0 })],
  [/%"(?:[ !#$&-~]|%[0-9a-f]{2})*"/y, (text) => ({ display: decodeURIComponent(text.slice(2, -1)) })],
]
const KEY = /[a-z*][a-z0-9_\-.*]*/y
const SPACES = / */y
const OPTIONAL_SPACE = /[ \t]*/y

export function readList(text: string): ListReading {
  const reader = new ListReader(text)
  try {
    return { ok: true, members: reader.list() }
  } catch {
    // A fault, or a text that `atob` or `decodeURIComponent` refuses: the position is where the reader stopped.
    return { ok: false, at: reader.at }
  }
}

class ListReader extends TextReader {
  list(): ListMember[] {
    const members: ListMember[] = []
    this.take(SPACES)
    while (this.at < this.text.length) {
      members.push(this.member())
      this.take(OPTIONAL_SPACE)
      if (this.at === this.text.length) break
      this.expect(',')
      this.take(OPTIONAL_SPACE)
      if (this.at === this.text.length) throw new SyntaxError('a comma ends the list')
    }
    return members
  }

  private member(): ListMember {
    const { at } = this
    const item = this.passes('(') ? this.innerList() : this.bareItem()
    const parameters = this.parameters()
    return { item, at, end: this.at, parameters }
  }

  private innerList(): 'inner list' {
    for (this.take(SPACES); !this.passes(')'); this.take(SPACES)) {
      this.bareItem()
      this.parameters()
      if (this.text[this.at] !== ' ' && this.text[this.at] !== ')') throw new SyntaxError('no space between items')
    }
    return 'inner list'
  }

  private parameters(): Map<string, DirectiveValue> {
    const found = new Map<string, DirectiveValue>()
    while (this.passes(';')) {
      this.take(SPACES)
      const key = this.take(KEY)
      if (key === '') throw new SyntaxError('no key')
      found.set(key, this.passes('=') ? this.bareItem() : true)
    }
    return found
  }

  private bareItem(): DirectiveValue {
    const start = this.at
    for (const [form, read] of BARE_ITEMS) {
      const text = this.take(form)
      if (text === '') continue
      const end = this.at
      this.at = start
      const value = read(text)
      this.at = end
      return value
    }
    throw new SyntaxError('no bare item')
  }
}
