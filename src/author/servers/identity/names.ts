/** Writes names from a trie as expressions for the headers that they match (I1). */
import { MARKS } from '../../../words/name-token.ts'
import { anyOf, chunked } from '../expressions.ts'
import {
  marked as behindMark,
  between,
  deviceProduct,
  NAME_END,
  PRODUCT_START,
  type Shape,
  standing,
  VERSION,
} from './header-parts.ts'

const ALL_MARKS: readonly string[] = Object.values(MARKS)
const TOKEN = /^[a-z0-9_-]+$/
/** A name that is an address behind `+`. */
const DOMAIN = /^(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/
/**
 * What says where a name may stand in a device's header is long itself: together nginx reads it.
 */
const LONGEST_NAMES = 1200

/** A name of several words. */
const SEVERAL = /[\0- ),;">]/
const PRODUCT_END = '(?:$|[^a-z0-9_.+@:-]|[.+][a-z0-9_.+-]*(?:$|[^a-z0-9_.+@-]))'
/** What may follow a whole product: its version, a delimiter, an address, or nothing. */
const WHOLE_END = '(?:/|[\\x20]*(?:$|[();,+])|[\\x20]+(?:[a-z]*://|www[.]|[a-z0-9_.+-]+@))'

export function namedHeaders(names: readonly string[], shape: Shape): readonly string[] {
  if (shape === 'foul') return each(inFoul(names), (part) => [between(part)])
  const own = unmarked(names)
  return [
    ...each(own, (part) => [standing(part, shape)]),
    ...each(
      own.filter((name) => !DOMAIN.test(name) && !SEVERAL.test(name)),
      (part) => behindMark(part, shape),
    ),
    ...each(
      own.filter((name) => SEVERAL.test(name)),
      (part) => behindMark(part, shape, true),
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
    ...each(own, (part) => [
      `(?:^|compatible;[\\x20]*)${part}${NAME_END}`,
      standing(part, shape, VERSION),
    ]),
    ...each(
      own.filter((name) => TOKEN.test(name)),
      (part) => deviceProduct(part, shape),
    ),
    ...markedHeaders(names, shape),
  ]
}

function markedHeaders(names: readonly string[], shape: Shape): readonly string[] {
  return [
    ...each(marked(names, MARKS.product), (part) => [`${PRODUCT_START}${part}${PRODUCT_END}`]),
    ...(shape === 'plain'
      ? each(marked(names, MARKS.productOutsideBrowsers), (part) => [
          `${PRODUCT_START}${part}${WHOLE_END}`,
        ])
      : []),
    ...each(marked(names, MARKS.header), (part) => [`^${part}$`]),
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
