/**
 * Text from elsewhere → text that is safe to print, or to put into markup. Control characters can move a terminal's cursor,
 * or run what it offers to paste; marks of direction make text read otherwise than it is. They become U+FFFD.
 */

/** C0 and C1 controls except for tab and line feed, line separators, and marks of direction (Unicode Bidi_Control). */
const UNPRINTABLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const LINE_BREAK_OR_TAB = /\r\n|[\t\n\r]/g

/** A text of any number of lines. Tabs and line feeds stay; a carriage return before a line feed goes. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\ufffd')
}

/** A text that has to stay on one line: line breaks and tabs become spaces. */
export function printableLine(text: string): string {
  return printable(text.replace(LINE_BREAK_OR_TAB, ' '))
}

/** JSON → the same JSON without raw control characters: what JSON allows inside a string is written as `\u009b`. */
export function printableJson(json: string): string {
  return json.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)
}

/** The text itself where it is plain, else in quotes; with control characters as escapes of `$'…'`, in one line. */
export function shellWord(text: string): string {
  if (/\p{Cc}/u.test(text)) {
    const escaped = text
      .replace(/[\\']/g, '\\$&')
      .replace(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
    return `$'${escaped}'`
  }
  return /^[\w./:@%+=,][\w./:@%+=,-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
