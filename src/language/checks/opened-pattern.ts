/** P1: a prohibition of the crawl that ends in `$`: a query behind the path opens what it closes. */
import { foldCase } from '../../words/path-form.ts'
import type { ConventionalRule } from '../policy/policy.ts'
import { type Check, type Context, spanOfResource } from './context.ts'
import { distinctLevels, mergedGroups } from './levels.ts'

type Prohibition = Pick<ConventionalRule, 'pattern' | 'origin'>

/** Patterns that close every path with a query, no matter what stands before it. */
const CLOSE_ALL = ['', '/', '/*', '*', '/*?', '*?', '/*?*', '*?*']

export const openedPattern: Check = (context, report) => {
  const opened = new Map<string, Prohibition>()
  for (const prohibitions of prohibitionsOf(context)) {
    const written = new Set(prohibitions.map(({ pattern }) => foldCase(pattern)))
    if (CLOSE_ALL.some((pattern) => written.has(pattern))) continue
    for (const each of prohibitions) {
      if (isOpened(foldCase(each.pattern), written))
        opened.set(`${each.origin.source}:${each.origin.line}`, each)
    }
  }
  const [first] = opened.values()
  if (first === undefined) return
  const patterns = [...new Set([...opened.values()].map(({ pattern }) => pattern))]
  report(spanOfResource(context, first.origin), 'opened-pattern', [patterns])
}

function* prohibitionsOf({ policy, levels }: Context): Iterable<readonly Prohibition[]> {
  for (const { rules } of mergedGroups(policy))
    yield rules.filter(({ effect }) => effect === 'disallow')
  for (const { usage, entries } of distinctLevels(levels)) {
    if (usage !== 'crawl') continue
    yield entries
      .filter(({ effect }) => effect === 'disallow')
      .map(({ pattern, field }) => ({ pattern, origin: field.origin }))
  }
}

function isOpened(pattern: string, written: ReadonlySet<string>): boolean {
  if (!pattern.endsWith('$') || pattern.includes('?')) return false
  const stem = pattern.slice(0, -1)
  return (
    !stem.endsWith('*') &&
    ![stem, `${stem}*`, `${stem}?`, `${stem}?*`].some((other) => written.has(other))
  )
}
