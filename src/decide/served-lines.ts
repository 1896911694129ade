/** Finds a rule's text and place in the served file, on demand. */

import { BoundedCache, textBytes } from '../base/bounded-cache.ts'
import { cached } from '../base/cached.ts'
import { RULE_CATEGORY, type ServedFile, type SiteProgram } from '../program/program.ts'
import { wholePolicyPath } from '../words/document-paths.ts'
import type { EmbeddedField } from '../words/embedded.ts'
import type { SiteConfig } from '../words/site-config.ts'
import type { DecidingField } from './decision.ts'

const decoder = new TextDecoder()

/** Memory for cached field objects, in bytes: few fields decide. */
const FIELD_BYTES = 64 * 1024

/** The fields of one site. Files are split into lines on first use, at about twice their bytes. */
export class ServedLines {
  readonly site: SiteProgram
  readonly #lines = new Map<ServedFile, readonly string[]>()
  readonly #fields = new BoundedCache<number, DecidingField>(FIELD_BYTES)

  constructor(site: SiteProgram) {
    this.site = site
  }

  /** Frozen, because decisions share it. */
  field(rule: number): DecidingField {
    const known = this.#fields.get(rule)
    if (known !== undefined) return known
    const field = Object.freeze(this.#read(rule))
    this.#fields.set(rule, field, textBytes(field.text))
    return field
  }

  #read(rule: number): DecidingField {
    const { site } = this
    const { file, line, servedLine, flags } = site.rules
    const source = site.files[file[rule]!]!
    const written = line[rule]!
    const served = servedLine[rule]!
    const isCategory = (flags[rule]! & RULE_CATEGORY) !== 0
    const lines = cached(this.#lines, source, () => lineTexts(source.text))
    // For a category, its key is in the comment before the line (I6).
    const text = isCategory
      ? (lines[served - 2] ?? '').replace(/^# /, '')
      : servedField(lines[(site.served ? served : written) - 1] ?? '')
    // The first served file is generated from the author's robots.txt (R4).
    const own = site.served && file[rule] === 0 ? 'robots.txt' : source.path
    return {
      source: isCategory ? 'site.toml' : own,
      ...(written === 0 ? {} : { line: written }),
      ...(served === 0 ? {} : { servedLine: served }),
      text,
    }
  }

  /**
   * An embedded field. A route's crawl prohibition is also a line of the served robots.txt (E5).
   */
  embedded(field: EmbeddedField): DecidingField {
    const { site } = this
    const { source, text, usage } = field
    const route =
      usage === 'crawl'
        ? site.routes.find(({ fields }) => fields.some((each) => each === field))
        : undefined
    const served = route === undefined ? 0 : site.rules.servedLine[route.rule]!
    return { source, text, ...(served === 0 ? {} : { servedLine: served }) }
  }
}

/** The path of the served file with a field's line. */
export function servedPath({ source }: DecidingField, config: SiteConfig): string {
  return OF_ROBOTS.test(source) ? wholePolicyPath(config) : source
}

const OF_ROBOTS = /^(?:route|site\.toml|robots\.txt)$/

export function lineTexts(bytes: Uint8Array): readonly string[] {
  return decoder.decode(bytes).split(/\r\n|[\r\n]/)
}

/** A line without comment, BOM and outer white space (R1-R3). */
export function servedField(line: string): string {
  const comment = line.indexOf('#')
  return (comment < 0 ? line : line.slice(0, comment)).replace(/^[\ufeff \t]+|[ \t]+$/g, '')
}
