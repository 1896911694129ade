/**
 * The parts that qualifier values are made of: keywords, names, lists, texts and URIs (Q4). Text in; null out where the
 * part is outside its grammar. It knows no qualifier.
 */
import { foldCase } from './path-form.ts'
import { decodePercent } from './percent.ts'
import { isUriReference } from './uri.ts'

/** A value cut at its first colon. */
interface Cut {
  readonly word: string
  readonly rest: string
}

/** A keyword in the form in which it is compared: decoded after splitting, lower case; empty where undecodable. */
export function keyword(text: string): string {
  return foldCase(decodePercent(text) ?? '')
}

/** The keyword before the first colon, and what follows it; null where there is no colon. */
export function cutKeyword(text: string): Cut | null {
  const colon = text.indexOf(':')
  return colon < 0 ? null : { word: keyword(text.slice(0, colon)), rest: text.slice(colon + 1) }
}

/** The keyword after `the-acap:`, and what follows it; null where the value is not a URI of that scheme. */
export function cutScheme(value: string): Cut | null {
  const head = cutKeyword(value)
  return head?.word === 'the-acap' ? cutKeyword(head.rest) : null
}

/** Whether the value's parts between colons begin with the keywords of a path like `the-acap:extract:idlist` (V2). */
export function hasKeywordPath(value: string, path: string): boolean {
  const parts = value.split(':')
  return path.split(':').every((wanted, at) => at < parts.length && (wanted === '*' || keyword(parts[at]!) === wanted))
}

/** A URI reference of any scheme but `the-acap:`. It keeps its percent triples. */
export function readUri(value: string): { readonly uri: string } | null {
  return isUriReference(value) && cutKeyword(value)?.word !== 'the-acap' ? { uri: value } : null
}

/** A text with its percent triples decoded; not empty. */
export function readTextValue(value: string): { readonly text: string } | null {
  const text = decodePercent(value)
  return text ? { text } : null
}

/** A list of one name. */
export function readName(value: string): readonly string[] | null {
  const name = decodePercent(value)
  return name ? [name] : null
}

/** A list whose items are decoded after splitting at commas; null where one is not as `isItem` wants it. */
export function readListValue(value: string, isItem: (item: string) => boolean): readonly string[] | null {
  const items: string[] = []
  for (const word of value.split(',')) {
    const item = decodePercent(word)
    if (item === null || !isItem(item)) return null
    items.push(item)
  }
  return items
}

/** A positive integer whose leading zeros count for nothing (Q3). */
export function readCount(digits: string | undefined): number | null {
  const count = Number(digits)
  return count > 0 && Number.isSafeInteger(count) ? count : null
}
