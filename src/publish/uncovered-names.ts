/**
 * A site that closes a category (I6) and crawlers of that category with a group or record of their own → a finding for each
 * closed path about those to which the crawl is open although their own lines do not say so. `Allow: /` and an empty
 * `Disallow` say so.
 */
import type { KnownCrawler } from '../bundle/program.ts'
import { productToken } from '../grammar/name-token.ts'
import { foldCase, patternForm, writtenPattern } from '../grammar/path-form.ts'
import { covers } from '../grammar/pattern-relations.ts'
import { type Finding, finding } from '../language/findings/diagnostic.ts'
import { withoutIgnored } from '../language/findings/ignores.ts'
import type { SiteReading } from '../language/site/read-site.ts'
import type { GroupNode } from '../language/text/owners.ts'
import { fieldValue, type Tree, valueSpan } from '../language/text/tree.ts'
import { isOfCategory } from './category-names.ts'

/** The finding, unless a comment silences it. */
export function uncoveredNames(
  reading: SiteReading,
  tree: Tree,
  crawlers: readonly KnownCrawler[],
): readonly Finding[] {
  const { policy, categories, ignores } = reading
  const closed = categories.filter(({ usage }) => usage === 'crawl')
  const found = closed.map(({ category, path, at }) => {
    const lines = halfOpenGroups(tree, path).flatMap(({ names }) => names)
    const named = lines.filter((line) => isOfCategory(policy, crawlers, nameOf(tree, line), category))
    const [first] = named
    if (first === undefined) return []
    const names = [...new Set(named.map((line) => fieldValue(tree, line)))]
    const related = named.map((line) => ({
      ...valueSpan(tree, line),
      message: `a group for ${fieldValue(tree, line)}`,
    }))
    return [finding(at, 'category-exempts', [category, names, writtenPattern(path), names.length === 1], related)]
  })
  return withoutIgnored(found.flat(), ignores)
}

function nameOf(tree: Tree, line: Parameters<typeof fieldValue>[1]): string {
  return foldCase(productToken(fieldValue(tree, line)) ?? '')
}

function isAbout(rule: string, path: string): boolean {
  return rule === '' || (/^[/*]/.test(rule) && covers(patternForm(rule), path))
}

/** Groups that close something, and neither close nor open a path. */
function halfOpenGroups(tree: Tree, path: string): readonly GroupNode[] {
  return tree.blocks.filter((block): block is GroupNode => {
    if (block.kind !== 'group') return false
    const rules = block.fields.filter(({ line }) => line.field?.owner === 'rule')
    return !rules.some(({ line }) => isAbout(fieldValue(tree, line), path))
  })
}
