/** A crawl prohibition that ends in `$`: a query after the path opens what it closes (P1). */
import { foldCase } from '../../words/path-form.ts'
import { covers } from '../../words/pattern-relations.ts'
import type { ConventionalRule } from '../policy/policy.ts'
import { type Check, type Context, spanOfResource } from './context.ts'
import { distinctLevels, mergedGroups } from './levels.ts'

type Prohibition = Pick<ConventionalRule, 'pattern' | 'origin'>

/** Longer policies are not checked, because each pattern is compared with many. */
const MOST_WORK = 4_000_000

export const openedPattern: Check = (context, report) => {
  const opened = new Map<string, Prohibition>()
  let left = MOST_WORK
  for (const prohibitions of prohibitionsOf(context)) {
    const ended = prohibitions.filter(
      ({ pattern }) => /[^*]\$$/.test(pattern) && !pattern.includes('?'),
    )
    const written = [...new Set(prohibitions.map(({ pattern }) => foldCase(pattern)))]
    left -= ended.length * written.reduce((sum, { length }) => sum + length, 0)
    if (left < 0) return
    for (const each of ended) {
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

/** Whether no other prohibition closes the path with a query. */
function isOpened(pattern: string, written: readonly string[]): boolean {
  const withQuery = `${pattern.slice(0, -1)}?`
  return !written.some((other) => covers(other.startsWith('*') ? `/${other}` : other, withQuery))
}
