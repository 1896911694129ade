/**
 * A compiled site → its crawl decisions as data that a printer writes for a server: what a target is, the layers of rules of each group
 * of crawlers, and the headers by which they are recognised. Knows no server.
 */
import { cached } from '../../base/cached.ts'
import type { SiteContext } from '../../decide/judge.ts'
import type { Registry } from '../../program/program.ts'
import { UNNAMED } from '../convert/meant-rules.ts'
import { SHAPES, type Shape } from './identity/header-parts.ts'
import { type HeaderTest, NamedHeaders } from './identity/named-headers.ts'
import { CrawlOracle } from './targets/crawl-oracle.ts'
import type { TargetRule } from './targets/deciding-rule.ts'
import { layersOf } from './targets/layers.ts'
import { plainExpressions, wideExpressions } from './targets/pattern-expressions.ts'
import { type FormRow, formRows } from './targets/target-forms.ts'
import { targetRules } from './targets/target-rules.ts'

/** The first that matches a target decides; without any it is open. */
interface TargetRow {
  readonly expression: string
  readonly isClosed: boolean
}

/** Crawlers that read the same rules. */
export interface DoorGroup {
  readonly names: readonly string[]
  readonly rules: readonly TargetRule[]
  readonly plain: readonly TargetRow[]
  /** A target that is odd is closed where one of these matches. */
  readonly wide: readonly string[]
  /** Each tells some of the group's crawlers. */
  readonly headers: readonly HeaderTest[]
  /** Whether an absent header is one of them. */
  readonly isAbsent: boolean
}

export interface DoorPlan {
  readonly forms: readonly FormRow[]
  readonly shapes: typeof SHAPES
  readonly groups: readonly DoorGroup[]
}

export const ALL_SHAPES: readonly Shape[] = ['plain', 'browser', 'device']

export function doorPlan(context: SiteContext, registry: Registry, now: number): DoorPlan {
  const { site } = context
  const oracle = new CrawlOracle(context, now)
  const headers = new NamedHeaders(site)
  const ruled = new Map<string, { names: string[]; rules: readonly TargetRule[] }>()
  for (const name of [UNNAMED, ...site.names.map((each) => each.name)]) {
    const rules = targetRules(oracle.sideOf(name), oracle, name)
    if (rules.every(({ effect }) => effect === 'allow')) continue
    const key = JSON.stringify([...rules].sort((a, b) => (a.pattern < b.pattern ? -1 : 1)))
    cached(ruled, key, () => ({ names: [], rules })).names.push(name)
  }
  const groups = [...ruled.values()].map(({ names, rules }): DoorGroup => {
    const own = names.filter((name) => name !== UNNAMED)
    const isUnnamed = names.includes(UNNAMED)
    return {
      names: names.map((name) => (name === UNNAMED ? '*' : name)),
      rules,
      ...targetTests(rules),
      headers: [
        ...headers.testsOf(own),
        ...(isUnnamed ? [headers.others(registry, site.config.identify)] : []),
      ],
      isAbsent: isUnnamed && site.config.identify.libraries === 'crawler',
    }
  })
  return {
    forms: formRows(
      site,
      groups.flatMap(({ rules }) => rules),
    ),
    shapes: SHAPES,
    groups,
  }
}

function targetTests(rules: readonly TargetRule[]): Pick<DoorGroup, 'plain' | 'wide'> {
  const plain = layersOf(rules).flatMap(({ effect, rules }) => {
    const isClosed = effect === 'disallow'
    return plainExpressions(rules).map((expression) => ({ expression, isClosed }))
  })
  return { plain, wide: wideExpressions(rules.filter(({ effect }) => effect === 'disallow')) }
}
