/** Finds what each crawler may do with one page of a site, such as fetch, search or train. */
import { operatorName } from '../crawlers/operators.ts'
import { operatorsSpelling } from '../crawlers/policy-tokens.ts'
import type { Category } from '../words/decision-words.ts'
import { foldCase } from '../words/path-form.ts'
import { PEOPLES_USES } from '../words/uses.ts'
import type { Meaning } from './draft.ts'
import { answerCell, type CellStanding, type Crawler, shownCrawlers } from './shown-crawlers.ts'
import type { CellQuestion } from './what-if.ts'

export interface CrawlerUses {
  /** In lower case. */
  readonly name: string
  readonly label: string
  readonly operator: string | null
  readonly category: Category | null
  /** Whether people ask about it first, or the policy names it. */
  readonly isListed: boolean
  /** In the order of people's uses; null where it is not known to fetch pages for one. */
  readonly standings: readonly (CellStanding | null)[]
}

/** `names`: those of a log, beside the crawlers that the policy names. */
export function usesOf(
  meaning: Meaning,
  names: readonly string[],
  question: CellQuestion,
): readonly CrawlerUses[] {
  const { first, named } = shownCrawlers(meaning, '')
  const listed = [...first, ...named].filter(({ isName }) => isName)
  const known = new Set(listed.map(({ label }) => foldCase(label)))
  const others = names.filter((name) => !known.has(name) && !name.startsWith('('))
  return [
    ...listed.map((crawler) => usesOfOne(meaning, crawler, true, question)),
    ...others.map((name) => {
      const crawler = { ...UNLISTED, label: operatorsSpelling(name), userAgent: name }
      return usesOfOne(meaning, crawler, false, question)
    }),
  ]
}

const UNLISTED = { id: 'what-if', mayBeReader: false, isName: true, category: null }

function usesOfOne(
  meaning: Meaning,
  crawler: Crawler,
  isListed: boolean,
  question: CellQuestion,
): CrawlerUses {
  const { label, userAgent } = crawler
  const agent = meaning.engine.agents.find(userAgent)
  const category = crawler.category ?? agent.category
  const standings = PEOPLES_USES.map((use) => {
    const isIts = use.category === null || use.category === category
    return isIts ? answerCell(meaning, crawler, use.usage, question).standing : null
  })
  const operator = operatorName(agent.operator)
  return { name: foldCase(label), label, operator, category, isListed, standings }
}
