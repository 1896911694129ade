/**
 * Lists the crawlers of the table on the view Ask, in its order, and asks the engine what one of
 * them may do.
 */

import { operatorsSpelling, PUBLISHED_TOKENS, policyTokenIn } from '../crawlers/policy-tokens.ts'
import { restrictionsBy } from '../decide/decision-of.ts'
import { judge } from '../decide/judge.ts'
import type { Ruling } from '../decide/ruling.ts'
import type { Policy } from '../language/policy/policy.ts'
import { fieldValue } from '../language/text/tree.ts'
import type { Category } from '../words/decision-words.ts'
import { foldCase } from '../words/path-form.ts'
import type { Mode } from '../words/site-config.ts'
import type { Usage } from '../words/usages.ts'
import type { Meaning } from './draft.ts'
import type { CellQuestion } from './what-if.ts'

export interface Crawler {
  /** `what-if`, `any`, or `name:` and the name in lower case. */
  readonly id: string
  readonly label: string
  readonly userAgent: string
  /** Whether it may be a reader (I3). A name of the policy never is. */
  readonly mayBeReader: boolean
  readonly isName: boolean
  readonly category: Category | null
}

/** Crawlers that publishers ask about first. */
const WELL_KNOWN = ['Googlebot', 'Bingbot', 'GPTBot', 'ClaudeBot']

/**
 * Everybody whom a table asks about, in its order, with one crawler for a User-Agent that the
 * author supposes. `named`: the policy's names, in the letters in which the author wrote them;
 * `known`: the registry's, without those before.
 */
export function shownCrawlers(meaning: Meaning, userAgent: string) {
  const nameless = { mayBeReader: false, isName: false, category: null }
  const supposed = {
    ...nameless,
    id: 'what-if',
    label: 'This User-Agent',
    userAgent,
    mayBeReader: true,
  }
  const other = { ...nameless, id: 'any', label: 'Any other', userAgent: '' }
  const added = namesOfCategories(meaning)
  const names = namesAsWritten(meaning).filter((name) => !added.has(foldCase(name)))
  const wellKnown = WELL_KNOWN.map(
    (name) => names.find((each) => foldCase(each) === foldCase(name)) ?? name,
  )
  const named = names.filter((name) => !wellKnown.includes(name))
  const shown = new Set([...wellKnown, ...named].map(foldCase))
  return {
    first: [supposed, other, ...wellKnown.map(crawlerNamed)],
    named: named.map(crawlerNamed),
    known: [...knownCategories(meaning)]
      .filter(([name]) => !shown.has(name))
      .map(([name, category]) => {
        return { ...crawlerNamed(operatorsSpelling(name)), mayBeReader: true, category }
      }),
  }
}

/** The names that closed categories add to the policy (I6): the author wrote none of them. */
export function namesOfCategories({ reading, generated }: Meaning): ReadonlySet<string> {
  const own = new Set(namesOf(reading.policy))
  return new Set(namesOf(generated.policy).filter((name) => !own.has(name)))
}

function namesOf({ groups, records }: Policy): readonly string[] {
  return [...groups.flatMap(({ tokens }) => tokens), ...records.flatMap(({ names }) => names)].map(
    foldCase,
  )
}

/**
 * The names of the registry and the policy tokens, each with the category that a request under this
 * name has: `slack-imgproxy` holds the name of a crawler of another category, and that counts (I3).
 */
function knownCategories({ known, engine }: Meaning): ReadonlyMap<string, Category> {
  const tokens = PUBLISHED_TOKENS.map(({ token, category }) => [foldCase(token), category] as const)
  const crawlers = known.map(
    ({ name, category }) => [name, engine.agents.find(name).category ?? category] as const,
  )
  return new Map([...crawlers, ...tokens])
}

function crawlerNamed(name: string): Crawler {
  const id = `name:${foldCase(name)}`
  return { id, label: name, userAgent: name, mayBeReader: false, isName: true, category: null }
}

/** The kinds of values that are names of crawlers. */
const NAMES: readonly unknown[] = ['crawler', 'token']

/** The names of the policy's pool; those that site.toml alone names come last. */
function namesAsWritten({ reading, program }: Meaning): readonly string[] {
  const written = [...reading.trees.values()].flatMap((tree) => {
    const lines = tree.lines.filter(({ field }) => NAMES.includes(field?.value))
    return lines.map((line) => fieldValue(tree, line))
  })
  const own = new Map(written.toReversed().map((name) => [foldCase(name), name]))
  const order = new Map([...new Set(written.map(foldCase))].map((name, i) => [name, i]))
  const indexOf = (name: string) => order.get(name) ?? order.size
  const names = program.names.map(({ name }) => name).sort((a, b) => indexOf(a) - indexOf(b))
  return names.map((name) => own.get(name) ?? name)
}

/**
 * What a cell shows. `terms`: permitted under restrictions. `silent`: permitted, because no field
 * is about it. `exempt`: anybody may fetch it, as robots.txt itself. `reader`: the User-Agent is
 * not a crawler.
 */
export type CellStanding =
  | 'permitted'
  | 'terms'
  | 'silent'
  | 'prohibited'
  | 'deferred'
  | 'exempt'
  | 'reader'

export interface CellAnswer {
  readonly crawler: Crawler
  readonly usage: Usage
  readonly standing: CellStanding
  readonly mode: Mode
  readonly ruling: Ruling
}

export function answerCell(
  { context }: Meaning,
  crawler: Crawler,
  usage: Usage,
  question: CellQuestion,
): CellAnswer {
  const { userAgent, mayBeReader } = crawler
  const { target, now, isPath } = question
  const uri = isPath ? context.home + target : question.uri
  const request = { target, uri, now, userAgent, usage }
  const { kind, mode, agent, ruling } = judge(context, request, question.isSigned ? 'signed' : null)
  const isReader = mayBeReader && agent.kind === 'reader' && policyTokenIn(userAgent) === undefined
  const standing = isReader ? 'reader' : kind === 'exempt' ? 'exempt' : standingOf(ruling)
  return { crawler, usage, standing, mode, ruling }
}

function standingOf(ruling: Ruling): CellStanding {
  const { outcome, basis } = ruling
  if (outcome !== 'permitted') return outcome
  if (basis === 'unspecified') return 'silent'
  return restrictionsBy(ruling).length > 0 ? 'terms' : 'permitted'
}
