/**
 * Converts a server's file to a robots.txt with its names and paths, and lists what it could not.
 * Null if it is not such a file.
 */
import type { FilePlace } from './condition.ts'
import { derivedPolicy } from './derived-policy.ts'
import type { ReadBeside } from './haproxy.ts'
import { lostIn, ownExportIn } from './own-export.ts'
import { serverFileIn } from './recognise.ts'

export interface PolicyOfFile {
  /** Whose file it is, as people call it. */
  readonly server: string
  /** A robots.txt. */
  readonly text: string
  readonly unread: readonly FilePlace[]
  readonly notes: readonly string[]
}

export function policyOfFile(given: string, readBeside: ReadBeside): PolicyOfFile | null {
  const text = given.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
  const own = ownExportIn(text, readBeside)
  if (own !== null) return own
  const file = serverFileIn(text, readBeside)
  if (file === null) return null
  const derived = derivedPolicy(file.program)
  return { server: file.server, ...derived, notes: [...lostIn(text), ...derived.notes] }
}
