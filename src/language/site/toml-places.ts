/** TOML that smol-toml has accepted → where each key and value stands in it, which that does not tell. */
import { parse } from 'smol-toml'

/** Where a part of the text is, in UTF-16 code units. */
export interface Extent {
  readonly at: number
  readonly length: number
}

/** Where a key and its value are. A table has the place of its header for both. */
interface KeyPlace {
  readonly key: Extent
  readonly value: Extent
}

/** A way into the document: keys of tables, numbers of list items. */
export type TomlPath = readonly (string | number)[]

const BARE = /[A-Za-z0-9_-]+/y
const BLANK = /(?:[ \t\r\n]|#[^\n]*)*/y
const COMMENT = /#[^\n]*/g
const STRING = /"""(?:\\[\s\S]|(?!"""(?!"))[\s\S])*"""|'''(?:(?!'''(?!'))[\s\S])*'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'/y
const SCALAR = /[^,\]}#\r\n]*/y

export class TomlPlaces {
  readonly #text: string
  readonly #places = new Map<string, KeyPlace>()
  readonly comments: Extent[] = []
  /** How many items each list of tables has so far. */
  readonly #tables = new Map<string, number>()
  #at = 0

  constructor(text: string) {
    this.#text = text
    let table: TomlPath = []
    for (this.#skip(BLANK); this.#at < text.length; this.#skip(BLANK)) {
      if (text[this.#at] === '[') table = this.#header()
      else this.#pair(table)
    }
  }

  find(path: TomlPath): KeyPlace | null {
    return this.#places.get(JSON.stringify(path)) ?? null
  }

  #header(): TomlPath {
    const at = this.#at
    const isList = this.#text.startsWith('[[', at)
    this.#at += isList ? 2 : 1
    const names = this.#keys().map(({ name }) => name)
    this.#skip(BLANK)
    this.#at += isList ? 2 : 1
    const extent = { at, length: this.#at - at }
    const path: (string | number)[] = []
    for (const [position, name] of names.entries()) {
      path.push(name)
      const id = JSON.stringify(path)
      const isNewItem = isList && position === names.length - 1
      this.#note(path, extent, extent)
      const items = (this.#tables.get(id) ?? 0) + (isNewItem ? 1 : 0)
      if (items === 0) continue
      this.#tables.set(id, items)
      path.push(items - 1)
    }
    this.#note(path, extent, extent)
    return path
  }

  /** `key = value`; a dotted key stands for tables within each other. */
  #pair(table: TomlPath): void {
    const keys = this.#keys()
    this.#skip(BLANK)
    this.#at++ // the `=`
    this.#skip(BLANK)
    const path = [...table, ...keys.map(({ name }) => name)]
    const value = this.#value(path)
    keys.forEach(({ extent }, position) => {
      this.#note(path.slice(0, table.length + position + 1), extent, value)
    })
  }

  #keys(): { readonly name: string; readonly extent: Extent }[] {
    const keys: { name: string; extent: Extent }[] = []
    do {
      if (keys.length > 0) this.#at++ // the `.`
      this.#skip(BLANK)
      const at = this.#at
      const word = this.#take(BARE) || this.#take(STRING)
      // The parser knows the escapes of a quoted key.
      const name = word.startsWith('"') ? String(parse(`key = ${word}`).key) : word.replace(/^'|'$/g, '')
      keys.push({ name, extent: { at, length: word.length } })
      this.#skip(BLANK)
    } while (this.#text[this.#at] === '.' && this.#at < this.#text.length)
    return keys
  }

  #value(path: TomlPath): Extent {
    const at = this.#at
    const first = this.#text[at]
    if (first === '[') this.#list(path)
    else if (first === '{') this.#inlineTable(path)
    else if (this.#take(STRING) === '') this.#at = at + this.#take(SCALAR).trimEnd().length
    return { at, length: this.#at - at }
  }

  #list(path: TomlPath): void {
    this.#at++
    for (let item = 0; !this.#ends(']'); item++) {
      const value = this.#value([...path, item])
      this.#note([...path, item], value, value)
    }
  }

  #inlineTable(path: TomlPath): void {
    this.#at++
    while (!this.#ends('}')) this.#pair(path)
  }

  /** Passes blanks and a comma; whether the list or table is closed there, or the text at its end. */
  #ends(bracket: string): boolean {
    this.#skip(BLANK)
    if (this.#text[this.#at] === ',') {
      this.#at++
      this.#skip(BLANK)
    }
    if (this.#at < this.#text.length && this.#text[this.#at] !== bracket) return false
    this.#at++
    return true
  }

  #note(path: TomlPath, key: Extent, value: Extent): void {
    const id = JSON.stringify(path)
    if (!this.#places.has(id)) this.#places.set(id, { key, value })
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #skip(pattern: RegExp): void {
    const from = this.#at
    const passed = this.#take(pattern)
    for (const { 0: text, index } of passed.matchAll(COMMENT)) {
      this.comments.push({ at: from + index, length: text.trimEnd().length })
    }
  }
}
