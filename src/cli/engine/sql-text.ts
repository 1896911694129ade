/**
 * Texts and names → SQL that cannot be anything else.
 */

/** A text. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The name of a column. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
