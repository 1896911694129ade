/**
 * The bytes of a section → its value (write-section.ts). Columns are views on the bytes; only those kept as rises are
 * written out. The caller has checked the checksum.
 */
import { COLUMN_RISES, COLUMN_U8, COLUMN_U32, type Column, padded } from './format.ts'

type Container = Record<string | number, unknown>

/** Reads the section at `offset`. @throws RangeError, SyntaxError or TypeError for bytes that no encoder wrote. */
export function readSection(buffer: ArrayBuffer, offset: number): unknown {
  const view = new DataView(buffer)
  const columns: Column[] = []
  let at = offset + 8
  for (let left = view.getUint32(offset + 4, true); left > 0; left--) {
    const kind = view.getUint8(at)
    const length = view.getUint32(at + 4, true)
    columns.push(readColumn(buffer, at + 8, kind, length))
    at += 8 + padded(kind === COLUMN_U8 ? length : length * COLUMN_U32)
  }
  const text = decoder.decode(new Uint8Array(buffer, at, view.getUint32(offset, true)))
  const [value, places] = JSON.parse(text) as [unknown, (string | number)[][]]
  if (places.length !== columns.length) throw new RangeError('a column has no place')
  for (const [i, path] of places.entries()) {
    let container = value as Container
    for (let step = 0; step < path.length - 1; step++) container = ownMember(container, path[step]!) as Container
    ownMember(container, path.at(-1)!)
    container[path.at(-1)!] = columns[i]
  }
  return value
}

/** What is not a member of its own leads to the prototype that all objects share. */
function ownMember(container: Container, key: string | number): unknown {
  if (!Object.hasOwn(container, key)) throw new RangeError('a column has no place')
  return container[key]
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function readColumn(buffer: ArrayBuffer, at: number, kind: number, length: number): Column {
  if (kind === COLUMN_U8) return new Uint8Array(buffer, at, length)
  if (kind !== COLUMN_U32 && kind !== COLUMN_RISES) throw new RangeError(`no column has kind ${kind}`)
  const stored = new Uint32Array(buffer, at, length)
  if (kind === COLUMN_U32) return stored
  const column = new Uint32Array(length)
  for (let i = 0, sum = 0; i < length; i++) column[i] = sum += stored[i]!
  return column
}
