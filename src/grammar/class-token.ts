/**
 * A token of a `class` attribute → the permission or prohibition it binds to its element (E1, ACAP Part 2, 2.2.5).
 */
import type { ElementField } from '../vocabulary/embedded.ts'
import { readUsageName } from './usage-name.ts'

const TOKEN = /^the-acap:(dis)?allow-(.+)$/i

/** Reads one class token; null where it is none of ACAP's, or names no standard usage. */
export function readClassToken(token: string): ElementField | null {
  const parts = TOKEN.exec(token)
  const named = parts && readUsageName(parts[2] ?? '')
  return named && { effect: parts[1] ? 'disallow' : 'allow', usage: named.usage }
}
