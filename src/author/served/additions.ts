/** The lines added to the served robots.txt, and the context that all code for additions needs. */
import { cached } from '../../base/cached.ts'
import { writtenNames } from '../../language/policy/chosen-groups.ts'
import type { Policy } from '../../language/policy/policy.ts'
import type { Tree } from '../../language/text/tree.ts'
import { type Prohibition, prohibitionsOf, StatedRules } from './prohibitions.ts'
import type { ServedLine } from './served-line.ts'

/**
 * A file with more lines is refused anyway because of its size (R10), so the rest is not generated.
 */
const MOST_LINES = 50_000

export class Additions {
  readonly tree: Tree
  readonly policy: Policy
  readonly stated: StatedRules
  /** The crawl prohibitions of routes (E5). */
  readonly prohibitions: readonly Prohibition[]
  readonly written: (name: string) => string
  /** Lines to insert, by the number of the author's line that they follow. */
  readonly after = new Map<number, ServedLine[]>()
  readonly groups: (readonly ServedLine[])[] = []
  readonly records: (readonly ServedLine[])[] = []
  /** Routes whose prohibition is already in the author's file, by the number of that line. */
  readonly says = new Map<number, number[]>()
  #count = 0

  constructor(tree: Tree, policy: Policy) {
    this.tree = tree
    this.policy = policy
    this.stated = new StatedRules(policy)
    this.prohibitions = this.stated.distinct(prohibitionsOf(policy))
    this.written = writtenNames([tree])
  }

  get isFull(): boolean {
    return this.#count > MOST_LINES
  }

  addAfter(line: number, lines: readonly ServedLine[]): void {
    this.#count += lines.length
    if (lines.length > 0) cached(this.after, line, () => []).push(...lines)
  }

  noteStated(line: number, routes: readonly number[]): void {
    cached(this.says, line, () => []).push(...routes)
  }
}
