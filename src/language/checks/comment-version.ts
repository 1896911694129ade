/**
 * V1: a `##ACAP version=` comment with another version than the file declares.
 */
import { finding } from '../findings/diagnostic.ts'
import { spanOf, versionComment } from '../text/tree.ts'
import type { Check } from './context.ts'

export const commentVersion: Check = function* ({ policy, trees: [tree] }) {
  if (tree === undefined) return
  const { declared } = policy.version
  for (const line of tree.lines) {
    const comment = versionComment(tree, line)
    if (comment === null || ['', declared].includes(comment.version)) continue
    const at = spanOf(tree, line, line.comment, line.comment + comment.text.length)
    yield finding(at, 'comment-version', [declared, comment.version])
  }
}
