/** A record or sub-record without fields (ACAP Part 1, 2.3). */
import { nameSpan } from '../text/tree.ts'
import type { Check } from './context.ts'

export const recordWithoutFields: Check = ({ trees }, report) => {
  for (const tree of trees) {
    for (const block of tree.blocks) {
      if (block.kind !== 'record') continue
      if (block.fields.length + block.subRecords.length === 0) {
        report(nameSpan(tree, block.names[0]!), 'record-without-fields', ['record'])
      }
      for (const { purposes, fields } of block.subRecords) {
        if (fields.length === 0)
          report(nameSpan(tree, purposes[0]!), 'record-without-fields', ['sub-record'])
      }
    }
  }
}
