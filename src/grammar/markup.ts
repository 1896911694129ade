/**
 * Text → the same text inside HTML or XML, as content or as an attribute in double quotes.
 */
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes the characters that markup gives a meaning to. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)
}
