/** Finds the places of keys and values in valid TOML, which smol-toml does not report. */
import { parse } from 'smol-toml'
import { cached } from '../../base/cached.ts'
import { TextReader } from '../../base/text-reader.ts'

export interface Extent {
  readonly at: number
  readonly length: number
}

/** The places of a key and its value, with those inside. For a table, both are its header. */
export interface TomlPlace {
  key: Extent
  value: Extent
  readonly members: Map<string, TomlPlace>
  items: TomlPlace[]
  /** Whether it was removed, and whether a part of it was. */
  isGone: boolean
  isWhole: boolean
}

/** A path in the document: keys of tables, indexes of lists. */
export type TomlPath = readonly (string | number)[]

const BARE = /[A-Za-z0-9_-]+/y
const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y
const COMMENT = /#[^\n]*/g
const STRING =
  /"""(?:\\[\s\S]|(?!"""(?!"))[\s\S])*"""|'''(?:(?!'''(?!'))[\s\S])*'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'/y
const SCALAR = /[^,\]}#\r\n]*/y

export const NOWHERE: Extent = { at: 0, length: 0 }

function placeFor(extent: Extent): TomlPlace {
  return { key: extent, value: extent, members: new Map(), items: [], isGone: false, isWhole: true }
}

export class TomlPlaces extends TextReader {
  readonly #root = placeFor(NOWHERE)
  readonly comments: Extent[] = []

  constructor(text: string) {
    super(text)
    let table = this.#root
    for (this.#skip(); this.at < text.length; this.#skip()) {
      if (text[this.at] === '[') table = this.#header()
      else this.#pair(table)
    }
  }

  /** The place of a path; for an empty path, of the document. */
  find(path: TomlPath): TomlPlace | null {
    let place: TomlPlace | undefined = this.#root
    for (const step of path)
      place = typeof step === 'number' ? place?.items[step] : place?.members.get(step)
    return place ?? null
  }

  #header(): TomlPlace {
    const { at } = this
    const isList = this.text.startsWith('[[', at)
    this.at += isList ? 2 : 1
    const keys = this.#keys()
    this.#skip()
    this.at += isList ? 2 : 1
    const extent = { at, length: this.at - at }
    let table = this.#root
    for (const [position, { name }] of keys.entries()) {
      table = cached(table.members, name, () => placeFor(extent))
      if (isList && position === keys.length - 1) table.items.push(placeFor(extent))
      table = table.items.at(-1) ?? table
    }
    return table
  }

  /** `key = value`; a dotted key means nested tables. */
  #pair(table: TomlPlace): void {
    const made: TomlPlace[] = []
    let place = table
    for (const { name, extent } of this.#keys()) {
      place = cached(place.members, name, () => {
        made.push(placeFor(extent))
        return made.at(-1)!
      })
    }
    this.#skip()
    this.at++ // the `=`
    this.#skip()
    const value = this.#value(place)
    for (const each of made) each.value = value
  }

  #keys(): { readonly name: string; readonly extent: Extent }[] {
    const keys: { name: string; extent: Extent }[] = []
    do {
      this.#skip()
      const { at } = this
      const word = this.take(BARE) || this.take(STRING)
      // The parser decodes the escapes of a quoted key.
      const name = word.startsWith('"')
        ? String(parse(`key = ${word}`).key)
        : word.replace(/^'|'$/g, '')
      keys.push({ name, extent: { at, length: word.length } })
      this.#skip()
    } while (this.passes('.'))
    return keys
  }

  #value(place: TomlPlace): Extent {
    const { at } = this
    if (this.passes('[')) {
      while (!this.#ends(']')) {
        const item = placeFor(NOWHERE)
        place.items.push(item)
        item.key = item.value = this.#value(item)
      }
    } else if (this.passes('{')) {
      while (!this.#ends('}')) this.#pair(place)
    } else if (this.take(STRING) === '') this.at = at + this.take(SCALAR).trimEnd().length
    return { at, length: this.at - at }
  }

  /** Skips blanks and a comma; returns whether the list or table ends, or the text. */
  #ends(bracket: string): boolean {
    this.#skip()
    if (this.passes(',')) this.#skip()
    return this.passes(bracket) || this.at >= this.text.length
  }

  #skip(): void {
    const from = this.at
    for (const { 0: text, index } of this.take(BLANK).matchAll(COMMENT)) {
      this.comments.push({ at: from + index, length: text.trimEnd().length })
    }
  }
}
