/**
 * Pages that get tags, and their way through an edge.
 */
import { BROWSER, edge } from './edge.ts'

const ROBOTS = `ACAP-version: 1.1
ACAP-crawler: *
ACAP-allow-crawl: /
ACAP-disallow-index: /tagged/
ACAP-disallow-preserve: /tagged/
ACAP-crawler: NamedBot
ACAP-allow-index: /tagged/
`

/** A policy with fields about every page under /tagged/. */
export const TAGGING = { 'robots.txt': ROBOTS }

/** The tags of such a page. */
export const TAGS =
  '<META name="robots" content="ACAP disallow-index"><META name="robots" content="ACAP disallow-preserve">' +
  '<META name="namedbot" content="ACAP allow-index"><META name="namedbot" content="ACAP disallow-preserve">' +
  '<META name="robots" content="noindex">'

export const PAGE = '<!doctype html>\n<html><head><title>a</title></head><body>b</body></html>'

/** The page as it comes out. */
export const TAGGED = PAGE.replace('<head>', `<head>${TAGS}`)

/** An origin's answer. */
export function html(
  body: BodyInit | null,
  headers: Record<string, string> = {},
  status = 200,
): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  })
}

/** An origin's answer in a content coding, as it comes over the wire. */
export async function coded(
  coding: 'gzip' | 'deflate',
  body: string,
  headers: Record<string, string> = {},
): Promise<() => Response> {
  const stream = new Response(body).body!.pipeThrough(new CompressionStream(coding))
  return codedAs(coding, await new Response(stream).bytes(), headers)
}

/** The same, of bytes that are coded already. */
export function codedAs(
  coding: string,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): () => Response {
  const all = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': coding, ...headers }
  return () => new Response(bytes, { headers: all, encodeBody: 'manual' })
}

/** The answer of an edge in front of an origin that has this answer for everything. */
export async function served(
  origin: () => Response,
  {
    path = '/tagged/a',
    userAgent = BROWSER,
    init = {},
    files = TAGGING as Record<string, string>,
  } = {},
) {
  const { ask, asked, log } = await edge({ files, origin })
  const response = await ask(path, userAgent, init)
  return { response, asked: asked[0], log }
}

/** The same, as far as its text goes. */
export async function textOf(
  origin: () => Response,
  how: Parameters<typeof served>[1] = {},
): Promise<string> {
  return (await served(origin, how)).response.text()
}

/** A body that comes in these pieces. */
export function inPieces(
  pieces: readonly string[],
  end: (controller: ReadableStreamDefaultController) => void = (controller) => controller.close(),
): ReadableStream {
  let next = 0
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[next++]
      if (piece === undefined) end(controller)
      else controller.enqueue(new TextEncoder().encode(piece))
    },
  })
}
