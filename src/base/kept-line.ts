/** A line of a log or of a batch: how much of it is kept, and the JSON object in it. */

const MEBIBYTE = 1 << 20

/** How much of a line is kept, in characters: many times what a line of any log, or a policy of 500 KiB in JSON, has. */
export const LONGEST_LINE = 8 * MEBIBYTE

export function isCut(line: string): boolean {
  return line.length > LONGEST_LINE
}

/** A line → the JSON object in it; null where it is none. Lists are objects here: their members have no names. */
export function jsonObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
