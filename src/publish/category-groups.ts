/**
 * A closed category → the conventional groups that close the crawl to it (I6). A group replaces the one for `*` (C1), so
 * each repeats the rules for `*`.
 */
import { productToken } from '../grammar/name-token.ts'
import { foldCase, patternForm, writtenPattern } from '../grammar/path-form.ts'
import { overlap } from '../grammar/pattern-relations.ts'
import { boundFields, tokenGroups } from '../language/policy/chosen-groups.ts'
import { rowsByToken } from '../language/policy/groups.ts'
import type { ConventionalGroup, ConventionalRule, Policy } from '../language/policy/policy.ts'
import { formatLine } from '../language/text/format.ts'
import type { Line } from '../language/text/lines.ts'
import { fieldValue, type Tree } from '../language/text/tree.ts'
import { type CategoryAddition, type ClosedCategory, nameLines, prohibitionLines } from './closed-category.ts'
import { prohibitionsOf } from './prohibitions.ts'
import { added, authorLine, type ServedLine } from './served-line.ts'
import { ruleValue, tokenReading, versionOf } from './token-reading.ts'

type Groups = readonly ConventionalGroup[]

/** The group of the category and the group of its exceptions, each where it has tokens. */
export function categoryGroups(closed: ClosedCategory): CategoryAddition<ConventionalGroup>[] {
  const paths = closed.prohibited.crawl
  if (paths === undefined) return []
  const any = closed.policy.groups.filter(({ tokens, scope }) => scope === null && tokens.includes('*'))
  // A version of the standard (X1) has no place for a path beside its rules: all of the site is closed.
  const isPlain = versionOf(any, '*') === 'conventional'
  return [...closedGroup(closed, any, isPlain ? paths : ['/']), ...exceptionGroup(closed, any)]
}

/** The crawlers and tokens of the category: the rules for `*`, less what they allow within the paths, and the paths. */
function closedGroup(
  { policy, inGroups, tree, signals, newOrigin }: ClosedCategory,
  any: Groups,
  paths: readonly string[],
): CategoryAddition<ConventionalGroup>[] {
  const tokens = [...new Set(inGroups.map((name) => productToken(name)!))]
  if (tokens.length === 0) return []
  const isWithin = (pattern: string) => paths.some((path) => path === '/' || overlap(foldCase(path), foldCase(pattern)))
  const repeated = any
    .flatMap((each) => each.rules)
    .filter((rule) => rule.effect === 'disallow' || !isWithin(rule.pattern))
  const rules = paths.map((path) => {
    const origin = newOrigin('crawl', path)
    return { effect: 'disallow' as const, pattern: path, raw: writtenPattern(path), origin }
  })
  const settings = settingsOf(any, tokens.length).filter(({ value }) => value.kind !== 'robot-version')
  const isRepeated = (line: Line) =>
    line.field?.name !== 'Robot-version' &&
    (line.field?.name !== 'Allow' || !isWithin(patternForm(fieldValue(tree, line))))
  const lines = [
    ...nameLines(inGroups, 'User-agent'),
    ...signals,
    ...linesForAny(tree, isRepeated),
    ...(paths.includes('/') ? [] : routeLines(policy, any)),
    ...rules.flatMap(({ raw, origin }) => prohibitionLines(`Disallow: ${raw}`, origin)),
  ]
  return [
    [groupOf(tokens, [...repeated, ...rules], settings, rowsByToken(inGroups.map(productToken), inGroups)), lines],
  ]
}

/** Crawlers of other categories whose names hold a name of this one: they keep the rules for `*`. */
function exceptionGroup(
  { exceptions, policy, tree, signals }: ClosedCategory,
  any: Groups,
): CategoryAddition<ConventionalGroup>[] {
  const tokens = [...exceptions].filter(([, closedFor]) => closedFor('crawl').length === 0).map(([name]) => name)
  if (tokens.length === 0) return []
  const rules = any.flatMap((each) => each.rules)
  const lines = [...linesForAny(tree, () => true), ...routeLines(policy, any)]
  const open = lines.some(({ text }) => /^(?:Allow|Disallow):/.test(text)) ? [] : [added('Disallow:')]
  const group = groupOf(tokens, rules, settingsOf(any, tokens.length))
  return [[group, [...nameLines(tokens, 'User-agent'), ...signals, ...lines, ...open]]]
}

function groupOf(
  tokens: readonly string[],
  rules: readonly ConventionalRule[],
  settings: ConventionalGroup['settings'],
  phrases: ConventionalGroup['phrases'] = new Map(),
): ConventionalGroup {
  return { tokens, phrases, scope: null, file: 'robots.txt', rules, settings }
}

/** The author's lines for `*`. */
function linesForAny(tree: Tree, isWanted: (line: Line) => boolean): ServedLine[] {
  const isEmptyRule = (line: Line) => line.field?.owner === 'rule' && fieldValue(tree, line) === ''
  return boundFields(tokenGroups(tree), ['*'])
    .filter((line) => isWanted(line) && !isEmptyRule(line))
    .map((line) => authorLine(formatLine(tree, line), line.number))
}

/** E5: what routes prohibit to everybody, as the rules for `*` are read. */
function routeLines(policy: Policy, any: Groups): ServedLine[] {
  const reading = tokenReading(any, ['*'])
  return prohibitionsOf(policy)
    .filter(({ name, purposes }) => name === null && purposes.length === 0 && !reading.allowsOnly)
    .map(({ pattern, routes }) => added(`Disallow: ${ruleValue(pattern, reading)}`, routes))
}

/** The settings for `*`, for as many names as the new group has. */
function settingsOf(groups: Groups, reach: number): ConventionalGroup['settings'] {
  return groups.flatMap(({ tokens, settings }) =>
    settings
      .filter((setting) => tokens.slice(0, setting.reach).includes('*'))
      .map((setting) => ({ ...setting, reach })),
  )
}
