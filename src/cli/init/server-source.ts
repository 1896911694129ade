/**
 * Reads a server's file as the start of a policy: a robots.txt with its sources, and the files
 * beside it.
 */
import { basename, dirname, join } from 'node:path'
import type { SourceText } from '../../author/files/source-text.ts'
import type { PolicyOfFile } from '../../author/servers/reading/policy-of-file.ts'
import { readNamed } from '../../base/files/read-file.ts'
import { printableLine } from '../../base/printable.ts'

/** Reads a file of the same folder; no other file, for any path a server's file names. */
export function fileBeside(place: string): (path: string) => string | null {
  return (path) => {
    if (/^https?:/i.test(place)) return null
    try {
      return readNamed(join(dirname(place), basename(path))).toString()
    } catch {
      return null
    }
  }
}

export function sourceOf({ server, text, notes }: PolicyOfFile, place: string): SourceText {
  const from = `# From ${printableLine(basename(place))} (${server}): names and paths that it refuses.\n`
  const changes = [`read as a file of ${server}: names and paths that it refuses`, ...notes]
  return { text: from + text, changes, additions: [] }
}
