/**
 * A site's crawl decisions as data that a printer can write for any server: forms of targets,
 * layers of rules for each group of crawlers, and the headers that identify them.
 */
import { cached } from '../../base/cached.ts'
import type { SiteContext } from '../../decide/judge.ts'
import type { Network, Registry, SiteProgram } from '../../program/program.ts'
import { UNNAMED } from '../convert/meant-rules.ts'
import { type AddressRow, addressRows } from './addresses/address-rows.ts'
import type { Zone } from './addresses/name-zones.ts'
import { markedRows, type Row } from './expressions.ts'
import { SHAPES, type Shape } from './identity/header-parts.ts'
import { type HeaderTest, NamedHeaders } from './identity/named-headers.ts'
import { areReaders, FOUL_HEADER, USUAL_HEADER } from './identity/usual-headers.ts'
import { CrawlOracle } from './targets/crawl-oracle.ts'
import type { TargetRule } from './targets/deciding-rule.ts'
import { layersOf } from './targets/layers.ts'
import { plainExpressions, wideExpressions } from './targets/pattern-expressions.ts'
import { type FormRow, formRows } from './targets/target-forms.ts'
import { CLOSED, targetRules } from './targets/target-rules.ts'

/** Crawlers that read the same rules. */
export interface DoorGroup {
  readonly names: readonly string[]
  readonly rules: readonly TargetRule[]
  /** The rows that decide a plain target: closed or open. Without a matching row it is open. */
  readonly plain: readonly Row[]
  /** The rows that decide a target with odd spellings. */
  readonly wide: readonly Row[]
  /** Tests that each recognise some of the group's crawlers. */
  readonly headers: readonly HeaderTest[]
  /** Whether an absent header is one of them. */
  readonly isAbsent: boolean
  /** Where their requests come from; null: anywhere. */
  readonly from: GroupOrigin | null
}

export interface GroupOrigin {
  /** A place in the plan's `lists`. */
  readonly list: number
  readonly zones: readonly Zone[]
}

export interface DoorPlan {
  readonly forms: readonly FormRow[]
  /**
   * The shape of a header by the first matching row, else `plain`. A `usual` header belongs to a
   * reader.
   */
  readonly shapes: readonly Row<Shape | 'usual'>[]
  readonly groups: readonly DoorGroup[]
  /** Address lists that separate groups. The longest prefix that contains an address decides. */
  readonly lists: readonly (readonly AddressRow[])[]
  /** Of which address lists they are made. */
  readonly listNames: readonly string[]
  /** What the plan was made from, for servers whose rules are written by name and pattern. */
  readonly source: { readonly site: SiteProgram; readonly registry: Registry }
  readonly oracle: CrawlOracle
}

export function doorPlan(context: SiteContext, registry: Registry, now: number): DoorPlan {
  const { site } = context
  const oracle = new CrawlOracle(context, registry, now)
  const headers = new NamedHeaders(site)
  const lists = new AddressLists()
  const ruled = new Map<string, Ruled>()
  for (const name of [UNNAMED, ...site.names.map((each) => each.name)]) {
    for (const { rules, from } of ruledZones(oracle, name, lists)) {
      if (rules.every(({ effect }) => effect === 'allow')) continue
      const key = rulesKey(rules) + JSON.stringify(from)
      cached(ruled, key, () => ({ names: [], rules, from })).names.push(name)
    }
  }
  const own = [...ruled.values()].map(({ names, rules, from }): DoorGroup => {
    const named = names.filter((name) => name !== UNNAMED)
    const isUnnamed = names.includes(UNNAMED)
    return {
      names: names.map((name) => (name === UNNAMED ? '*' : name)),
      rules,
      ...targetTests(rules),
      headers: [
        ...headers.testsOf(named),
        ...(isUnnamed ? [headers.others(registry, site.config.identify)] : []),
      ],
      isAbsent: isUnnamed && site.config.identify.libraries === 'crawler',
      from,
    }
  })
  const unproven = unprovenGroups(context, registry, { oracle, headers, lists })
  const groups = [...own, ...unproven]
  return {
    forms: formRows(
      site,
      groups.flatMap(({ rules }) => rules),
      context.engine.patternsEncode,
    ),
    shapes: [
      // A usual header is a reader's.
      ...(areReaders(site, registry) ? [[USUAL_HEADER, 'usual'] as const] : []),
      [FOUL_HEADER, 'foul'],
      ...SHAPES,
    ],
    groups,
    lists: lists.rows,
    listNames: [...lists.names],
    source: { site, registry },
    oracle,
  }
}

/**
 * For a server that checks no address: every name that has lists is judged as one that failed (I4).
 */
export function withoutLists(plan: DoorPlan): DoorPlan {
  const groups = plan.groups.filter(({ from }) => from === null || from.zones.includes('other'))
  return {
    ...plan,
    groups: groups.map((group) => ({ ...group, from: null })),
    lists: [],
    listNames: [],
  }
}

/**
 * Known crawlers without a name of the policy, where a site refuses those that failed their check.
 */
function unprovenGroups(
  { site, networks }: SiteContext,
  registry: Registry,
  { oracle, headers, lists }: { oracle: CrawlOracle; headers: NamedHeaders; lists: AddressLists },
): readonly DoorGroup[] {
  if (site.config.identify.failed !== 'refuse' || networks.length === 0) return []
  const own = new Set(site.names.map(({ name }) => name))
  const byList = new Map<number, string[]>()
  for (const name of new Set(registry.crawlers.map((each) => each.name.toLowerCase()))) {
    if (own.has(name)) continue
    const failed = oracle.zonesOf(name).find(({ proof }) => proof === 'failed')
    if (failed === undefined || failed.lists.length === 0) continue
    cached(byList, lists.numberOf(failed.lists, true), () => []).push(name)
  }
  return Array.from(byList, ([list, names]): DoorGroup => {
    const rules = [CLOSED]
    return {
      names,
      rules,
      ...targetTests(rules),
      headers: [headers.known(registry, names)],
      isAbsent: false,
      from: { list, zones: ['other'] },
    }
  })
}

interface Ruled extends Pick<DoorGroup, 'rules' | 'from'> {
  readonly names: string[]
}

/** The rules of a name; where its address counts, those of each zone. */
function ruledZones(
  oracle: CrawlOracle,
  name: string,
  lists: AddressLists,
): readonly Pick<Ruled, 'rules' | 'from'>[] {
  const zones = oracle.zonesOf(name).map((each) => {
    return { ...each, rules: targetRules(oracle, { name, proof: each.proof }) }
  })
  const [first] = zones
  const isSame = new Set(zones.map(({ rules }) => rulesKey(rules))).size === 1
  if (isSame) return [{ rules: first!.rules, from: null }]
  const hasPrivate = zones.length > 2
  return zones.map(({ lists: own, zones, rules }) => {
    return { rules, from: { list: lists.numberOf(own, hasPrivate), zones } }
  })
}

function rulesKey(rules: readonly TargetRule[]): string {
  return JSON.stringify([...rules].sort((a, b) => (a.pattern < b.pattern ? -1 : 1)))
}

/** Each list once. */
class AddressLists {
  readonly rows: (readonly AddressRow[])[] = []
  readonly names = new Set<string>()
  readonly #numbers = new Map<string, number>()

  numberOf(lists: readonly Network[], hasPrivate: boolean): number {
    const names = lists.map(({ name }) => name)
    for (const name of names) this.names.add(name)
    const key = `${names.join()} ${hasPrivate}`
    return cached(this.#numbers, key, () => {
      return this.rows.push(addressRows(lists, hasPrivate)) - 1
    })
  }
}

function targetTests(rules: readonly TargetRule[]): Pick<DoorGroup, 'plain' | 'wide'> {
  const plain = layersOf(rules).flatMap(({ effect, rules }) => {
    return markedRows(plainExpressions(rules), effect === 'disallow')
  })
  const closing = rules.filter(({ effect }) => effect === 'disallow')
  return { plain, wide: markedRows(wideExpressions(closing), true) }
}
