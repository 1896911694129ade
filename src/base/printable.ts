/**
 * Makes foreign text safe to print or to put into markup. Control characters can move a terminal's
 * cursor or paste commands; bidirectional marks change what a text seems to say. Both become
 * U+FFFD.
 */

/** C0 and C1 controls except tab and line feed, line separators, and Unicode Bidi_Control. */
const UNPRINTABLE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
const LINE_BREAK_OR_TAB = /\r\n|[\t\n\r]/g

/** For a text of several lines. Tabs and line feeds stay; CRLF becomes LF. */
export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNPRINTABLE, '\ufffd')
}

/** For a text on one line. Line breaks and tabs become spaces. */
export function printableLine(text: string): string {
  return printable(text.replace(LINE_BREAK_OR_TAB, ' '))
}

/** Escapes control characters in JSON, which may hold them raw: `\u009b`. */
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

/** Quotes a text for a shell if needed. Control characters become escapes in `$'…'`. */
export function shellWord(text: string): string {
  if (/\p{Cc}/u.test(text)) {
    const escaped = text
      .replace(/[\\']/g, '\\$&')
      .replace(/\p{Cc}/gu, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
    return `$'${escaped}'`
  }
  return /^[\w./:@%+=,][\w./:@%+=,-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
