/** Generates the groups and records that `[categories.NAME]` closes crawlers by (I6). */

import { boundFields, tokenGroups } from '../../language/policy/chosen-groups.ts'
import { rowsByToken } from '../../language/policy/groups.ts'
import type {
  AcapRecord,
  ConventionalGroup,
  NamelessCategory,
  Policy,
} from '../../language/policy/policy.ts'
import { categoryText } from '../../language/site/site.ts'
import { formatLine } from '../../language/text/format.ts'
import type { Line } from '../../language/text/lines.ts'
import { fieldValue, type Tree } from '../../language/text/tree.ts'
import type { KnownCrawler } from '../../program/program.ts'
import { type CategoryKey, closedCategories, closedUsages } from '../../words/category-tables.ts'
import type { Category } from '../../words/decision-words.ts'
import { productToken } from '../../words/name-token.ts'
import { foldCase, patternForm, writtenPattern } from '../../words/path-form.ts'
import { overlap } from '../../words/pattern-relations.ts'
import type { Usage } from '../../words/usages.ts'
import {
  CATEGORY_SOURCE,
  type CategoryAddition,
  type ClosedCategory,
  nameLines,
  namesOfCategory,
  prohibitionLines,
} from './category-names.ts'
import { categoryRecords } from './category-records.ts'
import { signalLines } from './group-additions.ts'
import { prohibitionsOf } from './prohibitions.ts'
import { added, authorLine, endedGroup, type ServedLine } from './served-line.ts'
import { ruleValue, tokenReading, versionOf } from './token-reading.ts'

export interface CategoryAdditions {
  readonly groups: readonly CategoryAddition<ConventionalGroup>[]
  readonly records: readonly CategoryAddition<AcapRecord>[]
  readonly nameless: readonly NamelessCategory[]
  /** Comments in the served file for prohibitions that only apply to nameless crawlers. */
  readonly notes: readonly (readonly ServedLine[])[]
  /** The keys of site.toml for the prohibitions. Prohibition number 1 is at index 0. */
  readonly keys: readonly CategoryKey[]
}

export function categoryAdditions(
  policy: Policy,
  tree: Tree,
  crawlers: readonly KnownCrawler[],
): CategoryAdditions {
  const keys: CategoryKey[] = []
  const closed = closedCategories(policy.config.categories).map(
    (each): ClosedCategory => ({
      ...each,
      policy,
      tree,
      prohibited: closedUsages(each.keys),
      ...namesOfCategory(policy, crawlers, each.categories),
      newOrigin: (usage, path) => {
        const key = keyOf(each.keys, usage, path)
        return { source: CATEGORY_SOURCE, line: keys.push(key), text: categoryText(key) }
      },
    }),
  )
  const named = closed.filter(({ names }) => names.length > 0)
  const parts = named.map((each) => ({
    groups: categoryGroups(each),
    records: categoryRecords(each),
  }))
  const published = keys.length
  const nameless = closed.flatMap((each) =>
    each.categories.map((category) => namelessCategory(each, category, keys)),
  )
  return {
    groups: parts.flatMap((part) => part.groups),
    records: parts.flatMap((part) => part.records),
    nameless,
    notes: keys.slice(published).map((key, i) => namelessNote(key, published + i + 1)),
    keys,
  }
}

/**
 * I6: the rules of a category for a crawler without a name. They cite the lines served for its
 * named crawlers.
 */
function namelessCategory(
  closed: ClosedCategory,
  category: Category,
  keys: readonly CategoryKey[],
): NamelessCategory {
  const { newOrigin } = closed
  // A `#` cannot begin a name, because it begins a comment (R2). So this token is unique.
  const token = `#${category}`
  const alone: ClosedCategory = {
    ...closed,
    names: [token],
    inGroups: [token],
    exceptions: new Map(),
    newOrigin: (usage, path) => {
      const key = keyOf(closed.keys, usage, path)
      const at = keys.findIndex((each) => categoryText(each) === categoryText(key))
      if (at < 0) return newOrigin(usage, path)
      return { source: CATEGORY_SOURCE, line: at + 1, text: categoryText(key) }
    },
  }
  const [groups, records] = [categoryGroups(alone), categoryRecords(alone)]
  return {
    category,
    token,
    groups: groups.map(([group]) => group),
    records: records.map(([record]) => record),
  }
}

/**
 * The key of site.toml that prohibits a usage on a path, the first if several do. A site closed as
 * a whole (X1) has no key for that path: then the first of the usage is used.
 */
function keyOf(keys: readonly CategoryKey[], usage: Usage, path: string): CategoryKey {
  const own = keys.filter((key) => key.usage === usage)
  return own.find((key) => key.path === path) ?? { ...own[0]!, path }
}

function namelessNote(key: CategoryKey, number: number): readonly ServedLine[] {
  const about = added('# It holds for crawlers of this category whose name fails its check.')
  return [added(`# ${categoryText(key)}`), { ...about, category: number }]
}

type Groups = readonly ConventionalGroup[]

/** The group of the category and the group of its exceptions, each where it has tokens. */
function categoryGroups(closed: ClosedCategory): CategoryAddition<ConventionalGroup>[] {
  const paths = closed.prohibited.crawl
  if (paths === undefined) return []
  const any = closed.policy.groups.filter(
    ({ tokens, scope }) => scope === null && tokens.includes('*'),
  )
  // A version of the standard (X1) has no place for a path beside its rules: all of the site is
  // closed.
  const isPlain = versionOf(any, '*') === 'conventional'
  return [...closedGroup(closed, any, isPlain ? paths : ['/']), ...exceptionGroup(closed, any)]
}

/**
 * The crawlers and tokens of the category: the rules for `*`, less what they allow within the
 * paths, and the paths.
 */
function closedGroup(
  { policy, inGroups, tree, newOrigin }: ClosedCategory,
  any: Groups,
  paths: readonly string[],
): CategoryAddition<ConventionalGroup>[] {
  const namesInGroup = inGroups.map((name) => productToken(name) ?? name)
  const tokens = [...new Set(namesInGroup)]
  if (tokens.length === 0) return []
  const isWithin = (pattern: string) =>
    paths.some((path) => path === '/' || overlap(foldCase(path), foldCase(pattern)))
  const repeated = any
    .flatMap((each) => each.rules)
    .filter((rule) => rule.effect === 'disallow' || !isWithin(rule.pattern))
  const rules = paths.map((path) => {
    const origin = newOrigin('crawl', path)
    return { effect: 'disallow' as const, pattern: path, raw: writtenPattern(path), origin }
  })
  const settings = settingsOf(any, tokens.length).filter(
    ({ value }) => value.kind !== 'robot-version',
  )
  const isRepeated = (line: Line) =>
    line.field?.name !== 'Robot-version' &&
    (line.field?.name !== 'Allow' || !isWithin(patternForm(fieldValue(tree, line))))
  const lines = [
    ...linesForAny(tree, isRepeated),
    ...(paths.includes('/') ? [] : routeLines(policy, any)),
    ...rules.flatMap(({ raw, origin }) => prohibitionLines([`Disallow: ${raw}`], origin)),
  ]
  const phrases = rowsByToken(namesInGroup, inGroups)
  return [
    groupWith(
      policy,
      inGroups,
      { tokens, phrases, rules: [...repeated, ...rules], settings },
      lines,
    ),
  ]
}

/**
 * Crawlers of other categories whose names hold a name of this one: they keep the rules for `*`.
 */
function exceptionGroup(
  closed: ClosedCategory,
  any: Groups,
): CategoryAddition<ConventionalGroup>[] {
  const { exceptions, policy, tree } = closed
  const tokens = [...exceptions]
    .filter(([, closedFor]) => closedFor('crawl').length === 0)
    .map(([name]) => name)
  if (tokens.length === 0) return []
  const rules = any.flatMap((each) => each.rules)
  const lines = [...linesForAny(tree, () => true), ...routeLines(policy, any)]
  const settings = settingsOf(any, tokens.length)
  return [groupWith(policy, tokens, { tokens, phrases: new Map(), rules, settings }, lines)]
}

/** A group with its lines, in front of which the site's signals stand. */
function groupWith(
  policy: Policy,
  names: readonly string[],
  group: Omit<ConventionalGroup, 'scope' | 'file'>,
  lines: readonly ServedLine[],
): CategoryAddition<ConventionalGroup> {
  const served = endedGroup([...nameLines(names, 'User-agent'), ...signalLines(policy), ...lines])
  return [{ ...group, scope: null, file: 'robots.txt' }, served]
}

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

/** The settings of the groups for `*`, applied to all names of the new group. */
function settingsOf(groups: Groups, reach: number): ConventionalGroup['settings'] {
  return groups.flatMap(({ tokens, settings }) =>
    settings
      .filter((setting) => tokens.slice(0, setting.reach).includes('*'))
      .map((setting) => ({ ...setting, reach })),
  )
}
