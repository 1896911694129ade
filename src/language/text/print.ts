/**
 * Tree → the bytes it was read from (R6). A tree with fewer or other lines of the same source prints those.
 */
import type { Tree } from './tree.ts'

const BOM = [0xef, 0xbb, 0xbf]
const CR = 0x0d
const LF = 0x0a

/** Prints a tree: an unchanged one gives the same bytes. */
export function print(tree: Tree): Uint8Array {
  const { text, raw, bom } = tree.source
  if (raw !== null) return join([...(bom ? [new Uint8Array(BOM)] : []), ...rawLines(tree, raw)])
  const body = tree.lines.map((line) => text.slice(line.start, line.next)).join('')
  return new TextEncoder().encode(bom ? `\ufeff${body}` : body)
}

/** The bytes of a tree's lines. No octet of an invalid sequence is CR or LF, so bytes and text have the same lines. */
function rawLines(tree: Tree, raw: Uint8Array): Uint8Array[] {
  const starts = [0]
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] === LF || (raw[at] === CR && raw[at + 1] !== LF)) starts.push(at + 1)
  }
  return tree.lines.map((line) => raw.subarray(starts[line.number - 1], starts[line.number] ?? raw.length))
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
