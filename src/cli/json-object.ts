/**
 * A line of a log → the JSON object in it; null where it is none. Lists are objects here: their members have no names.
 */
export function jsonObject(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
