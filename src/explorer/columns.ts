/**
 * The columns of the table: what people say that crawlers do, or all usages of ACAP.
 */
import type { Category } from '../vocabulary/decision-words.ts'
import { USAGES, type Usage } from '../vocabulary/usages.ts'
import { PEOPLES_USES } from '../vocabulary/uses.ts'
import type { Crawler } from './crawlers.ts'
import type { CrawlerRow } from './rows.ts'
import { phraseSentence, usageSentence } from './words.ts'

/** A column; `category`: the crawlers that it is about, null for all. */
export interface UseColumn {
  readonly name: string
  readonly usage: Usage
  readonly category: Category | null
  readonly sentence: string
}

const PEOPLES: readonly UseColumn[] = PEOPLES_USES.map(({ name, usage, category, phrase }) => {
  return { name, usage, category, sentence: phraseSentence(phrase) }
})
const ALL: readonly UseColumn[] = USAGES.map((usage) => {
  return { name: usage, usage, category: null, sentence: usageSentence(usage) }
})

/** The columns to show: all usages where they are wanted, or where a name is only among them. */
export function columnsWith(name: string, isAll: boolean): readonly UseColumn[] {
  return isAll || (columnNamed(name) !== null && !PEOPLES.some((each) => each.name === name || each.usage === name))
    ? ALL
    : PEOPLES
}

/** The column of this name; null where none has it. */
export function columnNamed(name: string, columns: readonly UseColumn[] = [...PEOPLES, ...ALL]): UseColumn | null {
  return columns.find((each) => each.name === name) ?? columns.find((each) => each.usage === name) ?? null
}

/** Whether a row's crawler is one that the column is about, as far as that is known. */
export function isAbout({ category }: UseColumn, { crawlers, cells }: CrawlerRow): boolean {
  const [{ id, category: known }] = crawlers as [Crawler]
  const own = id === 'any' ? null : (known ?? cells[0]!.ruling.agent.category)
  return category === null || own === null || own === category
}
