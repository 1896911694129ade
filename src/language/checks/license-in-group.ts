/** A `License` after the first group, which readers of RSL interpret in two ways (R4). */
import { fileFields } from '../policy/chosen-groups.ts'
import { fieldSpan } from '../text/tree.ts'
import type { Check } from './context.ts'

export const licenseInGroup: Check = ({ trees }, report) => {
  for (const tree of trees) {
    const ofFile = new Set(fileFields(tree))
    const inGroups = tree.lines.filter(
      (line) => line.field?.owner === 'file-or-group' && !ofFile.has(line),
    )
    for (const line of inGroups) report(fieldSpan(tree, line), 'license-in-group', [])
  }
}
