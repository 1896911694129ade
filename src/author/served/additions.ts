/** The lines added to the served robots.txt, and the context that all code for additions needs. */
import { cached } from '../../base/cached.ts'
import { writtenNames } from '../../language/policy/chosen-groups.ts'
import type { Policy } from '../../language/policy/policy.ts'
import type { Tree } from '../../language/text/tree.ts'
import { type Prohibition, prohibitionsOf, StatedRules } from './prohibitions.ts'
import type { ServedLine } from './served-line.ts'

/** With so many lines a file is larger than crawlers read, and is refused (R10): it need not be made whole. */
const MOST_LINES = 50_000

export class Additions {
  readonly tree: Tree
  readonly policy: Policy
  readonly stated: StatedRules
  /** Of routes (E5). */
  readonly prohibitions: readonly Prohibition[]
  readonly written: (name: string) => string
  /** By the number of the author's line that they stand behind. */
  readonly after = new Map<number, ServedLine[]>()
  readonly groups: (readonly ServedLine[])[] = []
  readonly records: (readonly ServedLine[])[] = []
  /** By the number of an author's line: the routes whose prohibition it says already. */
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
