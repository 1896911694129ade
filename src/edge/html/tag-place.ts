/**
 * The first bytes of a page → where tags go into it: directly behind the declaration of its charset, where that stands in
 * the first 1,024 bytes (what pushed it further back would change the encoding that clients find), else first in head.
 * Into what is not a document, nowhere.
 */
import { charsetDeclaration, PRESCAN_LIMIT } from './charset-declaration.ts'
import { documentStart, OF_HEAD } from './document-start.ts'
import { HeadPlace } from './head-place.ts'
import { TagReader } from './tag-reader.ts'

/** `later`: first in head, which begins behind these bytes. */
export type TagPlace = number | 'later' | 'nowhere'

/** A place as far as these bytes tell, and whether more bytes could tell another. */
export interface Placing {
  readonly place: TagPlace
  readonly isFinal: boolean
}

/**
 * Finds the place. `isWhole`: nothing comes after these bytes. `hasCharset`: the answer's headers name the charset, so that
 * no place changes it.
 */
export function tagPlace(bytes: Uint8Array, isWhole: boolean, hasCharset: boolean): Placing {
  const start = documentStart(bytes, isWhole)
  if (start !== 'document') return { place: 'nowhere', isFinal: start === 'other' }
  const head = new HeadPlace()
  const found = head.read(bytes)
  if (found === 'nowhere') return FINALLY_NOWHERE
  const isSettled = isWhole || bytes.length >= PRESCAN_LIMIT
  const isFree = isSettled || hasCharset || bytes[0] === 0xef
  if ('passed' in found) {
    if (isWhole) return { place: head.atEnd ? bytes.length : 'nowhere', isFinal: true }
    return { place: isFree ? 'later' : 'nowhere', isFinal: isSettled }
  }
  const declared = charsetDeclaration(bytes)
  if (declared === null || declared <= found.at) return { place: isFree ? found.at : 'nowhere', isFinal: isSettled }
  const behind = behindDeclaration(bytes, found.at, declared)
  return { place: behind ?? (hasCharset || bytes[0] === 0xef ? found.at : 'nowhere'), isFinal: true }
}

const FINALLY_NOWHERE: Placing = { place: 'nowhere', isFinal: true }

/** The first index at or behind `declared` where the head has no element open; null where it ends before. */
function behindDeclaration(bytes: Uint8Array, from: number, declared: number): number | null {
  const reader = new TagReader({ scripting: true })
  let templates = 0
  for (let at = from; reader.next(bytes, at); at = reader.end) {
    const { name, isEnd } = reader
    if (reader.hasText || !OF_HEAD.has(name)) return null
    if (name === 'template') templates += isEnd ? -1 : 1
    if (reader.end >= declared && templates <= 0 && !reader.isInText) return reader.end
  }
  return null
}
