/**
 * A ruling → where its fields stand for the author, and how the author wrote them. Refusals name lines of what is served,
 * in which names are spelt right; here they are those of the author's own files.
 */
import type { DecidingField } from '../engine/decision.ts'
import { type Ruling, reasonOf } from '../engine/ruling.ts'
import { lineTexts, servedField } from '../engine/served-lines.ts'
import { permissionInWords } from '../grammar/restriction-words.ts'

/** The file in which a field stands, as the author can open it. */
export function authorFile({ source }: DecidingField, folder: string): string {
  return `${folder}/${source === 'route' ? 'site.toml' : source}`
}

/** The files of one site, by path in its folder. Without them, fields read as they are served. */
export class AuthorFiles {
  readonly #folder: string
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #lines = new Map<string, readonly string[]>()

  constructor(folder: string, files: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.#folder = folder
    this.#files = files
  }

  /** The file in which a field stands. */
  pathOf(field: DecidingField): string {
    return authorFile(field, this.#folder)
  }

  /** The whole line as it stands. A line of site.toml says too little by itself: there it is the field's text. */
  lineOf({ source, line, text }: DecidingField): string {
    const bytes = source === 'site.toml' ? undefined : this.#files.get(source)
    if (bytes === undefined || line === undefined) return text
    const lines = this.#lines.get(source) ?? lineTexts(bytes)
    this.#lines.set(source, lines)
    return lines[line - 1] ?? text
  }

  /** The field as it stands, without its comment. */
  textOf(field: DecidingField): string {
    const line = this.lineOf(field)
    return line === field.text ? line : servedField(line)
  }

  /** Why, in one sentence. */
  reasonOf(ruling: Ruling): string {
    const fields = ruling.fields.map(({ servedLine: _, ...field }) => {
      return { ...field, text: this.textOf(field), source: this.pathOf(field) }
    })
    return reasonOf(ruling, fields, permissionInWords)
  }
}
