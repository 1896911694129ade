/**
 * A list of crawlers as names alone: the shape of the lists that are shipped beside the package crawler-user-agents, of the
 * corrections, and of what `acap crawlers` fetches. It holds no regular expression of others.
 */
import { isDate } from '../grammar/calendar.ts'
import { CATEGORIES, type Category } from '../vocabulary/decision-words.ts'
import { faultOfForeignName } from './crawler-names.ts'

/** A crawler of a list; the name in lower case. */
export interface NamedCrawler {
  readonly name: string
  readonly category: Category
  /** Who runs it; null where the list does not say so. */
  readonly operator: string | null
}

/** A list with where it comes from. */
export interface CrawlerList {
  readonly name: string
  /** The URL of the list. */
  readonly source: string
  /** The day of its version, `YYYY-MM-DD`; of a fetched list, the day on which it was fetched. */
  readonly date: string
  /** An SPDX identifier; `unknown` for a list that says none. */
  readonly licence: string
  /**
   * Whether it states a category for each name. Such a list counts before the shipped ones; any other only adds names to
   * them, because its categories are read from prose or tags.
   */
  readonly states: boolean
  readonly crawlers: readonly NamedCrawler[]
}

const LONGEST_OPERATOR = 60

/** The file of a list, one crawler a line, so that two versions compare well. */
export function writeCrawlerList({ crawlers, ...head }: CrawlerList): string {
  const lines = crawlers.map(({ name, category, operator }) => `    ${JSON.stringify({ name, category, operator })}`)
  const top = Object.entries(head).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`)
  return `{\n${top.join('')}  "crawlers": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/** The list in a file. Throws an Error that says what is wrong: anybody may have changed the file. */
export function readCrawlerList(text: string): CrawlerList {
  const { name, source, date, licence, states, crawlers } = objectIn(text)
  if (!Array.isArray(crawlers)) throw new Error('it has no `crawlers`')
  if (typeof date !== 'string' || !isDate(date.slice(0, 10))) throw new Error('`date` is not a date, YYYY-MM-DD')
  return {
    name: String(name),
    source: String(source),
    date: date.slice(0, 10),
    licence: String(licence),
    states: states === true,
    crawlers: crawlers.map(crawlerIn),
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it holds no JSON object')
  return value as Readonly<Record<string, unknown>>
}

function crawlerIn(entry: unknown): NamedCrawler {
  const { name, category, operator } = (entry ?? {}) as Readonly<Record<string, unknown>>
  const fault = typeof name === 'string' ? faultOfForeignName(name) : 'it is not a name'
  if (fault !== null) throw new Error(`\`${name}\` can be no crawler's name: ${fault}`)
  const known = CATEGORIES.find((each) => each === category)
  if (known === undefined) throw new Error(`\`${name}\` has no known category`)
  return { name: name as string, category: known, operator: plainOperator(operator) }
}

/** The name of an operator, without markup; null where there is none to use. */
export function plainOperator(value: unknown): string | null {
  if (typeof value !== 'string' || /unclear|unknown/i.test(value)) return null
  const link = /^\[([^\]]{1,60})\]\(/.exec(value)
  const text = (link?.[1] ?? value).trim()
  const isPlain = text !== '' && text.length <= LONGEST_OPERATOR && !/[\p{C}<>[\]{}|`*]|:\/\//u.test(text)
  return isPlain ? text : null
}
