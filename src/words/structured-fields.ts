/**
 * Parses and writes structured fields (RFC 9651), as the JSON form of A2. Parsing throws on a
 * syntax error. Why no package is used: docs/decisions/dependencies.md.
 */

import { TextReader } from '../base/text-reader.ts'
import type { DirectiveValue } from './restriction.ts'

/** A later value of a name wins. */
type Parameters = ReadonlyMap<string, DirectiveValue>

export interface Item {
  readonly value: DirectiveValue
  readonly parameters: Parameters
}

export interface InnerList {
  readonly items: readonly Item[]
  readonly parameters: Parameters
}

export type Dictionary = ReadonlyMap<string, Item | InnerList>

/** RFC 9651 4.2.3: bare items by their first character, and how to read each. */
const BARE_ITEMS: readonly (readonly [RegExp, (text: string) => DirectiveValue])[] = [
  [/-?(?:\d{1,12}\.\d{1,3}|\d{1,15})/y, (text) => Number(text) + 0],
  [/"(?:[ !#-[\]-~]|\\["\\])*"/y, (text) => text.slice(1, -1).replace(/\\(.)/g, '$1')],
  [/[A-Za-z*][\w!#$%&'*+\-.^`|~:/]*/y, (text) => ({ token: text })],
  [/:[A-Za-z0-9+/=]*:/y, (text) => ({ bytes: btoa(atob(text.slice(1, -1))) })],
  [/\?[01]/y, (text) => text === '?1'],
  [/@-?\d{1,15}/y, (text) => ({ date: Number(text.slice(1)) + 0 })],
  [
    /%"(?:[ !#$&-~]|%[0-9a-f]{2})*"/y,
    (text) => ({ display: decodeURIComponent(text.slice(2, -1)) }),
  ],
]
const KEY = /[a-z*][a-z0-9_\-.*]*/y
const SPACES = / */y
const OPTIONAL_SPACE = /[ \t]*/y

export class FieldReader extends TextReader {
  get isOver(): boolean {
    return this.at === this.text.length
  }

  /** Reads a list or dictionary, member by member with `read`. */
  members(read: () => void): void {
    this.take(SPACES)
    while (!this.isOver) {
      read()
      this.take(OPTIONAL_SPACE)
      if (this.isOver) return
      this.expect(',')
      this.take(OPTIONAL_SPACE)
      if (this.isOver) throw new SyntaxError('a comma ends the list')
    }
  }

  /** Reads a single item. */
  only(): Item {
    this.take(SPACES)
    const item = this.#item()
    this.take(SPACES)
    if (!this.isOver) throw new SyntaxError('more than an item')
    return item
  }

  member(): Item | InnerList {
    if (!this.passes('(')) return this.#item()
    const items: Item[] = []
    for (this.take(SPACES); !this.passes(')'); this.take(SPACES)) {
      items.push(this.#item())
      if (this.text[this.at] !== ' ' && this.text[this.at] !== ')')
        throw new SyntaxError('no space between items')
    }
    return { items, parameters: this.parameters() }
  }

  #item(): Item {
    return { value: this.#bareItem(), parameters: this.parameters() }
  }

  parameters(): Parameters {
    const found = new Map<string, DirectiveValue>()
    while (this.passes(';')) {
      this.take(SPACES)
      found.set(this.key(), this.passes('=') ? this.#bareItem() : true)
    }
    return found
  }

  key(): string {
    const key = this.take(KEY)
    if (key === '') throw new SyntaxError('no key')
    return key
  }

  #bareItem(): DirectiveValue {
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

export function parseDictionary(text: string): Dictionary {
  const reader = new FieldReader(text)
  const members = new Map<string, Item | InnerList>()
  reader.members(() => {
    const key = reader.key()
    members.set(
      key,
      reader.passes('=') ? reader.member() : { value: true, parameters: reader.parameters() },
    )
  })
  return members
}

export function memberText(member: Item | InnerList): string {
  const { parameters } = member
  const own =
    'items' in member ? `(${member.items.map(memberText).join(' ')})` : bareText(member.value)
  return (
    own +
    Array.from(
      parameters,
      ([key, value]) => `;${key}${value === true ? '' : `=${bareText(value)}`}`,
    ).join('')
  )
}

function bareText(value: DirectiveValue): string {
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  if (typeof value === 'boolean') return value ? '?1' : '?0'
  if (typeof value === 'number') return String(value)
  if ('token' in value) return value.token
  if ('bytes' in value) return `:${value.bytes}:`
  if ('date' in value) return `@${value.date}`
  return `%"${value.display.replace(/[^ -~]|[%"]/gu, (character) => encodeURIComponent(character).toLowerCase())}"`
}
