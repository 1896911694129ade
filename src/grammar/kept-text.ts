/**
 * A part of a text → the same characters, which may be kept for long. Engines let a part hold on to the whole text that it
 * was cut from: a path may hold a block of a log.
 */

/** The text by itself. Joining copies both parts at the cut that follows. */
export function kept(text: string): string {
  return ` ${text}`.slice(1)
}
