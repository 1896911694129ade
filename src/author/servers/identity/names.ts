/** Writes names from a trie as expressions for the headers that they match (I1). */
import { MARKS } from '../../../words/name-token.ts'
import { anyOf, chunked } from '../expressions.ts'
import {
  marked as behindMark,
  between,
  deviceProduct,
  MARKED_NAME_END,
  NAME_END,
  PRODUCT_START,
  type Shape,
  standing,
  VERSION,
  WORD_END,
} from './header-parts.ts'

const ALL_MARKS: readonly string[] = Object.values(MARKS)
const TOKEN = /^[a-z0-9_-]+$/
/** A name that is an address behind `+`. */
const DOMAIN = /^(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/
/**
 * What says where a name may stand in a device's header is long itself: together nginx reads it.
 */
const LONGEST_NAMES = 1200

/** A name of several words, or with `_`: no domain has one. */
const NO_DOMAIN = /[\0- ),;">_]/
/** A name behind which an address may begin at once: `Bot9https://x.test/`. */
const ENDS_IN_NO_LETTER = /[0-9_]$/
const ADDRESS_START = '[a-z]+://'
const PRODUCT_END = '(?:$|[^a-z0-9_.+@:-]|[.+][a-z0-9_.+-]*(?:$|[^a-z0-9_.+@-]))'
/** What may follow a whole product: its version, a delimiter, an address, or nothing. */
const WHOLE_END = '(?:/|[\\x20]*(?:$|[();,+])|[\\x20]+(?:[a-z]*://|www[.]|[a-z0-9_.+-]+@))'

export function namedHeaders(names: readonly string[], shape: Shape): readonly string[] {
  if (shape === 'foul') {
    return withEnds(inFoul(names), WORD_END, (part, end) => [between(part, end)])
  }
  const own = unmarked(names)
  const noDomains = own.filter((name) => !DOMAIN.test(name))
  return [
    ...withEnds(own, NAME_END, (part, end) => [standing(part, shape, end)]),
    ...withEnds(
      noDomains.filter((name) => !NO_DOMAIN.test(name)),
      MARKED_NAME_END,
      (part, end) => behindMark(part, shape, end),
    ),
    ...withEnds(
      noDomains.filter((name) => NO_DOMAIN.test(name)),
      NAME_END,
      (part, end) => behindMark(part, shape, end),
    ),
    ...each(
      own.filter((name) => TOKEN.test(name)),
      (part) => deviceProduct(part, shape),
    ),
    ...markedHeaders(names, shape),
  ]
}

/**
 * Headers of browsers in which these names begin a product with a version, the header, or what
 * follows `compatible;` (I5).
 */
export function productHeaders(names: readonly string[], shape: Shape): readonly string[] {
  const own = unmarked(names)
  return [
    ...withEnds(own, NAME_END, (part, end) => [`(?:^|compatible;[\\x20]*)${part}${end}`]),
    ...each(own, (part) => [standing(part, shape, VERSION)]),
    ...each(
      own.filter((name) => TOKEN.test(name)),
      (part) => deviceProduct(part, shape),
    ),
    ...markedHeaders(names, shape),
  ]
}

function markedHeaders(names: readonly string[], shape: Shape): readonly string[] {
  return [
    ...withEnds(marked(names, MARKS.product), PRODUCT_END, product),
    ...(shape === 'plain'
      ? withEnds(marked(names, MARKS.productOutsideBrowsers), WHOLE_END, product)
      : []),
    ...each(marked(names, MARKS.header), (part) => [`^${part}$`]),
  ]
}

function product(part: string, end: string): readonly string[] {
  return [`${PRODUCT_START}${part}${end}`]
}

/** Expressions of names with what may follow them. */
function withEnds(
  names: readonly string[],
  end: string,
  make: (part: string, end: string) => readonly string[],
): readonly string[] {
  return [
    ...each(names, (part) => make(part, end)),
    ...each(
      names.filter((name) => ENDS_IN_NO_LETTER.test(name)),
      (part) => make(part, ADDRESS_START),
    ),
  ]
}

function each(
  names: readonly string[],
  make: (part: string) => readonly string[],
): readonly string[] {
  return chunked(names, LONGEST_NAMES).flatMap((some) => make(anyOf(some)))
}

/** A name that counts alone is in no foul header. */
function inFoul(names: readonly string[]): readonly string[] {
  return names.filter((name) => !name.startsWith(MARKS.header)).map(withoutMark)
}

export function withoutMark(name: string): string {
  return ALL_MARKS.includes(name[0]!) ? name.slice(1) : name
}

function unmarked(names: readonly string[]): readonly string[] {
  return names.filter((name) => !ALL_MARKS.includes(name[0]!))
}

function marked(names: readonly string[], mark: string): readonly string[] {
  return names.filter((name) => name.startsWith(mark)).map((name) => name.slice(mark.length))
}
