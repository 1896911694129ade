/**
 * Two registries of known crawlers → the names that came, that went, and that are of another category. What follows for
 * a policy is found by site-changes.ts.
 */
import type { KnownCrawler, Registry } from '../bundle/program.ts'
import type { Category } from '../vocabulary/decision-words.ts'

/** A crawler that both registries know. */
interface MovedCrawler {
  readonly name: string
  readonly was: Category
  readonly now: Category
}

export interface RegistryChanges {
  readonly added: readonly KnownCrawler[]
  readonly removed: readonly KnownCrawler[]
  readonly moved: readonly MovedCrawler[]
}

/** Compares two registries. */
export function compareRegistries(old: Registry, now: Registry): RegistryChanges {
  const before = new Map(old.crawlers.map((each) => [each.name, each]))
  const after = new Set(now.crawlers.map(({ name }) => name))
  return {
    added: now.crawlers.filter(({ name }) => !before.has(name)),
    removed: old.crawlers.filter(({ name }) => !after.has(name)),
    moved: now.crawlers.flatMap(({ name, category }) => {
      const was = before.get(name)?.category
      return was === undefined || was === category ? [] : [{ name, was, now: category }]
    }),
  }
}

/** Every name that one of the changes is about. */
export function namesIn({ added, removed, moved }: RegistryChanges): ReadonlySet<string> {
  return new Set([...added, ...removed, ...moved].map(({ name }) => name))
}
