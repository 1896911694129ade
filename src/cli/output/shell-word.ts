/**
 * A text → one word of a shell's command line, so that a command in a message can be pasted.
 */

/** The text itself where it is plain, else in single quotes. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,][\w./:@%+=,-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
