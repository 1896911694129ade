/** Permissions as typed data → META content in one canonical spelling, which `meta.ts` reads back. */
import type { EmbeddedField } from './embedded.ts'
import { splitQualifiers } from './qualifier-words.ts'
import { firstFeature11 } from './qualifiers.ts'

export interface Writable
  extends Pick<EmbeddedField, 'effect' | 'usage' | 'purposes' | 'uninterpretable'> {
  /** Its qualifiers, as `writeQualifier` writes them. */
  readonly words: readonly string[]
}

/** The content of the tag that declares version 1.1 for a page (V4). */
export const VERSION_CONTENT = 'ACAP version 1.1'

/** The contents that say what the field says: one, or one for each purpose it is bound to. */
export function writeMeta(field: Writable): readonly string[] {
  // What reads as a prohibition is written as one (Q4): a crawler need not misunderstand it again.
  const isPermission = field.effect === 'allow' && !field.uninterpretable
  const effect = isPermission ? 'allow' : 'disallow'
  const words = [`${effect}-${field.usage}`, ...(isPermission ? field.words : [])].join(' ')
  if (field.purposes.length === 0) return [`ACAP ${words}`]
  return field.purposes.map((purpose) => `ACAP ${escapePurpose(purpose)} ${words}`)
}

/** Whether a content that `writeMeta` gave needs the version tag on its page (V4). */
export function needsVersionTag(content: string): boolean {
  return firstFeature11(splitQualifiers(content, 'embedded')) !== null
}

/** A purpose that looks like another part of a tag keeps its meaning with its first letter as a triple (P2). */
function escapePurpose(purpose: string): string {
  if (!/^(?:(?:dis)?allow-|version$)/.test(purpose)) return purpose
  return `%${purpose.charCodeAt(0).toString(16).toUpperCase()}${purpose.slice(1)}`
}
