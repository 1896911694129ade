/**
 * Structured fields as they were read → their text (RFC 9651 4.1). What was read is valid, so nothing is checked, which the
 * package's own writer does.
 */
import { type BareItem, DisplayString, type InnerList, type Item, type Parameters } from 'structured-headers'

/** The text of an item with its parameters. */
export function itemText([value, parameters]: Item): string {
  return bareText(value) + parametersText(parameters)
}

/** The text of an inner list with its parameters. */
export function innerListText([items, parameters]: InnerList): string {
  return `(${items.map(itemText).join(' ')})${parametersText(parameters)}`
}

function parametersText(parameters: Parameters): string {
  return Array.from(parameters, ([key, value]) => `;${key}${value === true ? '' : `=${bareText(value)}`}`).join('')
}

function bareText(value: BareItem): string {
  if (typeof value === 'string') return `"${value.replace(/["\\]/g, '\\$&')}"`
  if (typeof value === 'boolean') return value ? '?1' : '?0'
  if (value instanceof Date) return `@${value.getTime() / 1000}`
  if (value instanceof ArrayBuffer) return `:${btoa(String.fromCharCode(...new Uint8Array(value)))}:`
  if (value instanceof DisplayString) return `%"${String(value).replace(/[^ -~]|[%"]/gu, percentEncoded)}"`
  // A number of at most three decimals, or a token.
  return String(value)
}

function percentEncoded(character: string): string {
  return encodeURIComponent(character).toLowerCase()
}
