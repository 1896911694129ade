/** A conventional group after the ACAP records; it belongs before them (ACAP Part 1, 2.10.2). */
import { nameSpan } from '../text/tree.ts'
import type { Check } from './context.ts'

export const groupAfterRecords: Check = ({ trees }, report) => {
  for (const tree of trees) {
    const record = tree.blocks.find(({ kind }) => kind === 'record')?.names[0]
    if (record === undefined) continue
    const late = tree.blocks.find(
      ({ kind, names }) => kind === 'group' && names.at(-1)!.number > record.number,
    )
    const line = late?.names.find((name) => name.number > record.number)
    if (line !== undefined) report(nameSpan(tree, line), 'group-after-records', [record.number])
  }
}
