/**
 * A category that a site closes (I6), as its groups and records are made: its names, its prohibitions, and the lines that
 * both kinds share.
 */
import { foldCase } from '../grammar/path-form.ts'
import type { Origin, Policy } from '../language/policy/policy.ts'
import type { Tree } from '../language/text/tree.ts'
import { PUBLISHED_TOKENS, WELL_KNOWN_CRAWLERS } from '../registry/policy-tokens.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import type { ClosedUsages } from '../vocabulary/site-config.ts'
import type { Usage } from '../vocabulary/usages.ts'
import { type CategoryNames, isToken } from './category-names.ts'
import { added, type ServedLine } from './served-line.ts'

/** The source of what site.toml says of categories; its lines are numbers of prohibitions, from 1. */
export const CATEGORY_SOURCE = 'site.toml'

/** One closed category of a site. It has at least one name. */
export interface ClosedCategory extends CategoryNames {
  readonly policy: Policy
  readonly tree: Tree
  /** The lines of the site's signals. */
  readonly signals: readonly ServedLine[]
  readonly category: Category
  readonly prohibited: ClosedUsages
  /** Numbers one more prohibition of a usage below a path. */
  readonly newOrigin: (usage: Usage, path: string) => Origin
}

/** A group or record, and the lines that are served for it. */
export type CategoryAddition<Part> = readonly [Part, readonly ServedLine[]]

/** One name line for each name, policy tokens and names that are no tokens as their operators write them. */
export function nameLines(names: readonly string[], field: 'User-agent' | 'ACAP-crawler'): ServedLine[] {
  return names.map((name) => added(`${field}: ${SPELT.get(name) ?? name}`))
}

const SPELT = new Map(
  [
    ...WELL_KNOWN_CRAWLERS.filter((name) => !isToken(foldCase(name))),
    ...PUBLISHED_TOKENS.map(({ token }) => token),
  ].map((name) => [foldCase(name), name]),
)

/** A prohibition, below the key that says it: decisions give the key as their text. */
export function prohibitionLines(text: string, { text: key, line }: Origin): readonly ServedLine[] {
  return [added(`# ${key}`), { ...added(text), category: line }]
}
