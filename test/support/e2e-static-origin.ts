/**
 * A static server in Node that takes every spelling of a path for the same file: once decoded, letter case, backslashes,
 * parameters, double slashes and dot segments mean nothing to it. No server is more obliging, and many are in part.
 */
import { type Origin, startOrigin } from './node-origin.ts'

/** Starts it on a free port: path in lower case → HTML, with `?print` after it where that parameter is given. */
export function startStaticOrigin(pages: ReadonlyMap<string, string>): Promise<Origin> {
  return startOrigin((asked, answer) => {
    const [path = '', query = ''] = asked.url!.split(/\?(.*)/s)
    const printed = new URLSearchParams(query).has('print') ? '?print' : ''
    const html = pages.get(fileFor(path) + printed) ?? pages.get(fileFor(path))
    answer.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' })
    answer.end(html ?? 'not found')
  })
}

function fileFor(path: string): string {
  const segments: string[] = []
  for (const segment of decoded(path).toLowerCase().replaceAll('\\', '/').split('/')) {
    const name = segment.replace(/;.*/s, '')
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name)
  }
  return `/${segments.join('/')}`
}

function decoded(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
