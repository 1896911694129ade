/** Reads Labeled Tab-separated Values (http://ltsv.org/) as cells. */
import { octets } from './line-format.ts'
import data from './log-names.json' with { type: 'json' }
import { emptyCells, type LogCells, type LogPart, OWN, type PartNames } from './log-parts.ts'

/** Its labels, as nginx calls the same: `host` is the client there. */
const LABELS: Readonly<Record<string, string | undefined>> = data.ltsv
/** Without one of these, text with tabs and colons is something else. */
const MARK = /(?:^|\t)(?:ua|req|uri):/

/** How values are read that are written in another way than elsewhere. */
const VALUES: Partial<Readonly<Record<LogPart, (value: string) => string>>> = {
  time: (value) => value.replace(/^\[(.*)\]$/, '$1'),
  target: octets,
  request: octets,
}

/** The cells of a line; null where it is not of this form. */
export function ltsvCells(line: string, names: PartNames): LogCells | null {
  if (!line.includes('\t') || !MARK.test(line)) return null
  const cells = emptyCells()
  for (const field of line.split('\t')) {
    const colon = field.indexOf(':')
    if (colon < 1) return null
    const label = field.slice(0, colon)
    const own = names.partOf(label)
    const part = own?.rank === OWN ? own.part : names.partOf(LABELS[label] ?? label)?.part
    if (part === undefined) continue
    const value = field.slice(colon + 1)
    cells[part] = VALUES[part]?.(value) ?? value
  }
  return cells
}
