/** Finds what a robots.txt says to a crawler about using pages, besides rules and records. */
import { POLICY_TOKENS } from '../../crawlers/policy-tokens.ts'
import type { Engine } from '../../decide/engine.ts'
import { matchesPattern } from '../../decide/globs.ts'
import { pathBefore } from '../../language/checks/context.ts'
import { boundFields, fileFields, tokenGroups } from '../../language/policy/chosen-groups.ts'
import { groupsIn } from '../../language/text/group-runs.ts'
import type { Line } from '../../language/text/lines.ts'
import { fieldText, fieldValue, type Tree } from '../../language/text/tree.ts'
import { foldCase, patternForm, targetForm } from '../../words/path-form.ts'
import { isTermFor, type RobotsTerm } from '../../words/robots-meta.ts'
import { longestOf } from './license-says.ts'
import { type PairUses, pairStatements } from './preference-pairs.ts'
import { type SignalQuestion, type SignalSays, type Statement, statementsOf } from './statements.ts'

export interface SignalFile {
  readonly tree: Tree
  readonly engine: Engine
}

const PAIRS: readonly (readonly [field: string, vocabulary: PairUses])[] = [
  ['Content-Signal', 'content-signal'],
  ['Content-Usage', 'content-usage'],
]

/** What Content-Signal, Content-Usage, License and groups of policy tokens say. */
export function fileStatements(file: SignalFile, question: SignalQuestion): readonly Statement[] {
  const { tree } = file
  const lines = linesFor(file, question.userAgent)
  const named = (name: string) => lines.filter(({ field }) => field?.name === name)
  const { outcome } = file.engine.decide({ ...question, dialect: 'rep' })
  // draft-ietf-aipref-attach-05, 3.1: what may not be fetched has no preferences.
  const pairs = PAIRS.filter(([name]) => name !== 'Content-Usage' || outcome !== 'prohibited')
  return [
    ...pairs.flatMap(([name, vocabulary]) =>
      narrowest(tree, named(name), question.target).flatMap(({ line, list }) =>
        pairStatements(list, { vocabulary, ...placeOf(tree, line) }),
      ),
    ),
    ...licencesFor(tree, named('License')).flatMap((line) =>
      statementsOf(question.licence, { vocabulary: 'rsl', ...placeOf(tree, line) }),
    ),
    ...tokenStatements(file, question),
  ]
}

/** The fields of the groups that a crawler obeys which knows RFC 9309 (C1, C3). */
function linesFor({ tree, engine }: SignalFile, userAgent: string): readonly Line[] {
  const groups = tokenGroups({ ...tree, blocks: groupsIn(tree.lines) })
  const leads = engine.agents.asked(userAgent).leads.rep
  return boundFields(
    groups,
    leads.flatMap(({ groupNames }) => groupNames),
  )
}

function placeOf(tree: Tree, line: Line) {
  return { line: line.number, text: fieldText(tree, line) }
}

/** The lists of the longest path that matches; those of one path count together. */
function narrowest(tree: Tree, lines: readonly Line[], target: string) {
  const matching = lines.flatMap((line) => {
    const value = fieldValue(tree, line)
    const path = pathBefore(value)
    const pattern = patternForm(path === '' ? '/' : path)
    const isAbout = matchesPattern(pattern, targetForm(target))
    return isAbout ? [{ line, list: value.slice(path.length), pattern }] : []
  })
  return longestOf(matching)
}

/** RSL 1.0, 4.4.2: a licence of a group replaces the file's for its names. */
function licencesFor(tree: Tree, own: readonly Line[]): readonly Line[] {
  const written = own.length > 0 ? own : fileFields(tree).filter((each) => isLicence(each))
  return written.filter((line) => fieldValue(tree, line) !== '')
}

function isLicence({ field }: Line): boolean {
  return field?.name === 'License'
}

/**
 * Groups for policy tokens, which no request carries. They say whether training is permitted: to
 * the operator of the token, or, for the draft's token, to all.
 */
function tokenStatements({ tree, engine }: SignalFile, question: SignalQuestion) {
  const named = new Set(tokenGroups(tree).flatMap(({ tokens }) => tokens))
  return POLICY_TOKENS.flatMap(({ token, category, fetchedBy, provisional }) => {
    const agent = { agent: foldCase(fetchedBy) } as RobotsTerm
    const isAsked = provisional || isTermFor(agent, question.userAgent)
    if (!isAsked || category !== 'training' || !named.has(foldCase(token))) return []
    const { outcome, fields } = engine.decide({ ...question, userAgent: token, dialect: 'rep' })
    const says: SignalSays = outcome === 'prohibited' ? 'no' : 'yes'
    return fields.map(({ line, text }): Statement => {
      const vocabulary = provisional ? 'training-signal' : 'robots-exclusion'
      return { use: 'train', says, by: { vocabulary, ...(line && { line }), text } }
    })
  })
}
