/**
 * Writes expressions for the parts of a User-Agent header where names count (I1), ignoring letter
 * case. A header consists of chunks, separated by white space and `)` `;` `,` `"` `>`. An address
 * extends to the end of its chunk, so a name counts if no address began before it in its chunk, and
 * none after it extends back over it.
 */
import { SYSTEM_WORDS } from '../../../words/system-words.ts'
import { anyOf, type Row } from '../expressions.ts'

/** What ends a chunk. */
const GAP = '[\\x00-\\x20),;\\x22>]'
const START = `(?:^|${GAP})`

/** A letter, a digit, `_` or a hyphen: behind it no name begins. */
const TOKEN = '[a-z0-9_-]*'
/** Anything else in a chunk that begins no address; `open`: parentheses, too. */
const plain = (open: string) => `[^\\x00-\\x20),;\\x22>a-z0-9_./+@${open}-]`
/** A token that ends in no `www`. */
const NO_WWW = '(?:[a-z0-9_-]*[a-vx-z0-9_-]ww?|[a-z0-9_-]*[a-vx-z0-9_-]|ww?|)'

/** What is no domain behind `+` or `@`: without a dot, or with an end that no domain has. */
const NO_DOMAIN_MARKED = `(?:[+@]${TOKEN}|[+](?:[a-z0-9-]*[.])+(?:[a-z]?|[a-z0-9-]*[0-9-][a-z0-9-]*))`

/**
 * The beginning of a chunk up to where a name may begin: without `//`, `www.`, and a domain behind
 * `+` or `@`.
 */
function lead(open: string): string {
  const marked = `${TOKEN}${NO_DOMAIN_MARKED}?`
  const slashed = `(?:[a-z0-9_-]+${NO_DOMAIN_MARKED}?|${NO_DOMAIN_MARKED})/`
  return `/?(?:${marked}${plain(open)}/?|${NO_WWW}[.]/?|${slashed})*`
}

const LEAD = lead('')
/** In front of the first comment. */
const LEAD_BEFORE_COMMENT = lead('(')

/** A mail address's or a scheme's end makes an address of the name before it. */
const NO_SCHEME = ':(?:$|[^/]|/(?:$|[^/]))'
const NO_DOMAIN = '@(?:$|[^a-z0-9]|[a-z0-9][a-z0-9-]*(?:$|[^a-z0-9.-]))'
/** What may follow a name: no word character, and no rest of an address. */
const END = `(?:$|[^a-z0-9_.+@:-]|${NO_SCHEME}|[.+-][a-z0-9_.+-]*(?:$|[^a-z0-9_.+@-]|${NO_DOMAIN})|${NO_DOMAIN})`
/** The same behind `+` and `@`, where a domain would be an address. */
const END_OF_MARKED = `(?:$|[^a-z0-9_.+@:-]|${NO_SCHEME}|-[a-z0-9-]*(?:$|[^a-z0-9.@+_-])|[.](?:$|[^a-z0-9]))`

/** What follows a whole word. */
export const WORD_END = '(?:$|[^a-z0-9_])'

const BLANKS = '[\\x20\\x09]*'
const NOT_NESTED = '[^()]*'
const NESTED = `${NOT_NESTED}(?:[(]${NOT_NESTED}[)]${NOT_NESTED})*`
/** The content of a comment. */
const BALANCED = `${NOT_NESTED}(?:[(]${NESTED}[)]${NOT_NESTED})*`
/** The same up to a place in it, inside of other comments, too. */
const INSIDE = `${BALANCED}(?:[(]${NESTED}(?:[(]${NOT_NESTED})?)?`
const COMMENT = '^[^(]*[(]'
/** The beginning of an item of the first comment. */
const ITEM = `${COMMENT}(?:${INSIDE};)?`
/** The beginning of what follows `compatible;` in that comment. */
const COMPATIBLE = `${ITEM}${BLANKS}compatible${BLANKS};(?:[^()]*${GAP})?${LEAD}`
const BEFORE_COMMENT = `^(?:[^(]*${GAP})?${LEAD_BEFORE_COMMENT}`
const BEHIND_COMMENT = `${COMMENT}${BALANCED}[)](?:.*${GAP})?${LEAD}`
/** Inside an item that is a product with a version. */
const IN_PRODUCT = `${ITEM}[\\x20]*[a-z0-9_-]+/[0-9](?:[^;()]*${GAP})?${LEAD_BEFORE_COMMENT}`

/** What a header is, which decides where names count: the first row that matches, else `plain`. */
export type Shape = 'device' | 'browser' | 'plain' | 'foul'

export const SYSTEM_START = `${COMMENT}${BLANKS}${anyOf([...SYSTEM_WORDS].sort())}`
const SYSTEM = `${SYSTEM_START}(?:[^a-z]|$)`
const DESKTOP = `${COMMENT}${BLANKS}(?:windows\\x20nt|windows;|macintosh;|x11[;,])`
const ENGINE =
  '(?:applewebkit|(?:^|[^a-z0-9_])msie(?:[^a-z0-9_]|$)|trident|presto|cfnetwork|dalvik|okhttp)'

export const SHAPES: readonly Row<Shape>[] = [
  [DESKTOP, 'browser'],
  [SYSTEM, 'device'],
  [ENGINE, 'browser'],
]

/** Where a header's text has a part that begins where names may begin; `end`: what follows it. */
export function standing(part: string, shape: Shape, end = END): string {
  return `${shape === 'device' ? IN_DEVICE_HEADER : START + LEAD}${part}${end}`
}

/**
 * A part between boundaries anywhere, in addresses and comments, too: a server finds it without
 * trying again.
 */
export function between(part: string, end = WORD_END): string {
  return `(?:^|[^a-z0-9_-])${part}${end}`
}

/** The same behind `+` or `@`, where a part that ends as a domain would be an address. */
export function marked(part: string, shape: Shape, end: string): readonly string[] {
  return shape === 'device' ? [] : [`${START}${LEAD}${TOKEN}[+@]${part}${end}`]
}

/** A part of letters, digits, `_` and hyphens that is the product of a device's item. */
export function deviceProduct(part: string, shape: Shape): readonly string[] {
  return shape === 'device' ? [`${ITEM}[\\x20]*${part}(?:-[a-z0-9_-]*)?/[0-9]`] : []
}

const IN_DEVICE_HEADER = `(?:${BEFORE_COMMENT}|${BEHIND_COMMENT}|${COMPATIBLE}|${IN_PRODUCT})`

/** A part of the text in no comment. */
export function outsideComments(part: string): readonly string[] {
  const start = `^(?:.*[)])?(?:[^(]*${GAP})?${LEAD_BEFORE_COMMENT}`
  return [`${start}${part}${END}`, `${start}${TOKEN}[+@]${part}${END_OF_MARKED}`]
}

/** What follows a product's name where it has a version (I5). */
export const VERSION = '(?:-[a-z0-9_-]+)?/[a-z0-9]'
export const PRODUCT_START = '(?:^|compatible;)[\\x20]*'
export const NAME_END = END
export const MARKED_NAME_END = END_OF_MARKED
