/** Limits the length of lines in logs and batches, and parses the JSON object in a line. */

const MEBIBYTE = 1 << 20

/**
 * The longest line that is kept, in characters: far more than a log line, or a policy of 500 KiB as
 * JSON.
 */
export const LONGEST_LINE = 8 * MEBIBYTE

export function isCut(line: string): boolean {
  return line.length > LONGEST_LINE
}

/**
 * The JSON object in a line; null for other lines. A list counts as an object without named
 * members.
 */
export function jsonObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
