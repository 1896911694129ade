/**
 * Splits a stream of bytes into lines. It yields a list of lines per chunk: one await per line is
 * slower than reading.
 */
import { StringDecoder } from 'node:string_decoder'
import { isCut, LONGEST_LINE } from '../kept-line.ts'

/**
 * Yields blocks of lines. Lines above LONGEST_LINE are cut to one character more than that, so that
 * the caller sees it. `latin1` keeps every octet.
 */
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

/** Adds to a line up to the limit. The rest is dropped at once, so that it costs no memory. */
function joined(line: string, more: string): string {
  return isCut(line) ? line : cut(line + more)
}

function cut(line: string): string {
  return isCut(line) ? line.slice(0, LONGEST_LINE + 1) : line
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
