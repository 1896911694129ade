/**
 * A stream of bytes → its lines as text, in order, a chunk's worth at a time (one await per line would cost more than
 * reading it). Lines end in LF or CR LF; the last one may not end.
 */
import { StringDecoder } from 'node:string_decoder'

/** Yields blocks of lines; holds no more than one chunk and one line. Logs are read as `latin1`, which keeps every octet. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  encoding: 'utf8' | 'latin1' = 'utf8',
): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder(encoding)
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop()!
    if (lines.length > 0) yield lines.map(withoutReturn)
  }
  rest += decoder.end()
  if (rest !== '') yield [withoutReturn(rest)]
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
