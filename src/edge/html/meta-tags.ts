/**
 * META names and contents → the tags as ASCII bytes, which mean the same in every encoding that has ASCII in it.
 */

import type { MetaTag } from '../../grammar/meta.ts'

const encoder = new TextEncoder()

/** The tags in their order, without anything between them. */
export function metaTags(tags: readonly MetaTag[]): Uint8Array {
  return encoder.encode(
    tags.map(({ name, content }) => `<META name="${quoted(name)}" content="${quoted(content)}">`).join(''),
  )
}

/** An attribute value: what would end it or stand outside ASCII becomes a character reference. */
function quoted(value: string): string {
  return value.replace(/[^ !#-%'-;=?-~]/gu, (character) => `&#${character.codePointAt(0)};`)
}
