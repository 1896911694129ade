/**
 * The text of a robots.txt → Tree (R1-R7). No text makes it throw, and no byte is lost; what is wrong with it is `check`'s to say.
 */
import { scanLines } from './lines.ts'
import { assignOwners } from './owners.ts'
import { readSource } from './source.ts'
import type { Tree } from './tree.ts'

/** Reads one file into its tree. @throws TypeError for what is neither text nor bytes. */
export function parse(input: string | Uint8Array, file = 'robots.txt'): Tree {
  const source = readSource(input, file)
  const lines = scanLines(source.text)
  const { blocks, misplaced } = assignOwners(lines, 'acap')
  return { source, lines, blocks, misplaced }
}
