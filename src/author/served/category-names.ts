/**
 * Finds the members of a category (I6): known names that no group or record of the author
 * addresses.
 */

import {
  operatorsSpelling,
  PUBLISHED_TOKENS,
  WELL_KNOWN_CRAWLERS,
} from '../../crawlers/policy-tokens.ts'
import { familyMembers, isReadersName } from '../../crawlers/reader-words.ts'
import type { Origin, Policy } from '../../language/policy/policy.ts'
import type { Tree } from '../../language/text/tree.ts'
import type { KnownCrawler } from '../../program/program.ts'
import {
  type ClosedCategories,
  type ClosedUsages,
  closedUsages,
  prohibitedTo,
} from '../../words/category-tables.ts'
import type { Category } from '../../words/decision-words.ts'
import { matchesUserAgent, productToken } from '../../words/name-token.ts'
import { foldCase } from '../../words/path-form.ts'
import { baseUsage, type Usage } from '../../words/usages.ts'
import { added, type ServedLine } from './served-line.ts'

interface CategoryNames {
  readonly names: readonly string[]
  /**
   * The names that conventional groups can address: product tokens, and names that operators
   * publish for robots.txt (I6).
   */
  readonly inGroups: readonly string[]
  /**
   * Known names outside the category that contain one of its names, and so would match it (I1).
   * Each with the paths that are closed to it.
   */
  readonly exceptions: ReadonlyMap<string, (usage: Usage) => readonly string[]>
}

export function namesOfCategory(
  policy: Policy,
  crawlers: readonly KnownCrawler[],
  categories: readonly Category[],
): CategoryNames {
  const known = categoryByName(policy, crawlers)
  const isOwn = (name: string) => categories.includes(known.get(name)!)
  const own = ownNames(policy)
  const free = [...known.keys()].filter((name) => !own.some((each) => addresses(each, name)))
  const names = free.filter(isOwn)
  const holds = (name: string) => names.some((each) => matchesUserAgent(each, name))
  const exceptions = free.filter((name) => !isOwn(name) && isToken(name) && holds(name))
  const closed = (name: string) =>
    closedUsages(prohibitedTo(known.get(name)!, policy.config.categories))
  const others = [...known.keys()].filter((name) => !isOwn(name))
  const isOthers = (name: string) =>
    others.some((each) => matchesUserAgent(productToken(name)!, each))
  const inGroups = names.filter((name) => isToken(name) || (isPublished(name) && !isOthers(name)))
  return {
    names,
    inGroups,
    exceptions: new Map(
      exceptions.map((name) => [name, (usage) => closedPaths(closed(name), usage)]),
    ),
  }
}

/**
 * The paths where a usage is prohibited: directly, by the usage that it is a form of (L2), or by
 * `other` (L4).
 */
function closedPaths(prohibited: ClosedUsages, usage: Usage): readonly string[] {
  const concerned = [usage, baseUsage(usage), usage === 'crawl' ? null : ('other' as const)]
  return concerned.flatMap((each) => (each === null ? [] : (prohibited[each] ?? [])))
}

function addresses(name: string, crawler: string): boolean {
  return matchesUserAgent(name, crawler) || familyMembers(name).includes(crawler)
}

function isToken(name: string): boolean {
  return productToken(name) === name
}

/**
 * Whether an operator publishes this name for robots.txt although it is no token. A parser that
 * cuts it (C1) must not get a word that readers send.
 */
function isPublished(name: string): boolean {
  const token = productToken(name)
  return token !== null && PUBLISHED.has(name) && !isReadersName(token)
}

const PUBLISHED: ReadonlySet<string> = new Set(WELL_KNOWN_CRAWLERS.map(foldCase))

/**
 * The category of each name that is known: by its profile, by the registry, by the table of tokens.
 */
export function categoryByName(
  { config }: Policy,
  crawlers: readonly KnownCrawler[],
): ReadonlyMap<string, Category> {
  return new Map([
    ...PUBLISHED_TOKENS.map(({ token, category }) => [foldCase(token), category] as const),
    ...crawlers.map(({ name, category }) => [name, category] as const),
    ...Object.entries(config.crawlers).flatMap(([name, { category }]) =>
      category === null ? [] : [[name, category] as const],
    ),
  ])
}

/** The names that groups and records of the author address; `*` is none. */
function ownNames({ groups, records }: Policy): readonly string[] {
  const names = [
    ...groups.flatMap(({ tokens }) => tokens),
    ...records.flatMap((record) => record.names),
  ]
  return [...new Set(names)].filter((name) => name !== '*')
}

/**
 * The source of what site.toml says of categories; its lines are numbers of prohibitions, from 1.
 */
export const CATEGORY_SOURCE = 'site.toml'

/** Categories for which the same tables stand, with the names of their crawlers. */
export interface ClosedCategory extends CategoryNames, ClosedCategories {
  readonly policy: Policy
  readonly tree: Tree
  /** What these prohibit. */
  readonly prohibited: ClosedUsages
  /** Numbers one more prohibition of a usage below a path. */
  readonly newOrigin: (usage: Usage, path: string) => Origin
}

export type CategoryAddition<Part> = readonly [Part, readonly ServedLine[]]

/** One name line for each name, as its operator writes it. */
export function nameLines(
  names: readonly string[],
  field: 'User-agent' | 'ACAP-crawler',
): ServedLine[] {
  return names.map((name) => added(`${field}: ${operatorsSpelling(name)}`))
}

/**
 * Lines; below the key of site.toml where they come from there, which decisions give as their text.
 */
export function prohibitionLines(
  texts: readonly string[],
  { source, text: key, line }: Origin,
): readonly ServedLine[] {
  const lines = texts.map((text) => added(text))
  return source === CATEGORY_SOURCE
    ? [added(`# ${key}`), ...lines.map((each) => ({ ...each, category: line }))]
    : lines
}
