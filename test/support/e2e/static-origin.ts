/**
 * A static server in Node that takes every spelling of a path for the same file: once decoded, letter case, backslashes,
 * parameters, double slashes and dot segments mean nothing to it. No server is more obliging, and many are in part.
 */
import { type Origin, startOrigin } from '../node-origin.ts'

/**
 * Starts it on a free port: path in lower case → HTML, with `?print` after it where that parameter is given. `folds`: it
 * also decodes twice, knows full-width characters, and drops dots and blanks at the end of a segment.
 */
export function startStaticOrigin(
  pages: ReadonlyMap<string, string>,
  folds = false,
): Promise<Origin> {
  return startOrigin((asked, answer) => {
    const [path = '', query = ''] = asked.url!.split(/\?(.*)/s)
    const printed = new URLSearchParams(query).has('print') ? '?print' : ''
    const file = fileFor(path, folds)
    const html = pages.get(file + printed) ?? pages.get(file)
    answer.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html' })
    answer.end(html ?? 'not found')
  })
}

function fileFor(path: string, folds: boolean): string {
  const segments: string[] = []
  const text = folds ? folded(path) : decoded(path)
  for (const segment of text.toLowerCase().replaceAll('\\', '/').split('/')) {
    const plain = segment.replace(/;.*/s, '')
    const name = folds && !/^\.+$/.test(plain) ? plain.replace(/[. ]+$/, '') : plain
    if (name === '..') segments.pop()
    else if (name !== '' && name !== '.') segments.push(name)
  }
  return `/${segments.join('/')}`
}

function decoded(path: string): string {
  return path.replace(/%([\da-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Decoded until nothing changes, as text of which compatibility characters are replaced. */
function folded(path: string): string {
  let text = path
  for (let last = ''; text !== last; ) [last, text] = [text, decoded(text)]
  return Buffer.from(text, 'latin1').toString('utf8').normalize('NFKC')
}
