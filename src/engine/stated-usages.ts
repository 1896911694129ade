/**
 * A target → on which usages each record class has fields that match it. A page's terms hold what every name has to say
 * about it, and most names say nothing about most pages: this finds those that do, with one match for each class and usage
 * instead of one for each name, usage and level.
 */
import { type SiteProgram, SLOTS } from '../bundle/program.ts'
import { USAGES, usageIndex } from '../vocabulary/usages.ts'
import type { Lead } from './chains.ts'
import type { Levels } from './levels.ts'
import { ANY_CASE } from './matcher.ts'

const CRAWL = usageIndex('crawl')

interface ClassTrie {
  readonly id: number
  readonly usage: number
  readonly root: number
}

/** The usages that the classes of one site address, except the crawl, which is not among a page's terms. */
export class StatedUsages {
  readonly #levels: Levels
  readonly #tries: readonly ClassTrie[]
  readonly #usages: Uint32Array

  constructor(site: SiteProgram, levels: Levels) {
    this.#levels = levels
    this.#tries = classTries(site)
    this.#usages = new Uint32Array(site.bound.length)
  }

  /** Looks at the target that was read last. Overwrites what the matcher found. */
  read(): void {
    const { matcher, target } = this.#levels
    this.#usages.fill(0)
    for (const { id, usage, root } of this.#tries) {
      matcher.start()
      matcher.collect(root, target, ANY_CASE)
      if (matcher.count > 0) this.#usages[id]! |= 1 << usage
    }
  }

  /** Bits of the usages that the classes of a chain address, less those of `shared`. */
  of({ levels }: Lead, shared: ReadonlySet<number> = NONE): number {
    let bits = 0
    for (const { classes } of levels) for (const id of classes) if (!shared.has(id)) bits |= this.#usages[id]!
    return bits
  }
}

const NONE: ReadonlySet<number> = new Set()

function classTries({ roots, bound }: SiteProgram): readonly ClassTrie[] {
  const usages = USAGES.map((_, usage) => usage).filter((usage) => usage !== CRAWL)
  const all = bound.flatMap((own, id) =>
    usages.flatMap((usage) => [
      { id, usage, root: roots[id * SLOTS + usage]! },
      ...own.map((rules) => ({ id, usage, root: rules.roots[usage]! })),
    ]),
  )
  return all.filter(({ root }) => root !== 0)
}
