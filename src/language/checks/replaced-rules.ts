/**
 * A crawler's own group opens what the group for `*` closes, because it replaces that group (RFC
 * 9309 2.2.1, C1).
 */
import { productToken } from '../../words/name-token.ts'
import { patternSymbols } from '../../words/path-form.ts'
import { covers } from '../../words/pattern-relations.ts'
import type { Related } from '../findings/diagnostic.ts'
import { listed, quote } from '../findings/words.ts'
import type { ConventionalRule } from '../policy/policy.ts'
import type { GroupNode } from '../text/group-runs.ts'
import type { Line } from '../text/lines.ts'
import { fieldValue, type Tree, valueSpan } from '../text/tree.ts'
import { type Check, spanOfField } from './context.ts'
import { type MergedGroup, mergedGroups } from './levels.ts'

/** Longer policies are not checked, because every rule is compared with those for `*`. */
const MOST_WORK = 4_000_000
const MOST_LISTED = 60

export const replacedRules: Check = (context, report) => {
  const [tree] = context.trees
  if (tree === undefined) return
  const nodes = tree.blocks.filter((block) => block.kind === 'group')
  const merged = mergedGroups(context.policy)
  const others = merged.filter(
    (group) => !group.tokens.includes('*') && !opensAll(tree, group, nodes),
  )
  if (others.length === 0) return
  const any = merged.find(({ tokens }) => tokens.includes('*'))?.rules ?? []
  const closed = closedBy(any)
  // If `*` may fetch nothing, its own group is meant to open something.
  if (closed.some(({ pattern }) => isEverything(pattern))) return
  let left = MOST_WORK
  for (const group of others) {
    left -= lengthOf(closed) * lengthOf(group.rules)
    if (left < 0) return
    const opened = closed.filter((each) => !group.rules.some((rule) => isWithin(each, rule)))
    if (opened.length === 0) continue
    const lines = nodes[group.places[0]!]?.names ?? []
    const line = lines.find((each) => productToken(fieldValue(tree, each)) === group.tokens[0])
    if (line === undefined) continue
    const patterns = [...new Set(opened.map(({ pattern }) => pattern))]
    const others = group.tokens.length - 1
    const rules = inFull(opened.map(({ origin }) => origin.text))
    const related = { ...spanOfField(context, opened[0]!.origin), message: `for \`*\`: ${rules}` }
    const words = [fieldValue(tree, line), others, patterns] as const
    report(
      valueSpan(tree, line),
      'replaced-rules',
      [...words],
      [...namesIn(tree, lines, group), related],
    )
  }
}

function opensAll(
  tree: Tree,
  { places, rules }: MergedGroup,
  nodes: readonly GroupNode[],
): boolean {
  const fields = places.flatMap((place) => nodes[place]?.fields ?? [])
  const isEmpty = fields.some(
    ({ line }) => line.field?.owner === 'rule' && fieldValue(tree, line) === '',
  )
  return isEmpty || rules.some(({ effect, pattern }) => effect === 'allow' && isEverything(pattern))
}

/**
 * The Disallow rules that can decide, despite Allow rules beside them. None if there are too many
 * to compare.
 */
function closedBy(rules: readonly ConventionalRule[]): ConventionalRule[] {
  // Every path begins with `/` (P4).
  const disallows = rules.filter(
    ({ effect, pattern }) => effect === 'disallow' && /^[/*]/.test(pattern),
  )
  const allows = rules.filter(({ effect }) => effect === 'allow')
  // Without a star, an Allow of the same length covers only an equal pattern.
  const equal = new Set(allows.map(({ pattern }) => patternSymbols(pattern)))
  const withStars = allows.filter(({ pattern }) => pattern.includes('*'))
  if (lengthOf(disallows) * lengthOf(withStars) > MOST_WORK) return []
  const isOpened = (rule: ConventionalRule) =>
    withStars.some((each) => each.pattern.length >= rule.pattern.length && isWithin(rule, each))
  return disallows.filter((rule) => !equal.has(patternSymbols(rule.pattern)) && !isOpened(rule))
}

function isEverything(pattern: string): boolean {
  return /^(?:\/|\*)\**$/.test(pattern)
}

function isWithin(narrow: ConventionalRule, wide: ConventionalRule): boolean {
  return covers(rooted(wide), rooted(narrow))
}

function rooted({ pattern }: ConventionalRule): string {
  return pattern.startsWith('*') ? `/${pattern}` : pattern
}

function lengthOf(rules: readonly ConventionalRule[]): number {
  return rules.reduce((sum, { pattern }) => sum + pattern.length, 0)
}

function namesIn(tree: Tree, lines: readonly Line[], { tokens }: MergedGroup): readonly Related[] {
  if (tokens.length < 2) return []
  const own = lines.filter((line) => tokens.includes(productToken(fieldValue(tree, line)) ?? ''))
  const names = own.map((line) => fieldValue(tree, line))
  return [{ ...valueSpan(tree, own[0]!), message: `this group is for ${inFull(names)}` }]
}

function inFull(items: readonly string[]): string {
  return listed([...new Set(items)].map(quote), MOST_LISTED)
}
