/**
 * V1: a `##ACAP version=` comment with another version than the file declares.
 */
import { finding } from '../findings/diagnostic.ts'
import { spanOf } from '../text/tree.ts'
import type { Check } from './context.ts'

const COMMENT = /^#+[ \t]*ACAP[ \t]+version[ \t]*=[ \t]*([\d.]+)/i

export const commentVersion: Check = function* ({ policy, trees: [tree] }) {
  const { declared } = policy.version
  for (const line of tree?.lines ?? []) {
    if (tree === undefined || line.comment < 0 || line.kind !== 'blank') continue
    const [whole, version] = COMMENT.exec(tree.source.text.slice(line.comment, line.end)) ?? []
    if (whole === undefined || version === undefined || version === declared) continue
    yield finding(spanOf(tree, line, line.comment, line.comment + whole.length), 'comment-version', [version, declared])
  }
}
