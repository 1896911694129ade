/** Finds a second field in a value, after a missing line break. */
import type { Line } from './lines.ts'

/** Bounded, so that a long run of `acap-` is not read again from each of its places. */
const NAMES = 'user-?agent|(?:dis)?allow|acap-[a-z-]{1,64}|sitemap|crawl-delay'
/** A field's name inside a name. */
const IN_NAME = new RegExp(`((?:${NAMES})[ \\t]*:.*)$`, 'i')
/** Paths and URLs may contain such words, so there only after what may replace a line end. */
const IN_PATH = new RegExp(`(?<=[ \\t]|\\\\[nr])((?:${NAMES})[ \\t]*:.*)$`, 'i')

/** These cannot be part of a path, because a colon and a blank follow: `/a/Disallow: /b/`. */
const WITHOUT_BLANK = /((?:user-?agent|disallow|sitemap)[ \t]*:[ \t]+[^ \t].*)$/i

/** The second field of a value, as written; null if there is only one. */
export function joinedField(value: string, isName: boolean): string | null {
  if (isName) return IN_NAME.exec(value)?.[1] ?? null
  return IN_PATH.exec(value)?.[1] ?? WITHOUT_BLANK.exec(value)?.[1] ?? null
}

/** Whether the value of a line's field names a crawler. */
export function isNameLine({ field }: Line): boolean {
  return field?.value === 'crawler' || field?.value === 'token'
}
