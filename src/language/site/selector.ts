/**
 * The CSS selectors that the edge's runtime knows (lol-html behind HTMLRewriter), as one regular grammar; the runtime
 * takes a little more, as nested `:not` and hexadecimal escapes. Anything that is not here would stop the edge from
 * marking a page. No text can be read in two ways, so that reading is linear.
 */

const S = '[ \\t\\n\\r\\f]*'
const ESCAPE = '\\\\[^\\n\\r\\f0-9a-fA-F]'
const START = `(?:[A-Za-z_\\u0080-\\uffff]|${ESCAPE})`
const CHAR = `(?:[\\w\\u0080-\\uffff-]|${ESCAPE})`
const NAME = `(?:-?${START}${CHAR}*|--${CHAR}+)`
const TEXT = `"(?:[^"\\\\\\n\\r\\f]|${ESCAPE})*"|'(?:[^'\\\\\\n\\r\\f]|${ESCAPE})*'`
const FLAG = '[isIS]'
const VALUE = `(?:${NAME}(?:[ \\t\\n\\r\\f]+${FLAG})?|(?:${TEXT})(?:${S}${FLAG})?)`
const ATTRIBUTE = `\\[${S}${NAME}${S}(?:[~|^$*]?=${S}${VALUE}${S})?\\]`
const NUMBER = `(?:odd|even|[+-]?\\d+|[+-]?\\d*n(?:${S}[+-]${S}\\d+)?)`
const PLACE = `:(?:first-child|first-of-type|nth-(?:child|of-type)\\(${S}${NUMBER}${S}\\))`
const SIMPLE = `[.#]${NAME}|${ATTRIBUTE}|${PLACE}`

/** A type or `*` with conditions, or at least one condition. */
function element(condition: string): string {
  return `(?:(?:${NAME}|\\*)(?:${condition})*|(?:${condition})+)`
}

function list(member: string): string {
  return `${S}${member}(?:${S},${S}${member})*${S}`
}

const NOT = `:not\\(${list(element(SIMPLE))}\\)`
const ELEMENT = element(`${SIMPLE}|${NOT}`)
const INSIDE = `${ELEMENT}(?:(?:${S}>${S}|[ \\t\\n\\r\\f]+)${ELEMENT})*`

const SELECTOR = new RegExp(`^${list(INSIDE)}$`)

/** What may be written, in words. */
export const SELECTOR_WORDS =
  'a CSS selector of types, `*`, classes, ids, attributes, `:first-child`, `:first-of-type`, `:nth-child(…)`, `:nth-of-type(…)` and `:not(…)`, with a space or `>` between elements and commas between selectors'

/** Whether the edge can find elements by a selector. */
export function isSelector(text: string): boolean {
  return SELECTOR.test(text)
}
