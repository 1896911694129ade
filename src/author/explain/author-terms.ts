/** Finds the author's files and lines for the fields of a ruling, rather than the served ones. */

import { cached } from '../../base/cached.ts'
import type { DecidingField } from '../../decide/decision.ts'
import { reasonInWords } from '../../decide/decision-of.ts'
import type { Engine } from '../../decide/engine.ts'
import type { Ruling } from '../../decide/ruling.ts'
import { lineTexts, servedField, servedPath } from '../../decide/served-lines.ts'
import { readSiteConfig } from '../../language/site/site.ts'
import { permissionInWords } from '../../words/restriction-words.ts'
import type { SiteConfig } from '../../words/site-config.ts'

export function authorFile({ source }: DecidingField, folder: string): string {
  return `${folder}/${source === 'route' ? 'site.toml' : source}`
}

/**
 * The files of one site, by their path in its folder. Without files, fields are quoted as they are
 * served.
 */
export class AuthorFiles {
  readonly #folder: string
  readonly #config: SiteConfig
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #lines = new Map<string, readonly string[]>()

  constructor(
    folder: string,
    config: SiteConfig,
    files: ReadonlyMap<string, Uint8Array> = new Map(),
  ) {
    this.#folder = folder
    this.#config = config
    this.#files = files
  }

  servedPath(field: DecidingField): string {
    return servedPath(field, this.#config)
  }

  pathOf(field: DecidingField): string {
    return authorFile(field, this.#folder)
  }

  /**
   * The whole line as it stands. A line of site.toml says too little by itself: there it is the
   * field's text.
   */
  lineOf({ source, line, text }: DecidingField): string {
    const bytes = source === 'site.toml' ? undefined : this.#files.get(source)
    if (bytes === undefined || line === undefined) return text
    return cached(this.#lines, source, () => lineTexts(bytes))[line - 1] ?? text
  }

  /** The field as it stands, without its comment. */
  textOf(field: DecidingField): string {
    const line = this.lineOf(field)
    return line === field.text ? line : servedField(line)
  }

  /** Its place and its text, in one line. */
  written(field: DecidingField): string {
    return `${this.pathOf(field)}${field.line === undefined ? '' : `:${field.line}`}  ${this.textOf(field)}`
  }

  reasonOf(ruling: Ruling): string {
    const fields = ruling.fields.map(({ servedLine: _, ...field }) => {
      return { ...field, text: this.textOf(field), source: this.pathOf(field) }
    })
    return reasonInWords(ruling, fields, permissionInWords)
  }
}

export interface AuthoredSite {
  readonly engine: Engine
  readonly draft: { readonly files: ReadonlyMap<string, string | Uint8Array> }
}

/** A field's words and their place; `line` null where it has none. */
export interface WrittenPlace {
  readonly file: string
  readonly line: number | null
  readonly text: string
}

/** Where the author can find the fields that decided about a target; each line once. */
export function placesOf(
  site: AuthoredSite,
  fields: readonly DecidingField[],
  target: string,
): readonly WrittenPlace[] {
  const places = fields.map(({ source, line = null, text }): WrittenPlace => {
    if (source !== 'route') return { file: source, line, text }
    return { file: 'site.toml', line: routeLine(site, text, target), text }
  })
  return [
    ...new Map(
      places.map((place) => [`${place.file}:${place.line}:${place.text}`, place]),
    ).values(),
  ]
}

/**
 * The line of the route that the target falls under on which a field stands: its own, or that of
 * `location`.
 */
function routeLine({ draft, engine }: AuthoredSite, text: string, target: string): number | null {
  const route = engine.routes.find(target)
  if (route === null) return null
  const source = readSiteConfig(draft.files.get('site.toml') ?? '').routes[
    engine.site.config.routes.indexOf(route)
  ]
  const field = source?.fields.find((each) => each.text.trim() === text.trim())
  const date = /^(?:closed|open)-until(?= )/.exec(text)?.[0]
  if (date !== undefined) return source?.value(date)?.line ?? null
  return (field?.locate(0, field.text.length) ?? source?.value('location'))?.line ?? null
}
