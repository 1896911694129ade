/**
 * The crawlers of a registry ↔ columns. A request needs one crawler of many: only that one is made from them.
 */
import type { Category } from '../vocabulary/decision-words.ts'
import type { CrawlerLookup, KnownCrawler } from './program.ts'

/** What a bundle has in the place of a list of crawlers. */
export interface CrawlerColumns {
  readonly names: readonly string[]
  readonly categories: readonly Category[]
  readonly operators: readonly string[]
  /** By the number of a crawler: the place of its category. */
  readonly category: Uint8Array
  /** By the number of a crawler: the place of its operator, from 1; 0 where it has none. */
  readonly operator: Uint32Array
}

/** The columns of a list. */
export function columnsOf(crawlers: readonly KnownCrawler[]): CrawlerColumns {
  const categories = [...new Set(crawlers.map(({ category }) => category))]
  const operators = [...new Set(crawlers.flatMap(({ operator }) => operator ?? []))]
  const placeOf = new Map(operators.map((operator, i) => [operator, i + 1]))
  return {
    names: crawlers.map(({ name }) => name),
    categories,
    operators,
    category: Uint8Array.from(crawlers, ({ category }) => categories.indexOf(category)),
    operator: Uint32Array.from(crawlers, ({ operator }) => (operator === null ? 0 : placeOf.get(operator)!)),
  }
}

/** Crawlers in columns, which are read when the first crawler is asked for. */
export class CrawlerTable implements CrawlerLookup {
  readonly #columns: () => CrawlerColumns

  constructor(columns: () => CrawlerColumns) {
    this.#columns = columns
  }

  get length(): number {
    return this.#columns().names.length
  }

  at(number: number): KnownCrawler | undefined {
    const { names, categories, operators, category, operator } = this.#columns()
    const name = names[number]
    if (name === undefined) return undefined
    const of = operator[number]!
    return { name, category: categories[category[number]!]!, operator: of === 0 ? null : operators[of - 1]! }
  }

  /** The whole list, for tools. */
  all(): readonly KnownCrawler[] {
    return this.#columns().names.map((_, number) => this.at(number)!)
  }
}
