/** Replaces parts of a Tree's text, leaving all other bytes unchanged. */
import { ALL_NAMES } from '../policy/fields.ts'
import { type Line, scanLines } from './lines.ts'
import { checkLine, parse, type Tree } from './tree.ts'

/** Which part of a text is replaced by what. */
type Splice = readonly [from: number, to: number, text: string]

/**
 * Replaces parts of the file. Invalid UTF-8 is handled as one character per octet until the file is
 * read again.
 */
export function spliced(
  caller: string,
  tree: Tree,
  line: Line,
  place: (body: string, line: Line) => Splice,
): Tree {
  checkLine(caller, tree, line)
  const { text, raw, bom, file } = tree.source
  if (raw === null) return parse((bom ? '\ufeff' : '') + replaced(text, place(text, line)), file)
  const body = octetText(raw)
  const [from, to, added] = place(body, scanLines(body, ALL_NAMES)[line.number - 1]!)
  const octets = octetText(new TextEncoder().encode(added))
  const edited = (bom ? '\u00ef\u00bb\u00bf' : '') + replaced(body, [from, to, octets])
  return parse(
    Uint8Array.from(edited, (octet) => octet.charCodeAt(0)),
    file,
  )
}

function replaced(body: string, [from, to, text]: Splice): string {
  return body.slice(0, from) + text + body.slice(to)
}

function octetText(octets: Uint8Array): string {
  return Array.from(octets, (octet) => String.fromCharCode(octet)).join('')
}

/** The file's line end; a line feed if it has none. */
export function lineEndOf({ source, lines: [first] }: Tree): string {
  const own = first === undefined ? '' : source.text.slice(first.end, first.next)
  return own === '' ? '\n' : own
}

/** Lines with line ends, to insert at the beginning of a line. */
export function linesAt(tree: Tree, body: string, at: number, lines: readonly string[]): string {
  const own = lineEndOf(tree)
  // In a file with mixed line ends, a CR before LF would become one line end.
  const joins =
    (own === '\r' && body.charAt(at) === '\n') || (own === '\n' && body.charAt(at - 1) === '\r')
  return lines.map((line) => line + (joins ? '\r\n' : own)).join('')
}
