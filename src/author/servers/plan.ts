/**
 * A compiled site → its crawl decisions as data that a printer writes for a server: what a target is, the layers of rules of each group
 * of crawlers, and the headers by which they are recognised. Knows no server.
 */
import { cached } from '../../base/cached.ts'
import type { SiteContext } from '../../decide/judge.ts'
import type { Registry, SiteProgram } from '../../program/program.ts'
import { ODD_NAME } from '../../words/name-token.ts'
import { UNNAMED } from '../convert/meant-rules.ts'
import { crawlerRows, patternsIn } from './identity/crawler-rows.ts'
import { type HeaderRow, SHAPES, type Shape } from './identity/header-parts.ts'
import { namedHeaders } from './identity/names.ts'
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

/** By the shape of a header: its rows, of which the first that matches decides. */
export type HeaderTest = Readonly<Record<Shape, readonly HeaderRow[]>>

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
      headers: [...headers.testsOf(own), ...(isUnnamed ? [headers.others(registry)] : [])],
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

/** The names of a policy → the headers that they match (I1), in which they lead (I2). */
class NamedHeaders {
  readonly #site: SiteProgram
  readonly #patterns = new Map<string, string[]>()

  constructor(site: SiteProgram) {
    this.#site = site
    for (const { pattern, entries } of patternsIn(site.nameTrie))
      for (const entry of entries)
        cached(this.#patterns, site.names[entry]!.name, () => []).push(pattern)
    for (const { name } of site.names) if (ODD_NAME.test(name)) this.#patterns.set(name, [name])
  }

  /** Headers in which one of these names leads. */
  testsOf(names: readonly string[]): readonly HeaderTest[] {
    const byLonger = new Map<string, { names: string[]; longer: readonly string[] }>()
    for (const name of names) {
      const longer = this.#site.names
        .map((each) => each.name)
        .filter((each) => each !== name && each.includes(name) && !names.includes(each))
      cached(byLonger, longer.join('\n'), () => ({ names: [], longer })).names.push(name)
    }
    return [...byLonger.values()].map(({ names, longer }) =>
      byShape((shape) => [...this.#rows(longer, shape, false), ...this.#rows(names, shape, true)]),
    )
  }

  /** Crawlers that no name of the policy matches. */
  others(registry: Registry): HeaderTest {
    const names = this.#site.names.map(({ name }) => name)
    return byShape((shape) => [
      ...this.#rows(names, shape, false),
      ...crawlerRows(registry, this.#site.config.identify, shape),
    ])
  }

  #rows(names: readonly string[], shape: Shape, holds: boolean): readonly HeaderRow[] {
    const patterns = names.flatMap((name) => this.#patterns.get(name) ?? [])
    return namedHeaders(patterns, shape).map((expression) => ({ expression, holds }))
  }
}

function byShape(rowsOf: (shape: Shape) => readonly HeaderRow[]): HeaderTest {
  return { plain: rowsOf('plain'), browser: rowsOf('browser'), device: rowsOf('device') }
}
