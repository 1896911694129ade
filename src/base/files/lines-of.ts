/** A stream of bytes → its lines, a chunk's worth at a time: one await per line would cost more than reading. */
import { StringDecoder } from 'node:string_decoder'

const MEBIBYTE = 1 << 20

/** How much of a line is kept, in characters: many times what a line of any log, or a policy of 500 KiB in JSON, has. */
export const LONGEST_LINE = 8 * MEBIBYTE

export function isCut(line: string): boolean {
  return line.length > LONGEST_LINE
}

/** Yields blocks of lines, of which too long ones are cut one behind LONGEST_LINE. `latin1` keeps every octet. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding: 'utf8' | 'latin1' = 'utf8',
): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder(encoding)
  let rest = ''
  for await (const chunk of chunks) {
    const [first, ...others] = decoder.write(chunk).split('\n')
    rest = joined(rest, first!)
    if (others.length === 0) continue
    const lines = [rest, ...others]
    rest = cut(lines.pop()!)
    yield lines.map(withoutReturn)
  }
  rest = joined(rest, decoder.end())
  if (rest !== '') yield [withoutReturn(rest)]
}

/** What comes after the end of what is kept is dropped at once, so that it costs no memory. */
function joined(line: string, more: string): string {
  return isCut(line) ? line : cut(line + more)
}

function cut(line: string): string {
  return isCut(line) ? line.slice(0, LONGEST_LINE + 1) : line
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
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
