/**
 * Files of a site → what the explorer makes of them, as its tests ask it.
 */
import { type Account, accountOf } from '../../src/explorer/account.ts'
import { type Meaning, readDraft, registryOf } from '../../src/explorer/draft.ts'
import { answerCell, type CellAnswer, shownCrawlers } from '../../src/explorer/shown-crawlers.ts'
import { type CellQuestion, readQuestion } from '../../src/explorer/what-if.ts'
import type { Usage } from '../../src/words/usages.ts'

export const NOW = Date.parse('2026-11-21T12:00:00Z')

export const REGISTRY = registryOf([
  { name: 'gptbot', category: 'training', operator: 'openai.com' },
])

/** The meaning of some files. */
export function meaningOf(files: Readonly<Record<string, string>>): Meaning {
  return readDraft({ site: 'test', files: new Map(Object.entries(files)) }, REGISTRY, NOW)
}

interface Asked {
  readonly meaning: Meaning
  readonly question: CellQuestion
  readonly answer: CellAnswer
  readonly account: Account
}

/** Which cell: the row by its name, or, with `as`, that of the supposed User-Agent. */
export interface Cell {
  readonly row?: string
  readonly as?: string
  readonly usage?: Usage
}

/** Asks for one cell of the table. */
export function ask(files: Readonly<Record<string, string>>, url: string, cell: Cell): Asked {
  const { row = 'what-if', as = '', usage = 'crawl' } = cell
  const meaning = meaningOf(files)
  const question = readQuestion({ url, userAgent: as, at: '' }, meaning.program.config, NOW)
  const { first, named, known } = shownCrawlers(meaning, as)
  const crawler = [...first, ...named, ...known].find(({ id }) => id === row)
  if (crawler === undefined) throw new Error(`no row is called ${row}`)
  const given = answerCell(meaning, crawler, usage, question)
  return { meaning, question, answer: given, account: accountOf(meaning, given, question) }
}
