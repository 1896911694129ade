/**
 * Maps the tables `[categories.NAME]` of site.toml to the categories of crawlers that each covers
 * (I6). `ai` covers several and is not a category itself.
 */

import { CATEGORIES, CATEGORY_WORDS, type Category, isCategory } from './decision-words.ts'
import type { Usage } from './usages.ts'

/** A table of `[categories]` in site.toml. */
export type CategoryTable = Category | 'ai'

export const CATEGORY_TABLES: readonly CategoryTable[] = [...CATEGORIES, 'ai']

/** How people name the crawlers of each table, after the word `crawlers`. */
export const TABLE_WORDS: Readonly<Record<CategoryTable, string>> = {
  ...CATEGORY_WORDS,
  ai: 'for AI',
}

/** Tables that cover several categories, or a category of another name. */
const WIDE: Partial<Readonly<Record<CategoryTable, readonly Category[]>>> = {
  search: ['search', 'ai-search'],
  ai: ['training', 'assistant', 'agent', 'ai-search'],
}

export function categoriesOfTable(table: CategoryTable): readonly Category[] {
  return WIDE[table] ?? (isCategory(table) ? [table] : [])
}

export function isCategoryTable(name: string): name is CategoryTable {
  return CATEGORY_TABLES.some((table) => table === name)
}

/** The paths below which each usage is prohibited, in the form of P2. */
export type ClosedUsages = Readonly<Partial<Record<Usage, readonly string[]>>>

/** A prohibition in a table (I6). */
export interface CategoryKey {
  readonly table: CategoryTable
  readonly usage: Usage
  /** Where it applies: this path and all below it. `/` is the whole site. */
  readonly path: string
}

export type ClosedTables = Readonly<Partial<Record<CategoryTable, ClosedUsages>>>

/** The prohibitions in all tables, in the author's order. */
export function prohibitedIn(tables: ClosedTables): readonly CategoryKey[] {
  return Object.entries(tables).flatMap(([table, usages]) =>
    Object.entries(usages).flatMap(([usage, paths]) =>
      paths.map((path) => ({ table: table as CategoryTable, usage: usage as Usage, path })),
    ),
  )
}

/** The prohibitions for a category, from all tables that cover it. */
export function prohibitedTo(category: Category, tables: ClosedTables): readonly CategoryKey[] {
  return prohibitedIn(tables).filter(({ table }) => categoriesOfTable(table).includes(category))
}

/** The prohibited paths by usage, without duplicates. */
export function closedUsages(keys: readonly CategoryKey[]): ClosedUsages {
  const usages: Partial<Record<Usage, readonly string[]>> = {}
  for (const { usage, path } of keys) {
    const paths = usages[usage] ?? []
    if (!paths.includes(path)) usages[usage] = [...paths, path]
  }
  return usages
}

/** Categories that the same tables cover, and the prohibitions of those tables. */
export interface ClosedCategories {
  readonly categories: readonly Category[]
  readonly keys: readonly CategoryKey[]
}

/** The categories that the tables cover, in the author's order. */
export function closedCategories(tables: ClosedTables): readonly ClosedCategories[] {
  const names = Object.keys(tables) as CategoryTable[]
  const byTables = new Map<string, Category[]>()
  for (const category of new Set(names.flatMap(categoriesOfTable))) {
    const own = names.filter((table) => categoriesOfTable(table).includes(category))
    const alike = byTables.get(own.join()) ?? []
    byTables.set(own.join(), [...alike, category])
  }
  return [...byTables.values()].map((categories) => ({
    categories,
    keys: prohibitedTo(categories[0]!, tables),
  }))
}
