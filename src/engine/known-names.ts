/**
 * The searched text of a User-Agent header → the crawler of the registry that it names (I3, I5). Of readers' headers that
 * hold a crawler's name by chance, it takes none: see `isNamedAsProduct`.
 */
import type { KnownCrawler, Recognition } from '../bundle/program.ts'
import type { HeaderText } from '../grammar/header-text.ts'
import { isNamedAsProduct } from '../grammar/name-token.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import { NameFinder } from './names.ts'

/** These are readers unless the policy names them (I5). */
export const READER_CATEGORIES: ReadonlySet<Category> = new Set(['preview', 'feed', 'monitor'])

/** Finds the names of one registry. */
export class KnownNames {
  readonly #registry: Recognition
  readonly #finder: NameFinder
  readonly #anywhere: ReadonlySet<number> | null

  constructor(registry: Recognition) {
    this.#registry = registry
    this.#finder = new NameFinder(registry.trie)
    this.#anywhere = registry.anywhere === undefined ? null : new Set(registry.anywhere)
  }

  /** The crawler of a number that `find` gave. */
  at(number: number): KnownCrawler {
    return this.#registry.crawlers.at(number)!
  }

  /** The number of the crawler that a header names: by its kind, then the longest name; -1 for none. */
  find(header: HeaderText): number {
    const found = this.#counting(header)
    if (found.length < 2) return found[0] ?? -1
    const order = (a: KnownCrawler, b: KnownCrawler) => rank(a) - rank(b) || b.name.length - a.name.length
    return [...found].sort((a, b) => order(this.at(a), this.at(b)))[0]!
  }

  /** The names that count: beside a browser's engine, those of readers' agents, and those that stand as products, or so in their own headers (I5). */
  #counting(header: HeaderText): readonly number[] {
    const found = this.#finder.find(header)
    const anywhere = this.#anywhere
    if (found.length === 0 || anywhere === null || !header.isBrowsers()) return found
    const text = header.toString()
    return found.filter((number) => {
      const { name, category } = this.at(number)
      return anywhere.has(number) || READER_CATEGORIES.has(category) || isNamedAsProduct(name, text)
    })
  }

  /** Whether a header holds an address by which a crawler of the registry names itself (I3). */
  hasAddressIn(header: HeaderText): boolean {
    const known = this.#registry.addresses ?? []
    return header.addresses.some((address) => known.some((each) => isBelow(address, each)))
  }
}

/** Crawlers first, then readers' agents. Libraries last: any of the others may be made with one. */
function rank({ category }: KnownCrawler): number {
  return category === 'library' ? 2 : READER_CATEGORIES.has(category) ? 1 : 0
}

/** Whether an address is a known one, or goes on from it. */
function isBelow(address: string, known: string): boolean {
  return address.startsWith(known) && !/[a-z0-9_.@-]/.test(address.charAt(known.length))
}
