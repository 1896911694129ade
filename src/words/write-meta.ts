/** Writes permissions as META content in one canonical spelling. `meta.ts` reads it back. */
import type { EmbeddedField } from './embedded.ts'
import { splitQualifiers } from './qualifier-words.ts'
import { firstFeature11 } from './qualifiers.ts'

export interface Writable
  extends Pick<EmbeddedField, 'effect' | 'usage' | 'purposes' | 'uninterpretable'> {
  /** The qualifiers, written by `writeQualifier`. */
  readonly words: readonly string[]
}

/** The content of the tag that declares version 1.1 for a page (V4). */
export const VERSION_CONTENT = 'ACAP version 1.1'

/** The contents for a field: one, or one for each purpose. */
export function writeMeta(field: Writable): readonly string[] {
  // A permission that counts as a prohibition is written as one (Q4), so that crawlers cannot
  // misread it.
  const isPermission = field.effect === 'allow' && !field.uninterpretable
  const effect = isPermission ? 'allow' : 'disallow'
  const words = [`${effect}-${field.usage}`, ...(isPermission ? field.words : [])].join(' ')
  if (field.purposes.length === 0) return [`ACAP ${words}`]
  return field.purposes.map((purpose) => `ACAP ${escapePurpose(purpose)} ${words}`)
}

/** Whether content written by `writeMeta` needs the version tag on its page (V4). */
export function needsVersionTag(content: string): boolean {
  return firstFeature11(splitQualifiers(content, 'embedded')) !== null
}

/** A purpose that looks like another part of a tag gets its first letter percent-encoded (P2). */
function escapePurpose(purpose: string): string {
  if (!/^(?:(?:dis)?allow-|version$)/.test(purpose)) return purpose
  return `%${purpose.charCodeAt(0).toString(16).toUpperCase()}${purpose.slice(1)}`
}
