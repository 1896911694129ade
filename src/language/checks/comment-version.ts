/** A `##ACAP version=` comment names another version than the file declares (V1). */
import { spanOf, versionComment } from '../text/tree.ts'
import type { Check } from './context.ts'

export const commentVersion: Check = ({ policy, trees: [tree] }, report) => {
  if (tree === undefined) return
  const { declared } = policy.version
  for (const line of tree.lines) {
    const comment = versionComment(tree, line)
    if (comment === null || ['', declared].includes(comment.version)) continue
    const at = spanOf(tree, line, line.comment, line.comment + comment.text.length)
    report(at, 'comment-version', [declared, comment.version])
  }
}
