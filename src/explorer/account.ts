/**
 * Explains one cell of the table on the view Ask: why the crawler may or may not do this, in a
 * sentence, with remarks, facts, and the steps of the decision with their lines in the author's
 * files.
 */
import { placesOf, type WrittenPlace } from '../author/explain/author-terms.ts'
import { readerInWords } from '../author/explain/explanation-text.ts'
import { operatorName } from '../crawlers/operators.ts'
import { policyTokenIn, tokenSentence } from '../crawlers/policy-tokens.ts'
import { reasonInWords } from '../decide/decision-of.ts'
import { explain, ROLE_WORDS, type Step } from '../decide/explain.ts'
import { nameAsSent } from '../decide/reason.ts'
import { foldCase } from '../words/path-form.ts'
import { permissionInWords } from '../words/restriction-words.ts'
import type { Meaning } from './draft.ts'
import type { CellAnswer } from './shown-crawlers.ts'
import type { CellQuestion } from './what-if.ts'
import { BASIS_WORDS, CATEGORY_SENTENCES, count, modeRemarks, PLACE_WORDS } from './words.ts'

export interface Account {
  readonly sentence: string
  /**
   * What the verdict alone does not say: that nothing is refused, or how often a crawler may come.
   */
  readonly remarks: readonly string[]
  readonly notes: readonly string[]
  readonly facts: readonly (readonly [term: string, value: string])[]
  readonly deciding: readonly WrittenPlace[]
  /** For each name that the crawler is addressed by: the levels with fields about the page (I2). */
  readonly chains: readonly {
    readonly name: string
    readonly steps: readonly AccountStep[]
  }[]
}

/**
 * One level of the decision, with its lines: those that decided in it, and those that lost there.
 */
export interface AccountStep {
  readonly title: string
  readonly outcome: Step['outcome']
  readonly decides: boolean
  readonly role: string
  readonly deciding: readonly WrittenPlace[]
  readonly beaten: readonly WrittenPlace[]
}

export function accountOf(meaning: Meaning, answer: CellAnswer, question: CellQuestion): Account {
  const { ruling, standing } = answer
  const deciding = placesOf(meaning, ruling.fields, ruling.facts.target)
  const facts = factsOf(answer)
  if (standing === 'reader') {
    return {
      ...NOTHING_DECIDES,
      sentence: readerInWords(ruling, UNKNOWN, '. Readers are never refused.'),
      facts,
    }
  }
  if (standing === 'exempt') return { ...NOTHING_DECIDES, sentence: EXEMPT, facts }
  const { target } = ruling.facts
  const { chains: own, byCrawl } = explain(meaning.engine, ruling.facts)
  const chains = own.map(({ name, steps }) => {
    return { name, steps: steps.map((step) => stepAccount(meaning, step, target)) }
  })
  const notes = [
    sharedNames(answer),
    byCrawl ? BY_CRAWL : null,
    target === question.target
      ? null
      : `The origin may read this path as \`${target}\`, so both are checked.`,
    effectNote(meaning, answer),
  ].filter((note) => note !== null)
  // The lines are those of the author's files, which the editor shows, instead of those that are
  // served.
  const fields = deciding.map(({ file, line, text }) => ({
    source: file,
    text,
    ...(line === null ? {} : { line }),
  }))
  const sentence = reasonInWords(ruling, fields, permissionInWords)
  return { sentence, remarks: remarksOf(answer), notes, facts, deciding, chains }
}

const NOTHING_DECIDES = { remarks: [], notes: [], deciding: [], chains: [] }

const UNKNOWN =
  'This User-Agent is not a crawler: neither the policy nor the list of known crawlers has a name in it. Readers are never refused.'
const EXEMPT = 'Anybody may fetch this: it is served before any rule is asked.'
const BY_CRAWL = 'What may not be crawled may not be used: the crawl is prohibited, as follows.'

function factsOf(answer: CellAnswer): Account['facts'] {
  const { ruling, standing } = answer
  const { crawler, comments, facts } = ruling
  const name = crawler.name && nameAsSent(crawler.name, facts.userAgent)
  const category = answer.crawler.mayBeReader || crawler.name !== null ? crawler.category : null
  const unnamed = standing === 'reader' ? null : 'a crawler without a name'
  const isUndecided = standing === 'reader' || standing === 'exempt'
  const rows: readonly (readonly [string, string | null])[] = [
    ['Recognised as', name ?? crawler.declared ?? unnamed],
    ['Category', category === null ? null : `${category}: ${CATEGORY_SENTENCES[category]}`],
    ['Operator', operatorName(ruling.agent.operator) ?? ruling.agent.operator],
    ['Decided by', isUndecided ? null : BASIS_WORDS[ruling.basis]],
    ['Pace', paceOf(answer)],
    ['Comments', comments.join('\n') || null],
  ]
  return rows.filter((row): row is readonly [string, string] => row[1] !== null)
}

function remarksOf(answer: CellAnswer): readonly string[] {
  if (answer.ruling.outcome !== 'permitted') return modeRemarks(answer.mode)
  const pace = paceOf(answer)
  return pace === null ? [] : [`${pace}${answer.mode === 'enforce' ? '; more get 429' : ''}`]
}

function paceOf({ ruling: { rate }, usage }: CellAnswer): string | null {
  return rate === null || usage !== 'crawl'
    ? null
    : `one document every ${count(rate.seconds, 'second')}`
}

function stepAccount(meaning: Meaning, step: Step, target: string): AccountStep {
  const { place, names, bound, usage, outcome, role } = step
  const whom = names.map((name) => (name === '*' ? 'every crawler' : name)).join(', ')
  return {
    title: `${PLACE_WORDS[place]}: \`${usage}\` for ${whom}${bound ? ', bound to its purpose' : ''}`,
    outcome,
    decides: role === 'decides',
    role: ROLE_WORDS[role],
    deciding: placesOf(meaning, step.deciding, target),
    beaten: placesOf(meaning, step.beaten, target),
  }
}

/**
 * Notes that the name of a known crawler contains a name of the policy: rules for that name count
 * for this crawler, too (I1). A name that only a closed category added does not close it (I6).
 */
function sharedNames({ crawler, ruling: { agent, outcome } }: CellAnswer): string | null {
  if (crawler.category === null) return null
  const others = agent.matched.filter((name) => name !== foldCase(crawler.label))
  if (others.length === 0) return null
  const names = others.map((name) => `\`${name}\``).join(' and ')
  if (others.length === agent.matched.length)
    return `The name \`${crawler.label}\` holds ${names}, so what the policy says to ${names} counts for it, too.`
  if (outcome !== 'permitted') return null
  return `site.toml closes the category of ${names}, but not that of this crawler: it keeps the rules for \`*\`.`
}

/**
 * What the edge does about it: that depends on the mode, and on the site's or the route's answer to
 * a refusal. A policy token, such as Google-Extended, is in no request at all.
 */
function effectNote(
  { engine, program }: Meaning,
  { crawler, usage, ruling, mode }: CellAnswer,
): string | null {
  const token = policyTokenIn(crawler.userAgent)
  if (token !== undefined) return tokenSentence(token)
  if (ruling.outcome === 'permitted' || usage !== 'crawl') return null
  if (mode === 'observe')
    return 'The mode is “observe” here: this is logged, and the page served all the same.'
  if (mode === 'off') return 'The mode is “off” here: the policy is not applied.'
  if (ruling.outcome === 'deferred') return 'The edge answers 503 and says when to come back.'
  const route = engine.routes.find(ruling.facts.target, ruling.facts.joined)
  return `The edge answers ${route?.refuse?.status ?? program.config.refuse.status}.`
}
