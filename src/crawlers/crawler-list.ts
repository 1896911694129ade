/**
 * Reads and writes lists of crawler names: ai.robots.txt, corrections, and what `acap crawlers`
 * fetches. Refuses names that browsers send or that name no crawler: they would turn people into
 * crawlers.
 */

import { isDate } from '../base/calendar.ts'
import { checkArgument, isRecord } from '../base/check-argument.ts'
import { CATEGORIES, type Category } from '../words/decision-words.ts'
import { policyToken } from './policy-tokens.ts'
import { isReadersName, SHARED_NAMES } from './reader-words.ts'

/** A crawler of a list. */
export interface NamedCrawler {
  /** In lower case. */
  readonly name: string
  readonly category: Category
  /** The operator; null if the list does not name it. */
  readonly operator: string | null
}

/** A list of crawlers and its source. */
export interface CrawlerList {
  readonly name: string
  /** Its URL. */
  readonly source: string
  /** The date of its version, `YYYY-MM-DD`; for a fetched list, when it was fetched. */
  readonly date: string
  /** An SPDX identifier; `unknown` if the list states none. */
  readonly licence: string
  /** Whether it states categories. Such a list overrides shipped ones; others only add names. */
  readonly states: boolean
  readonly crawlers: readonly NamedCrawler[]
}

/** @throws TypeError for an argument that is not a list of crawler lists */
export function checkLists(caller: string, name: string, lists: unknown): void {
  const isList = (each: unknown) => isRecord(each) && Array.isArray(each.crawlers)
  const areLists = Array.isArray(lists) && lists.every(isList)
  checkArgument(areLists, caller, name, 'a list of lists, each with `crawlers`')
}

const LONGEST_OPERATOR = 60

/** Writes a list with one crawler per line, so that versions can be compared. */
export function writeCrawlerList({ crawlers, ...head }: CrawlerList): string {
  const lines = crawlers.map(
    ({ name, category, operator }) => `    ${JSON.stringify({ name, category, operator })}`,
  )
  const top = Object.entries(head).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  )
  return `{\n${top.join('')}  "crawlers": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/**
 * Parses the file of a list. Throws an Error that says what is wrong: the file may have been
 * edited.
 */
export function readCrawlerList(text: string): CrawlerList {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('it holds no JSON object')
  const { name, source, date, licence, states, crawlers } = value as Readonly<
    Record<string, unknown>
  >
  if (!Array.isArray(crawlers)) throw new Error('it has no `crawlers`')
  if (typeof date !== 'string' || !isDate(date.slice(0, 10)))
    throw new Error('`date` is not a date, YYYY-MM-DD')
  return {
    name: String(name),
    source: String(source),
    date: date.slice(0, 10),
    licence: String(licence),
    states: states === true,
    crawlers: crawlers.map(crawlerIn),
  }
}

function crawlerIn(entry: unknown): NamedCrawler {
  const { name, category, operator } = (entry ?? {}) as Readonly<Record<string, unknown>>
  const fault = typeof name === 'string' ? faultOfForeignName(name) : 'it is not a name'
  if (fault !== null) throw new Error(`\`${name}\` can be no crawler's name: ${fault}`)
  const known = CATEGORIES.find((each) => each === category)
  if (known === undefined) throw new Error(`\`${name}\` has no known category`)
  return { name: name as string, category: known, operator: plainOperator(operator) }
}

export function plainOperator(value: unknown): string | null {
  if (typeof value !== 'string' || /unclear|unknown/i.test(value)) return null
  const link = /^\[([^\]]{1,60})\]\(/.exec(value)
  const text = (link?.[1] ?? value).trim()
  const isPlain =
    text !== '' && text.length <= LONGEST_OPERATOR && !/[\p{C}<>[\]{}|`*]|:\/\//u.test(text)
  return isPlain ? text : null
}

/**
 * Words that name no crawler, besides those of readers' headers; then words of devices and of
 * people's programs.
 */
const NO_NAMES: ReadonlySet<string> = new Set(
  'spider bot robot crawler compatible http operator code cursor trae nitro speedy username'.split(
    ' ',
  ),
)

/** The reason for leaving out a name that browsers send. */
export const READERS_SEND_IT = 'readers send it'

const SHORTEST = 3
const LONGEST = 64

/**
 * Letters, digits and punctuation of crawler names. Characters of expressions, URLs and mail
 * addresses are excluded.
 */
const NAME = /^[a-z0-9_!][a-z0-9_!.&' -]*[a-z0-9_!]$/

export function isCrawlersName(name: string): boolean {
  return faultOfName(name) === null
}

/** Why a lower-case name cannot name a crawler; null if it can. */
function faultOfName(name: string): string | null {
  if (isReadersName(name)) return READERS_SEND_IT
  if (NO_NAMES.has(name)) return 'it names no crawler in particular'
  if (name.length < SHORTEST && !SHARED_NAMES.has(name)) return 'it is too short'
  return null
}

/** `faultOfName` for a published name, which may contain anything. */
export function faultOfForeignName(name: string): string | null {
  if (name.length > LONGEST) return `it is longer than ${LONGEST} characters`
  if (policyToken(name) !== undefined) return 'no request carries it'
  return NAME.test(name) ? faultOfName(name) : 'it is not a name'
}
