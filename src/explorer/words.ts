/**
 * What the page calls things, as tables: standings, columns, categories and the like. Knows no DOM.
 */
import type { StepPlace } from '../engine/explain.ts'
import type { Basis, Category } from '../vocabulary/decision-words.ts'
import type { Mode } from '../vocabulary/site-config.ts'
import { USAGE_PHRASES, USAGES, type Usage } from '../vocabulary/usages.ts'
import { PEOPLES_USES } from '../vocabulary/uses.ts'
import type { CellStanding } from './crawlers.ts'
import type { CrawlerRow } from './rows.ts'

/** What a cell says to those who see it and to those who hear it, and which drawing of the page stands for it. */
interface StandingRow {
  readonly standing: CellStanding
  readonly label: string
  readonly icon: string
  /** More words for who points at it. */
  readonly title?: string
}

/** In the order of the legend. */
export const STANDINGS: readonly StandingRow[] = [
  { standing: 'permitted', label: 'permitted', icon: 'yes' },
  {
    standing: 'terms',
    label: 'permitted, with terms',
    icon: 'terms',
    title: 'permitted under conditions, such as max-length=50-words',
  },
  {
    standing: 'silent',
    label: 'permitted by silence',
    icon: 'dot',
    title: 'permitted by silence: no rule mentions this use, so nothing prohibits it',
  },
  { standing: 'prohibited', label: 'prohibited', icon: 'no' },
  { standing: 'deferred', label: 'deferred', icon: 'clock' },
  { standing: 'exempt', label: 'served to everybody', icon: 'open' },
  { standing: 'reader', label: 'a reader, never refused', icon: 'person' },
]

/** The row of a standing. */
export function standingRow(standing: CellStanding): StandingRow {
  return STANDINGS.find((row) => row.standing === standing)!
}

/** What a usage means, for those who do not know ACAP's word for it (ACAP Part 1, 2.5). */
export function usageSentence(usage: Usage): string {
  return phraseSentence(USAGE_PHRASES[usage])
}

/** A phrase about a page as a sentence. */
export function phraseSentence(phrase: string): string {
  const words = phrase.replace('…', 'the page')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** A column; `category`: the crawlers that it is about, null for all. */
export interface UseColumn {
  readonly name: string
  readonly usage: Usage
  readonly category: Category | null
  readonly sentence: string
}

const PEOPLES: readonly UseColumn[] = PEOPLES_USES.map((use) => ({ ...use, sentence: phraseSentence(use.phrase) }))
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
  const { id, category: known } = crawlers[0]!
  const own = id === 'any' ? null : (known ?? cells[0]!.ruling.agent.category)
  return category === null || own === null || own === category
}

/** What crawlers of each category do (I5); what a publisher asks about first comes first. */
export const CATEGORY_SENTENCES: Readonly<Record<Category, string>> = {
  training: 'Collects pages to train language models and the like.',
  search: 'Collects pages for a search engine.',
  assistant: 'Fetches pages for the answer to a person’s question.',
  agent: 'Acts for a person: fills in forms, buys, books.',
  archive: 'Keeps copies of pages.',
  preview: 'Shows a preview of a link that a person sent: a reader unless the policy names it.',
  feed: 'Reads news feeds for people: a reader unless the policy names it.',
  seo: 'Measures sites for marketing.',
  monitor: 'Tests whether sites are up: a reader unless the policy names it.',
  library: 'A program for any purpose that sends the name of its HTTP library.',
  other: 'Anything else.',
}

/** Words of the page as docs/glossary.md explains them. */
export const WORDS: readonly (readonly [word: string, meaning: string])[] = [
  ['crawler', 'a client that is subject to the crawl policy'],
  ['reader', 'any other client; it is never refused or delayed'],
  ['usage', 'what a crawler does with a page: crawl, index, preserve, present and so on'],
  ['category', 'what a crawler is for, by the registry: search, training, preview and so on'],
  ['purpose', 'what a crawler uses pages for; it selects sub-records'],
  ['record', 'one or more `ACAP-crawler` lines with the ACAP fields below them'],
  ['group', 'one or more `User-agent` lines with the conventional fields below them'],
  ['conventional', 'known to RFC 9309 and its extensions: everything in robots.txt that is not ACAP'],
]

/** What made the decision; null where nothing did. */
export const BASIS_WORDS: Readonly<Record<Basis, string | null>> = {
  acap: 'ACAP fields',
  embedded: 'fields of the page or of its route',
  conventional: 'conventional robots.txt rules',
  unspecified: null,
  deferred: 'visiting hours',
  'take-down': 'a take-down request',
  fallback: 'a field that cannot be interpreted, and so prohibits',
}

/** Where a level's fields stand. */
export const PLACE_WORDS: Readonly<Record<StepPlace, string>> = {
  'the page': 'The page or its route',
  'ACAP records': 'ACAP records',
  'conventional records': 'Conventional records',
}

/** What a mode means for prohibitions, where it does not enforce them. */
export function modeRemarks(mode: Mode): readonly string[] {
  if (mode === 'enforce') return []
  return [mode === 'observe' ? 'observes only: nothing is refused' : 'off: nothing is refused']
}

/** `1 word`, `2 words`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
