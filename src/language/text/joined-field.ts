/** A value → the field behind it on the same line, whose line break is missing. */

const NAMES = 'user-?agent|(?:dis)?allow|acap-[a-z-]+|sitemap|crawl-delay'
/** The name of a field in the middle of a name, behind what may stand for a line end. */
const IN_NAME = new RegExp(`(?:[ \\t]|\\\\[nrt])*((?:${NAMES})[ \\t]*:.*)$`, 'i')
/** Paths and addresses may hold such words: there only behind a blank. */
const IN_PATH = new RegExp(`(?:[ \\t]|\\\\[nr])+((?:${NAMES})[ \\t]*:.*)$`, 'i')

/** No path holds a name of these with a colon and a blank behind it: `/a/Disallow: /b/`. */
const WITHOUT_BLANK = /((?:user-?agent|disallow|sitemap)[ \t]*:[ \t]+[^ \t].*)$/i

/** The second field of a value, as written; null where there is one field. */
export function joinedField(value: string, isName: boolean): string | null {
  if (isName) return IN_NAME.exec(value)?.[1] ?? null
  return IN_PATH.exec(value)?.[1] ?? WITHOUT_BLANK.exec(value)?.[1] ?? null
}
