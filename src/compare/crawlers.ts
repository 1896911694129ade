/**
 * Two compiled sites, and perhaps two registries → the crawlers to compare, each with what it is to either site. Crawlers
 * that stand alike on both sides are one. Which paths are compared is decided elsewhere.
 */
import type { Registry, SiteProgram } from '../bundle/program.ts'
import type { Agent } from '../engine/agents.ts'
import { type Lead, routeNames } from '../engine/chains.ts'
import { recognise } from '../engine/decide.ts'
import type { Dialect } from '../vocabulary/decision-words.ts'
import { headersOfBoth, headersReadApart, unnamedHeader } from './headers.ts'

/** The known crawlers of both sides, and the names about which these differ. */
export interface Registries {
  readonly old: Registry
  readonly now: Registry
  readonly names: ReadonlySet<string>
}

/** A site and who the crawler is to it. */
export interface Side {
  readonly site: SiteProgram
  readonly agent: Agent
  /** Its chains of names (I2), as it reads the site. */
  readonly leads: readonly Lead[]
  /** Whether it is a reader there: no rule binds readers (I3). */
  readonly isReader: boolean
}

export type Sides = readonly [old: Side, now: Side]

/** Crawlers that stand alike on both sides, with a header that shows one of them. */
export interface ComparedCrawler {
  readonly names: readonly string[]
  readonly userAgent: string
  readonly sides: Sides
}

/** Crawlers, each kind once. */
class CrawlerKinds {
  readonly #ids = new Map<unknown, number>()
  readonly #routed: ReadonlySet<string>
  readonly #found = new Map<string, ComparedCrawler>()

  /** `routed`: names by which routes find crawlers. */
  constructor(old: SiteProgram, now: SiteProgram) {
    this.#routed = new Set([...routeNames(old), ...routeNames(now)])
  }

  get all(): readonly ComparedCrawler[] {
    return [...this.#found.values()]
  }

  /** Adds a name, to the crawlers that stand alike where there are some. */
  add(name: string, userAgent: string, sides: Sides): void {
    const key = this.#keyOf(sides)
    const alike = this.#found.get(key)
    this.#found.set(key, alike ? { ...alike, names: [...alike.names, name] } : { names: [name], userAgent, sides })
  }

  has(sides: Sides): boolean {
    return this.#found.has(this.#keyOf(sides))
  }

  /** What decides about a crawler, however it is called. */
  #keyOf(sides: Sides): string {
    return JSON.stringify(
      sides.map(({ agent, leads, isReader }) => [
        isReader,
        this.#idOf(agent.profile),
        leads.map(({ levels, groups }) => [
          levels.map(({ names, classes }) => [names.filter((each) => this.#routed.has(each)), classes]),
          groups.map((group) => this.#idOf(group)),
        ]),
      ]),
    )
  }

  #idOf(value: unknown): number {
    return this.#ids.get(value) ?? this.#ids.set(value, this.#ids.size).size - 1
  }
}

/**
 * Every name that either policy addresses, `*`, the headers that only one policy reads a name in, and the names that only
 * one registry takes for a crawler's.
 */
export function crawlersToCompare(
  old: SiteProgram,
  now: SiteProgram,
  registries: Registries | null,
): readonly ComparedCrawler[] {
  const named = new Set([...old.names, ...now.names].map(({ name }) => name))
  const sidesOf = (userAgent: string, by: Registries | null): Sides => [
    sideOf(old, userAgent, by?.old ?? null),
    sideOf(now, userAgent, by?.now ?? null),
  ]
  const unnamed = unnamedHeader([...named], 'somebody')
  const kinds = new CrawlerKinds(old, now)
  for (const name of [...named, '*']) {
    const userAgent = name === '*' ? unnamed : headerOf(name, old, now)
    kinds.add(name, userAgent, sidesOf(userAgent, registries?.names.has(name) ? registries : null))
  }
  for (const userAgent of headersReadApart(old, now, unnamed)) {
    const sides = sidesOf(userAgent, null)
    if (!kinds.has(sides)) kinds.add(userAgent, userAgent, sides)
  }
  const others = new Map<string, ComparedCrawler>()
  for (const name of registries?.names ?? []) {
    const sides = sidesOf(name, registries)
    if (named.has(name) || sides[0].isReader === sides[1].isReader) continue
    const key = JSON.stringify(sides.map(({ isReader, agent }) => [isReader, agent.matched]))
    const alike = others.get(key)
    others.set(key, { names: [...(alike?.names ?? []), name], userAgent: alike?.userAgent ?? name, sides })
  }
  return [...kinds.all, ...others.values()]
}

/**
 * The crawlers that stand for all which two sites could distinguish, as readers of ACAP. Of several leading names each
 * is evaluated alone (I2), so chains are asked about once.
 */
export function crawlersToProve(old: SiteProgram, now: SiteProgram): readonly ComparedCrawler[] {
  const kinds = new CrawlerKinds(old, now)
  for (const userAgent of headersOfBoth(old, now)) {
    const sides: Sides = [sideOf(old, userAgent, null, 'acap'), sideOf(now, userAgent, null, 'acap')]
    const isKnown = kinds.has(sides) || chainsOf(sides).every((each) => kinds.has(each))
    if (!isKnown) kinds.add(userAgent, userAgent, sides)
  }
  return kinds.all
}

/** Crawlers of one site by their names, `*` for any other: those that stand alike are one. */
export function crawlerKinds(site: SiteProgram, names: Iterable<string>): readonly ComparedCrawler[] {
  const kinds = new CrawlerKinds(site, site)
  const named = site.names.map(({ name }) => name)
  for (const name of names) {
    const userAgent = name === '*' ? unnamedHeader(named, 'somebody') : headerOf(name, site)
    const side = sideOf(site, userAgent, null)
    kinds.add(name, userAgent, [side, side])
  }
  return kinds.all
}

/** The chains of a crawler on both sides, each with its counterpart; all as one where they have none. */
function chainsOf([old, now]: Sides): readonly Sides[] {
  if (old.leads.length !== now.leads.length) return [[old, now]]
  return old.leads.map((lead, i) => [
    { ...old, leads: [lead] },
    { ...now, leads: [now.leads[i]!] },
  ])
}

/** A User-Agent by which a crawler shows a name: mostly the name itself (I1). */
function headerOf(name: string, ...sites: readonly SiteProgram[]): string {
  const [known] = sites.flatMap((site) => site.names.filter((each) => each.name === name))
  return known?.header ?? name
}

/** Without a registry every client counts as a crawler. Without a dialect it reads as its profile says. */
export function sideOf(site: SiteProgram, userAgent: string, registry: Registry | null, dialect?: Dialect): Side {
  const agent = recognise(site, userAgent, registry)
  const isReader = registry !== null && agent.kind === 'reader'
  return { site, agent, leads: agent.leads[dialect ?? agent.profile?.dialect ?? 'acap'], isReader }
}
