/**
 * Tree → the version that a file declares (V1, V3), and whether it drops its conventional records (C2). With it R8:
 * file-level fields that come late are honoured and reported.
 */
import { readVersion, UNDECLARED, type Version } from '../../grammar/version.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { Line } from '../text/lines.ts'
import { fieldValue, nameSpan, type Tree, valueSpan } from '../text/tree.ts'

/** The declared version; the first field counts. */
export function readVersionField(tree: Tree, report: Report): Version {
  const [first, ...others] = linesWith(tree, 'version')
  for (const line of others) report(nameSpan(tree, line), 'repeated-version', fieldValue(tree, first!))
  if (first === undefined) return UNDECLARED
  const version = readVersion(fieldValue(tree, first))
  const at = valueSpan(tree, first)
  if (version.malformed) report(at, 'malformed-version', version.declared)
  if (version.reading === 'none') report(at, 'other-version', version.declared)
  if (version.reading === 'later') report(at, 'later-version', version.declared)
  return version
}

/** Whether ACAP readers drop the conventional records (ACAP Part 1, 2.10.1). */
export function ignoresConventional(tree: Tree, report: Report): boolean {
  const [first, ...others] = linesWith(tree, 'nothing')
  for (const line of others) report(nameSpan(tree, line), 'repeated-directive')
  if (first !== undefined && first.valueStart < first.valueEnd)
    report(valueSpan(tree, first), 'value-for-nothing', fieldValue(tree, first))
  return first !== undefined
}

/** R8: reports what should stand before all records. */
export function reportLateFields(tree: Tree, report: Report): void {
  const record = tree.blocks.find((block) => block.kind === 'record')?.names[0]
  if (record === undefined) return
  for (const line of tree.lines) {
    const isLate = line.number > record.number && line.field?.dialect === 'acap' && line.field.owner === 'file'
    if (isLate) report(nameSpan(tree, line), 'late-field', line.field?.name ?? '', record.number)
  }
}

function linesWith(tree: Tree, value: 'version' | 'nothing'): Line[] {
  return tree.lines.filter((line) => line.field?.value === value)
}
