/**
 * `[categories.NAME]` of site.toml and the crawlers that are known → what it means and what is served for it (I6):
 * conventional groups and ACAP records, as policy and as lines.
 */
import type { KnownCrawler } from '../bundle/program.ts'
import type { AcapRecord, ConventionalGroup, Policy } from '../language/policy/policy.ts'
import { categoryText, type prohibitedIn } from '../language/site/site.ts'
import type { Tree } from '../language/text/tree.ts'
import type { Category } from '../vocabulary/decision-words.ts'
import { categoryGroups } from './category-groups.ts'
import { namesOfCategory } from './category-names.ts'
import { categoryRecords } from './category-records.ts'
import { CATEGORY_SOURCE, type ClosedCategory } from './closed-category.ts'
import type { ServedLine } from './served-line.ts'

/** What categories add to a policy, and to the file that is served for it. */
export interface CategoryAdditions {
  readonly groups: readonly ConventionalGroup[]
  readonly records: readonly AcapRecord[]
  readonly groupLines: readonly (readonly ServedLine[])[]
  readonly recordLines: readonly (readonly ServedLine[])[]
  /** The prohibitions, by their numbers less one. */
  readonly keys: readonly CategoryKey[]
}

type CategoryKey = ReturnType<typeof prohibitedIn>[number]

/** `signals`: the lines of the site's signals, which stand in every group. */
export function categoryAdditions(
  policy: Policy,
  tree: Tree,
  crawlers: readonly KnownCrawler[],
  signals: readonly ServedLine[],
): CategoryAdditions {
  const keys: CategoryKey[] = []
  const closed = Object.entries(policy.config.categories).map(([name, prohibited]): ClosedCategory => {
    const category = name as Category
    return {
      policy,
      tree,
      signals,
      category,
      prohibited,
      ...namesOfCategory(policy, crawlers, category),
      newOrigin: (usage, path) => {
        const key = { category, usage, path }
        return { source: CATEGORY_SOURCE, line: keys.push(key), text: categoryText(key) }
      },
    }
  })
  const parts = closed
    .filter(({ names }) => names.length > 0)
    .map((each) => ({ groups: categoryGroups(each), records: categoryRecords(each) }))
  const groups = parts.flatMap((part) => part.groups)
  const records = parts.flatMap((part) => part.records)
  return {
    groups: groups.map(([group]) => group),
    groupLines: groups.map(([, lines]) => lines),
    records: records.map(([record]) => record),
    recordLines: records.map(([, lines]) => lines),
    keys,
  }
}
