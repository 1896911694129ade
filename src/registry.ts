/**
 * The library's `acap-edge/registry`: the public list of crawlers, compiled, and who a client is by
 * it. It is the only owner of which list that is; an entry point of its own, because over a
 * thousand crawlers must not burden callers that need none.
 */

import list from 'crawler-user-agents'
import { cached } from './base/cached.ts'
import { checkArgument, checkMembers, isRecord } from './base/check-argument.ts'
import { deepFreeze } from './base/deep-freeze.ts'
import { RecentTexts } from './base/recent-texts.ts'
import { type CrawlerList, checkLists } from './crawlers/crawler-list.ts'
import { AI_ROBOTS_LIST } from './crawlers/merged-lists.ts'
import { operatorName } from './crawlers/operators.ts'
import { CORRECTIONS_DATE } from './crawlers/tables.ts'
import { type Agent, type AgentSite, Agents } from './decide/agents.ts'
import { type AddressProof, networksFor, proofIn } from './decide/networks.ts'
import { type GivenNetworks, networksOf } from './program/compile/compile-network.ts'
import { compileRegistry } from './program/compile/compile-registry.ts'
import { nameTrie } from './program/compile/name-trie.ts'
import type { Network, Registry } from './program/program.ts'
import type { Assurance, Category } from './words/decision-words.ts'
import { DEFAULT_SITE } from './words/site-config.ts'

export type { CrawlerList, NamedCrawler } from './crawlers/crawler-list.ts'
export type { GivenNetworks } from './program/compile/compile-network.ts'
export type { KnownCrawler, Network, Recognition, Registry, Trie } from './program/program.ts'
export type { Assurance, Category } from './words/decision-words.ts'
export type { NameProofs } from './words/name-proofs.ts'

/** The lists that are shipped, with the day of each. */
export const SHIPPED_LISTS: readonly { readonly name: string; readonly date: string }[] =
  deepFreeze([
    { name: 'crawler-user-agents 1.60.0', date: '2026-08-10' },
    { name: AI_ROBOTS_LIST.name, date: AI_ROBOTS_LIST.date },
    { name: 'corrections', date: CORRECTIONS_DATE },
  ])

/**
 * The known crawlers: their names, categories and operators (I3, I5). Made when it is first asked
 * for, shared and frozen.
 *
 * @example knownCrawlers().crawlers.filter(({ category }) => category === 'training')
 */
export function knownCrawlers(): Registry {
  known ??= deepFreeze(compileRegistry(list))
  return known
}

/**
 * The same, with lists of the author's own: they count in their order.
 *
 * @param lists The lists, as `acap crawlers` writes them.
 * @throws TypeError for what are no lists.
 * @example knownCrawlersWith([JSON.parse(readFileSync('crawlers/own.json', 'utf8'))])
 */
export function knownCrawlersWith(lists: readonly CrawlerList[]): Registry {
  checkLists('knownCrawlersWith', 'lists', lists)
  return lists.length === 0 ? knownCrawlers() : compileRegistry(list, [...lists, AI_ROBOTS_LIST])
}

let known: Registry | undefined

/** Who a client is, as far as its User-Agent header and its address show. */
export interface ClientIdentity {
  /**
   * A person's browser or app, and what fetches previews, feeds and uptime for people, is a reader.
   */
  readonly kind: 'crawler' | 'reader'
  /**
   * In lower case: the name in the registry, else the one that the client declares; null where
   * there is none.
   */
  readonly name: string | null
  /** What a known crawler is for, `other` for a bot of no list; null for any other client. */
  readonly category: Category | null
  /** Who runs it, as far as the registry knows. */
  readonly operator: string | null
  /**
   * `network`: the address proves the name. `failed`: it disproves it. `claimed`: nothing could be
   * checked.
   */
  readonly assurance: Assurance
}

/** What proves a name. */
export interface IdentifyOptions {
  /** The address from which the request came. @default unknown */
  readonly address?: string
  /** Address ranges of operators: they prove names, and disprove them. @default none */
  readonly networks?: GivenNetworks
}

/**
 * Who a User-Agent header says that a client is, without any policy: by the public list, else by
 * what the header declares.
 *
 * @param userAgent The header; empty where there is none, which counts as a bare HTTP library.
 * @param options The address of the client, and the networks that prove names. @default nothing is
 * proven
 * @throws TypeError for a header that is no string, for an unknown option, and for prefixes that
 * are none.
 * @example
 * identify('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)').category // 'search'
 */
export function identify(userAgent: string, options: IdentifyOptions = NO_OPTIONS): ClientIdentity {
  if (typeof userAgent !== 'string')
    throw new TypeError('identify: `userAgent` must be a string; empty where there is none')
  if (options !== NO_OPTIONS) checkOptions(options)
  const agent = RECENT.of(userAgent, recognised)
  const { address = null, networks } = options
  const lists = networks === undefined ? NO_NETWORKS : networksOf('identify', networks)
  const proof = lists.length === 0 ? 'claimed' : proofOf(agent, lists, address)
  return {
    kind: agent.kind,
    name: agent.name ?? agent.declared,
    category: agent.category,
    operator: agent.operator === null ? null : brandOf(agent.operator),
    assurance: proof === 'unlisted' ? 'claimed' : proof,
  }
}

function proofOf(agent: Agent, lists: readonly Network[], address: string | null): AddressProof {
  return proofIn(networksFor(agent, DEFAULT_SITE.crawlers, lists), address)
}

function recognised(userAgent: string): Agent {
  agents ??= new Agents(NO_POLICY, knownCrawlers())
  return agents.recognise(userAgent)
}

const RECENT = new RecentTexts<Agent>()
let agents: Agents | undefined
const NO_OPTIONS: IdentifyOptions = {}
const MEMBERS = ['address', 'networks']

function checkOptions(options: unknown): void {
  checkArgument(isRecord(options), 'identify', 'options', '`{ address, networks }`')
  const { address } = options as Readonly<Record<string, unknown>>
  checkMembers('identify', options as object, MEMBERS)
  // What a server cannot read as one proves nothing (I4).
  const isText = address === undefined || typeof address === 'string'
  checkArgument(isText, 'identify', 'address', 'the text of an IP address')
}

const NO_POLICY: AgentSite = {
  names: [],
  nameTrie: nameTrie([]),
  any: { name: '*', classes: [], groups: [], repGroups: [] },
  groups: [],
  routes: [],
  config: DEFAULT_SITE,
}

function brandOf(operator: string): string | null {
  return cached(BRANDS, operator, () => operatorName(operator))
}

const BRANDS = new Map<string, string | null>()
const NO_NETWORKS: readonly Network[] = []
