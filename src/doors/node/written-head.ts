/**
 * Reads the header of a response from the arguments of `writeHead`.
 */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

export function setHead(
  outgoing: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders | readonly unknown[],
): void {
  outgoing.statusCode = status
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) outgoing.setHeader(name, value as string)
    return
  }
  // Names and values in turn, or pairs of them; a value may be several.
  const flat: unknown[] = Array.isArray(headers[0]) ? headers.flat(1) : headers
  for (let i = 0; i < flat.length; i += 2) outgoing.removeHeader(String(flat[i]))
  for (let i = 0; i < flat.length; i += 2)
    outgoing.appendHeader(String(flat[i]), flat[i + 1] as string | string[])
}

/** Names and values in turn. */
export function rawOf(outgoing: ServerResponse): readonly string[] {
  return Object.entries(outgoing.getHeaders()).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => [name, String(each)]),
  )
}
