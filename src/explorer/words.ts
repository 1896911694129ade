/**
 * The words that the page has for answers, columns and categories, from words.json. Knows no DOM.
 */
import type { StepPlace } from '../decide/explain.ts'
import type { Basis, Category } from '../words/decision-words.ts'
import type { Mode } from '../words/site-config.ts'
import { USAGE_PHRASES, USAGES } from '../words/usages.ts'
import { PEOPLES_USES, type PeoplesUse } from '../words/uses.ts'
import type { CellStanding } from './shown-crawlers.ts'
import words from './words.json' with { type: 'json' }

/**
 * What a cell says to those who see it and to those who hear it, and its drawing on the page; in
 * the order of the legend.
 */
export const STANDINGS: Readonly<Record<CellStanding, StandingWords>> = words.standings

/** `title`: more words for who points at it. */
type StandingWords = { readonly label: string; readonly icon: string; readonly title?: string }

export function phraseSentence(phrase: string): string {
  const text = phrase.replace('…', 'the page')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** A column; `category`: the crawlers that it is about, null for all. */
export interface UseColumn extends Pick<PeoplesUse, 'name' | 'usage' | 'category'> {
  readonly sentence: string
}

const PEOPLES: readonly UseColumn[] = PEOPLES_USES.map((use) => ({
  ...use,
  sentence: phraseSentence(use.phrase),
}))
/** What each usage means, for those who do not know ACAP's word for it (ACAP Part 1, 2.5). */
export const ALL_USAGES: readonly UseColumn[] = USAGES.map((usage) => {
  return { name: usage, usage, category: null, sentence: phraseSentence(USAGE_PHRASES[usage]) }
})

/** The columns to show: all usages where they are wanted, or where a name is only among them. */
export function columnsWith(name: string, isAll: boolean): readonly UseColumn[] {
  const isOnlyThere = columnNamed(name) !== null && columnNamed(name, PEOPLES) === null
  return isAll || isOnlyThere ? ALL_USAGES : PEOPLES
}

/** The column of this name; null where none has it. */
export function columnNamed(
  name: string,
  columns: readonly UseColumn[] = [...PEOPLES, ...ALL_USAGES],
): UseColumn | null {
  const byName = columns.find((each) => each.name === name)
  return byName ?? columns.find((each) => each.usage === name) ?? null
}

/**
 * Whether a row's crawler is known to do what the column is about: a switch closes that to no
 * other.
 */
export function isAbout(
  { category }: UseColumn,
  row: { readonly category: Category | null },
): boolean {
  return category === null || row.category === category
}

/** What crawlers of each category do (I5); what a publisher asks about first comes first. */
export const CATEGORY_SENTENCES: Readonly<Record<Category, string>> = words.categories

/** Words of the page as docs/glossary.md explains them. */
export const GLOSSARY = Object.entries(words.glossary)

/** What made the decision; null where nothing did. */
export const BASIS_WORDS: Readonly<Record<Basis, string | null>> = words.basis

export const PLACE_WORDS: Readonly<Record<StepPlace, string>> = words.places

export const MODE_SENTENCES: Readonly<Record<Mode, string>> = {
  enforce: 'The edge refuses what the policy prohibits.',
  observe: 'The edge logs what the policy prohibits, and serves it all the same.',
  off: 'The policy is not applied.',
}

export function modeRemarks(mode: Mode): readonly string[] {
  if (mode === 'enforce') return []
  return [mode === 'observe' ? 'observes only: nothing is refused' : 'off: nothing is refused']
}

/** `1 word`, `2 words`. */
export function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
