/**
 * Checks the served text: too large, too slow to decide by, or names that a closed category leaves
 * open.
 */

import { familyMembers } from '../../crawlers/reader-words.ts'
import { type Finding, finding } from '../../language/findings/diagnostic.ts'
import { withoutIgnored } from '../../language/findings/ignores.ts'
import type { Origin, Policy } from '../../language/policy/policy.ts'
import type { SiteReading } from '../../language/site/read-site.ts'
import { FILE_START } from '../../language/text/source.ts'
import { fieldSpanAt, fieldValue, type Tree, valueSpan } from '../../language/text/tree.ts'
import {
  decisionCost,
  MOST_RULES,
  MOST_STEPS,
  ruleCount,
} from '../../program/compile/policy-limits.ts'
import type { KnownCrawler } from '../../program/program.ts'
import { categoriesOfTable } from '../../words/category-tables.ts'
import type { Category } from '../../words/decision-words.ts'
import { productToken } from '../../words/name-token.ts'
import { foldCase, patternForm, writtenPattern } from '../../words/path-form.ts'
import { covers } from '../../words/pattern-relations.ts'
import { categoryByName } from './category-names.ts'

/** R10: crawlers need to read no more. */
const MOST_BYTES = 500 * 1024

export function sizeFindings(text: string): Finding[] {
  const over = new TextEncoder().encode(text).length - MOST_BYTES
  return over <= 0 ? [] : [finding(FILE_START, 'too-large', [over])]
}

/**
 * Errors where one decision could take too long or the program would hold too many rules, at the
 * costliest field.
 */
export function costFindings(policy: Policy, trees: ReadonlyMap<string, Tree>): readonly Finding[] {
  const found: Finding[] = []
  const { rules, most: largest } = ruleCount(policy)
  const add = (
    kind: 'too-many-rules' | 'slow-to-decide',
    field: Origin | null,
    count: number,
    limit: number,
  ) => {
    const { source, line } = field ?? FILE_START
    found.push(
      finding(fieldSpanAt(trees, source, line) ?? { source, line, column: 1, length: 0 }, kind, [
        field?.text ?? '',
        count.toLocaleString('en'),
        limit.toLocaleString('en'),
      ]),
    )
  }
  if (rules > MOST_RULES) add('too-many-rules', largest, rules, MOST_RULES)
  const { steps, most } = decisionCost(policy)
  if (steps > MOST_STEPS) add('slow-to-decide', most, steps, MOST_STEPS)
  return found
}

/**
 * Crawlers of a closed category whose own groups leave the crawl open, unless these say so: `Allow:
 * /`.
 */
export function uncoveredNames(
  { policy, categories, ignores }: SiteReading,
  tree: Tree,
  crawlers: readonly KnownCrawler[],
): readonly Finding[] {
  const closed = categories.filter(({ usage }) => usage === 'crawl')
  const known = categoryByName(policy, crawlers)
  const found = closed.flatMap(({ table, path, at }) => {
    const meant: readonly (Category | undefined)[] = categoriesOfTable(table)
    const lines = halfOpenNames(tree, path).map((line) => ({
      at: valueSpan(tree, line),
      value: fieldValue(tree, line),
    }))
    const named = lines.filter(({ value }) => {
      const name = foldCase(productToken(value) ?? '')
      return [name, ...familyMembers(name)].some((each) => meant.includes(known.get(each)))
    })
    if (named.length === 0) return []
    const names = [...new Set(named.map(({ value }) => value))]
    const related = named.map((each) => ({ ...each.at, message: `a group for ${each.value}` }))
    return [
      finding(
        at,
        'category-exempts',
        [table, names, writtenPattern(path), names.length === 1],
        related,
      ),
    ]
  })
  return withoutIgnored(found, ignores)
}

function halfOpenNames(tree: Tree, path: string) {
  const isAbout = (rule: string) =>
    rule === '' || (/^[/*]/.test(rule) && covers(patternForm(rule), path))
  return tree.blocks.flatMap(({ kind, names, fields }) => {
    const lines = kind === 'group' ? fields.map((field) => field.line) : []
    const rules = lines
      .filter((line) => line.field?.owner === 'rule')
      .map((line) => fieldValue(tree, line))
    return kind !== 'group' || rules.some(isAbout) ? [] : names
  })
}
