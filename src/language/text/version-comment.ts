/**
 * The comment that tells people which version of ACAP a file has: `##ACAP version=1.1` (ACAP Part 1, 2.10.3). It declares
 * nothing (V1).
 */
import type { Line } from './lines.ts'
import type { Tree } from './tree.ts'

const COMMENT = /^#+[ \t]*ACAP[ \t]+version[ \t]*=[ \t]*([\d.]*)/i

/** The comment up to its version, and that version, which may be empty; null for any other line. */
export function versionComment(
  { source }: Tree,
  line: Line,
): { readonly text: string; readonly version: string } | null {
  if (line.kind !== 'blank' || line.comment < 0) return null
  const [text, version] = COMMENT.exec(source.text.slice(line.comment, line.end)) ?? []
  return text === undefined || version === undefined ? null : { text, version }
}
