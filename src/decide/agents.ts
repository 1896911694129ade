/**
 * Recognises clients by their User-Agent header: the names that match (I1), and whether it is a
 * crawler (I3). Headers with the same names share one Agent.
 */

import { BoundedCache, textBytes } from '../base/bounded-cache.ts'
import { cached } from '../base/cached.ts'
import type { KnownCrawler, NameProgram, Recognition, SiteProgram } from '../program/program.ts'
import type { Category, Dialect } from '../words/decision-words.ts'
import { HeaderText } from '../words/header-text.ts'
import { matchesUserAgent } from '../words/name-token.ts'
import type { CrawlerProfile } from '../words/site-config.ts'
import { chainsIn, type Lead, type NamedSite, nameOf } from './chains.ts'
import { declaredBot } from './declared-bot.ts'
import { byFallingLength, MOST_LEADS } from './leading-names.ts'
import { KnownNames, NameFinder, READER_CATEGORIES } from './names.ts'

/** Who a client is, by its User-Agent header alone. */
export interface RecognisedClient {
  readonly kind: 'crawler' | 'reader'
  /** The leading name of the policy, else the registry's; null if neither has one. Lower case. */
  readonly name: string | null
  readonly category: Category | null
  readonly operator: string | null
  /** The name that an unknown client declares, for display only (I3); null for known clients. */
  readonly declared: string | null
  /** The policy's names that match, in lower case. */
  readonly matched: readonly string[]
}

/** A recognised client with what decides for it in one site. */
export interface Agent extends RecognisedClient {
  readonly profile: CrawlerProfile | null
  readonly leads: Readonly<Record<Dialect, readonly Lead[]>>
}

/** Memory for cached agents, by header and by names, in bytes. */
const HEADER_BYTES = 256 * 1024
const NAMES_BYTES = 1024 * 1024
const AGENT_BYTES = 256
const LEAD_BYTES = 512

const HEADER = new HeaderText()

const TOKEN = /^([a-z0-9_-]+)(?:\/[a-z0-9._-]*)?$/i

/** The parts of a site that recognition needs: its names, and who counts as a crawler. */
export type AgentSite = NamedSite &
  Pick<SiteProgram, 'names' | 'nameTrie' | 'config' | 'categories'>

export class Agents {
  readonly #site: AgentSite
  readonly #byHeader = new BoundedCache<string, Agent>(HEADER_BYTES)
  readonly #byNames = new BoundedCache<number | string, Agent>(NAMES_BYTES)
  readonly #names: NameFinder
  readonly #byName: ReadonlyMap<string, NameProgram>
  readonly #known: KnownNames | null
  readonly #chains: ReturnType<typeof chainsIn>
  readonly #leads = new Map<NameProgram, Readonly<Record<Dialect, readonly Lead[]>>>()
  readonly #reader: Agent
  readonly #absent: Agent
  /** The agent for bots without a known name. */
  readonly #unnamed: Agent
  readonly #takesDeclared: boolean
  /** The chains of `*`, for clients without a name. */
  readonly anonymous: Readonly<Record<Dialect, readonly Lead[]>>

  constructor(site: AgentSite, registry: Recognition | null) {
    this.#site = site
    this.#names = new NameFinder(site.nameTrie, site.names.map(nameOf))
    this.#byName = new Map(site.names.map((each) => [each.name, each]))
    this.#known = registry === null ? null : new KnownNames(registry)
    this.#chains = chainsIn(site)
    this.anonymous = this.#chains([], [])
    this.#reader = this.#make([], null)
    // An absent User-Agent counts as a plain HTTP library (I3).
    this.#absent = this.#make([], null, 'library')
    this.#unnamed = { ...this.#reader, kind: 'crawler', category: 'other' }
    // Without a registry, fetchers of previews and feeds cannot be told from other bots (I5).
    this.#takesDeclared = registry !== null && site.config.identify.selfDeclared === 'crawler'
  }

  /** The agent of a User-Agent header; an empty header is an absent one. */
  find(userAgent: string): Agent {
    const cached = this.#byHeader.get(userAgent)
    if (cached !== undefined) return cached
    const agent = this.recognise(userAgent)
    this.#byHeader.add(userAgent, agent, textBytes(userAgent))
    return agent
  }

  /**
   * The agent for a question by a person: a product token also means the policy's name of that
   * spelling, even if readers send it (I1).
   */
  asked(userAgent: string): Agent {
    const agent = this.find(userAgent)
    const [, token = ''] = TOKEN.exec(userAgent) ?? []
    const own = this.#byName.get(token.toLowerCase())
    // Names of several words match only as a whole (C1).
    if (own === undefined || own.header !== undefined || agent.matched.includes(own.name))
      return agent
    return this.#make([...this.#matching(userAgent), own], null)
  }

  /**
   * An agent's chains, extended by matching names of the page's META tags. A name that the policy
   * has, too, matches where the policy's does (I2).
   */
  withMeta(
    { matched }: Agent,
    userAgent: string,
    metaNames: readonly string[],
  ): Record<Dialect, readonly Lead[]> {
    const text = HEADER.read(userAgent).toString()
    return this.#chains(
      matched.map((name) => this.#byName.get(name)!),
      metaNames.filter((name) =>
        this.#has(name) ? matched.includes(name) : matchesUserAgent(name, text),
      ),
    )
  }

  /** Whether the policy has a name; what it ignores is dropped with its names (C2). */
  #has(name: string): boolean {
    const own = this.#byName.get(name)
    if (own === undefined) return false
    return own.repGroups.length === 0 || own.classes.length + own.groups.length > 0
  }

  /** The chains for a name of the policy, even if no header can contain it (I1). */
  chainsOf(name: string): readonly Lead[] {
    const others = this.#matching(name).filter((each) => each.name !== name)
    const own = this.#byName.get(name)
    return this.#chains(own === undefined ? others : [...others, own], [name]).acap
  }

  /** The chains for an unnamed crawler of a category (I4). */
  nameless(category: Category | null): Readonly<Record<Dialect, readonly Lead[]>> {
    const own = category === null ? undefined : this.#site.categories?.[category]
    if (own === undefined) return this.anonymous
    return cached(this.#leads, own, () => this.#chains([own], []))
  }

  #matching(userAgent: string): readonly NameProgram[] {
    return this.#names.find(HEADER.read(userAgent)).map((number) => this.#site.names[number]!)
  }

  /** `find` without the cache by header, for callers that have one. */
  recognise(userAgent: string): Agent {
    if (userAgent === '') return this.#absent
    const numbers = this.#names.find(HEADER.read(userAgent))
    const known = this.#known?.find(HEADER) ?? -1
    if (known < 0 && numbers.length === 0) return this.#unknown(userAgent)
    const key = this.#keyOf(numbers, known)
    const cached = this.#byNames.get(key)
    if (cached !== undefined) return cached
    const matched = numbers.map((number) => this.#site.names[number]!)
    const agent = this.#make(matched, known < 0 ? null : this.#known!.at(known))
    // The chains of a single name are cached with the name.
    const leads = matched.length < 2 ? 0 : matched.length * MOST_LEADS * LEAD_BYTES
    this.#byNames.add(key, agent, AGENT_BYTES + leads)
    return agent
  }

  /** Mostly a number, which is cheaper than text. */
  #keyOf(numbers: readonly number[], known: number): number | string {
    const first = numbers[0] ?? -1
    if (numbers.length < 2) return (known + 1) * (this.#site.names.length + 1) + first + 1
    return `!${known} ${[...numbers].sort((a, b) => a - b).join()}`
  }

  /**
   * A client without a known name: a bot by a known address or by what it declares, else a reader
   * (I3).
   */
  #unknown(userAgent: string): Agent {
    const declared = declaredBot(HEADER, userAgent)
    const isBot =
      (this.#takesDeclared && declared?.isBot === true) ||
      this.#known?.hasAddressIn(HEADER) === true
    const agent = isBot ? this.#unnamed : this.#reader
    if (declared === null) return agent
    // All headers of one bot share an agent, and so its caches.
    const key = isBot ? declared.name : `?${declared.name}`
    const cached = this.#byNames.get(key)
    if (cached !== undefined) return cached
    const named = { ...agent, declared: declared.name }
    this.#byNames.add(key, named, AGENT_BYTES)
    return named
  }

  /** The chains for names of the policy; those for a single name are cached. */
  #leadsOf(matched: readonly NameProgram[]): Readonly<Record<Dialect, readonly Lead[]>> {
    const [first] = matched
    if (first === undefined) return this.anonymous
    return matched.length > 1
      ? this.#chains(matched, [])
      : cached(this.#leads, first, () => this.#chains(matched, []))
  }

  #make(
    matched: readonly NameProgram[],
    known: KnownCrawler | null,
    unnamed: Category | null = null,
  ): Agent {
    const leads = this.#leadsOf(matched)
    const lead = matched.length === 0 ? '*' : leads.acap[0]!.name
    const addressed = lead !== '*'
    const profile = this.#profileOf(matched)
    const category = profile?.category ?? known?.category ?? unnamed
    return {
      kind:
        addressed || profile !== null || this.#isCrawler(category, known) ? 'crawler' : 'reader',
      name: addressed ? lead : (known?.name.toLowerCase() ?? null),
      category,
      operator: known?.operator ?? null,
      declared: null,
      profile,
      matched: matched.map(nameOf).sort(),
      leads,
    }
  }

  #isCrawler(category: Category | null, known: KnownCrawler | null): boolean {
    if (category === 'library') return this.#site.config.identify.libraries === 'crawler'
    return known !== null && !READER_CATEGORIES.has(known.category)
  }

  #profileOf(matched: readonly NameProgram[]): CrawlerProfile | null {
    const { crawlers } = this.#site.config
    const names = matched.map(({ name }) => name).filter((name) => Object.hasOwn(crawlers, name))
    const [first] = names.sort(byFallingLength)
    return first === undefined ? null : crawlers[first]!
  }
}

/** Whether a client is a crawler by the registry or by one of `names`. For use without a site. */
export function isKnownCrawler(
  registry: Recognition,
  names: readonly string[],
  userAgent: string,
): boolean {
  const header = new HeaderText().read(userAgent)
  const known = new KnownNames(registry)
  const found = known.find(header)
  if (found >= 0 && !READER_CATEGORIES.has(known.at(found).category)) return true
  if (known.hasAddressIn(header)) return true
  const text = header.toString()
  return names.some((name) => matchesUserAgent(name, text))
}
