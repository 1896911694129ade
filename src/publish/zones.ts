/** A tree → its lines in the order served: conventional, the head of the ACAP part, ACAP records. */
import type { Line } from '../language/text/lines.ts'
import type { RecordNode } from '../language/text/owners.ts'
import { type Tree, versionComment } from '../language/text/tree.ts'

/** The parts of a served file. `bare` records say nothing: before another their names would join it (R4). */
export const ZONES = ['conventional', 'head', 'records', 'bare'] as const
type Zone = (typeof ZONES)[number]

/** The lines of each part. The comment that names a version is none of them: the generator writes its own (V4). */
export function zonesOf(tree: Tree): Readonly<Record<Zone, readonly Line[]>> {
  const zones: Record<Zone, Line[]> = { conventional: [], head: [], records: [], bare: [] }
  const bare = new Set(bareRecords(tree).flatMap(({ names }) => names))
  let latest: Zone = 'conventional'
  let waiting: Line[] = []
  for (const line of tree.lines) {
    if (line.kind === 'blank') {
      if (versionComment(tree, line) === null) waiting.push(line)
      continue
    }
    const zone: Zone = bare.has(line) ? 'bare' : zoneOf(tree, line, latest)
    const split = zone === latest ? 0 : waiting.findLastIndex(({ comment }) => comment < 0) + 1
    zones[latest].push(...waiting.slice(0, split))
    zones[zone].push(...waiting.slice(split), line)
    latest = zone
    waiting = []
  }
  zones[latest].push(...waiting)
  return zones
}

/** Crawlers that know no ACAP see all other lines, and see them in the author's order (C3). */
function zoneOf(tree: Tree, { field, nameStart, nameEnd }: Line, latest: Zone): Zone {
  if (field?.dialect === 'acap') return field.owner === 'file' ? 'head' : 'records'
  const isAcap = field === null && /^acap-/i.test(tree.source.text.slice(nameStart, nameEnd))
  if (!isAcap) return 'conventional'
  return latest === 'conventional' ? 'head' : latest
}

export function bareRecords({ blocks }: Tree): readonly RecordNode[] {
  return blocks.filter((block) => block.kind === 'record').filter(isBare)
}

function isBare({ fields, subRecords }: RecordNode): boolean {
  return fields.length + subRecords.length === 0
}
