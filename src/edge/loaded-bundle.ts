/**
 * A loaded version of the policies: a bundle, whose sites are decoded on first use, or a store's
 * manifest (stored-sites.ts).
 */

import { BoundedCache, textBytes } from '../base/bounded-cache.ts'
import { type Agent, isKnownCrawler } from '../decide/agents.ts'
import { Engine } from '../decide/engine.ts'
import { HostLookup, type Unknown } from '../decide/hosts.ts'
import {
  LARGEST_TERMS,
  type PageTermsMaker,
  type TermsCache,
  termsOf,
} from '../decide/page-terms.ts'
import { type OpenBundle, openBundle, type Shared } from '../program/decode.ts'
import type { Network, Recognition, SiteProgram } from '../program/program.ts'
import type { SiteConfig } from '../words/site-config.ts'
import type { CachedTexts } from './answers/refusal.ts'
import { Notices } from './html/notice.ts'
import type { Exchange } from './platform.ts'

/** Memory for the terms and notices of all sites, in bytes. */
const TERMS_BYTES = 8 * 1024 * 1024
/** Memory for User-Agent headers already checked against all sites' names, in bytes. */
const HEADER_BYTES = 64 * 1024

export interface Common {
  readonly registry: Recognition
  readonly networks: readonly Network[]
  readonly help: string | undefined
  readonly terms: TermsCache
  /** The site runtimes made from this, while their programs are cached. */
  readonly sites: WeakMap<SiteProgram, SiteRuntime>
}

/** One loaded site with all caches for its requests. */
export class SiteRuntime {
  /**
   * SHA-256 in hexadecimal of the bundle or stored value; after a route's date, the date is part of
   * it (E7).
   */
  readonly hash: string
  /**
   * When the next date of a route changes it (E7), in milliseconds since 1970; infinite for none.
   */
  readonly until: number
  readonly name: string
  readonly config: SiteConfig
  readonly program: SiteProgram
  readonly common: Common
  /** The size of its value in a store; 0 if its bundle counts it. */
  readonly bytes: number
  readonly engine: Engine
  readonly terms: PageTermsMaker
  /** The notices for pages, at most one for each cached set of terms. */
  readonly notices: Notices
  /**
   * The texts of each agent's last refusal and last permission, for as many agents as the engine
   * caches.
   */
  readonly lastTexts = {
    refused: new WeakMap<Agent, CachedTexts>(),
    permitted: new WeakMap<Agent, CachedTexts>(),
  }

  constructor(program: SiteProgram, hash: string, common: Common, bytes = 0) {
    this.hash = hash
    this.until = program.next?.from ?? Infinity
    this.bytes = bytes
    this.name = program.name
    this.config = program.config
    this.program = program
    this.common = common
    this.engine = new Engine(program, common.registry)
    this.terms = termsOf(this.engine, common.terms)
    this.notices = new Notices(program.config)
  }

  /** The site at an instant (E7). Also works if the clock is set back. */
  at(now: number): SiteRuntime {
    if (now < this.until) return this
    const { program } = this.program.next!
    const { sites } = this.common
    const next =
      sites.get(program) ??
      new SiteRuntime(program, editionFrom(this.until, this.hash), this.common, this.bytes)
    sites.set(program, next)
    return next.at(now)
  }
}

/**
 * A hash that distinguishes the site after an instant from before: its first 32 bits are the time
 * in seconds.
 */
function editionFrom(instant: number, hash: string): string {
  return Math.floor(instant / 1000).toString(16) + hash.slice(8)
}

/**
 * A site whose program is damaged or missing: crawlers must wait, readers get the origin's page.
 */
interface ClosedSite {
  readonly program: null
  readonly origin: string | null
  /** Whether its policy refuses anything. */
  readonly refuses: boolean
}

/** The request that looks a site up. A fetch that starts then belongs to it. */
export interface Asker {
  readonly exchange: Exchange
  /** Milliseconds since 1970, for dates. */
  readonly now: number
  /** The monotonic clock, for intervals. */
  readonly ticks: number
}

export interface SiteSource {
  /** A site; null where its program is damaged or missing. */
  find(number: number, asker: Asker): SiteRuntime | null
  /** Settles when a newer program of the site may have come; null if none is expected. */
  coming?(number: number, ticks: number): Promise<void> | null
  loaded(): readonly SiteRuntime[]
  /** Makes an older site serve while the program is missing. */
  standIn?(number: number, older: SiteRuntime): void
}

export class LoadedBundle {
  readonly hash: string
  /** A secret from clients: the half of the hash that no ETag and log line contains. */
  readonly counterKey: string
  /** The version's number in its store; undefined for a bundle. */
  readonly version: number | undefined
  readonly sites: SiteSource
  /** Whether it may lack sites, because the store was not reached yet. */
  isPartial = false
  readonly #bundle: OpenBundle
  readonly #common: Common
  /** Older bundles that still answer for some hosts. */
  readonly #kept = new Map<string, LoadedBundle>()
  readonly #hosts: HostLookup<number | LoadedBundle>
  readonly #knownHeaders = new BoundedCache<string, boolean>(HEADER_BYTES)

  constructor(bundle: OpenBundle, common: Common, sites: SiteSource, version?: number) {
    this.hash = bundle.hash
    this.counterKey = bundle.hash.slice(bundle.hash.length / 2)
    this.version = version
    this.sites = sites
    this.#bundle = bundle
    this.#common = common
    const find = (host: string) => {
      const number = bundle.siteAt(host)
      return this.#kept.get(host) ?? (number < 0 ? undefined : number)
    }
    this.#hosts = new HostLookup({ find, refusesOthers: bundle.refusesOthers })
  }

  siteAt(host: string, asker: Asker): SiteRuntime | ClosedSite | Unknown {
    const number = this.#hosts.at(host)
    if (typeof number === 'string') return this.isPartial ? UNKNOWN_YET : number
    if (typeof number === 'object') return number.siteAt(host, asker)
    const site = this.sites.find(number, asker)
    if (site === null) return { program: null, ...this.#bundle.summary(number) }
    return asker.now < site.until ? site : site.at(asker.now)
  }

  get firstHost(): string | null {
    return this.#bundle.firstHost
  }

  comingTo(host: string, ticks: number): Promise<void> | null {
    if (this.sites.coming === undefined) return null
    const number = this.#hosts.at(host)
    return typeof number === 'number' ? this.sites.coming(number, ticks) : null
  }

  /** Lets an older bundle answer for some hosts. Call before the first lookup. */
  keep(older: LoadedBundle, hosts: Iterable<string>): void {
    for (const host of hosts) this.#kept.set(host, older.#kept.get(host) ?? older)
  }

  /** Lets sites of an older version serve until their own programs have come. */
  inherit(older: LoadedBundle): void {
    for (const site of older.sites.loaded()) {
      const number = this.#hosts.at(site.config.hosts[0] ?? '')
      if (typeof number === 'number') this.sites.standIn?.(number, site)
    }
  }

  /** Whether a User-Agent is a crawler's by the registry or any site's names. */
  knowsCrawler(userAgent: string): boolean {
    const known = this.#knownHeaders.get(userAgent)
    if (known !== undefined) return known
    const isKnown = isKnownCrawler(this.#common.registry, this.#bundle.crawlerNames, userAgent)
    this.#knownHeaders.set(userAgent, isKnown, textBytes(userAgent))
    return isKnown
  }
}

const UNKNOWN_YET: ClosedSite = { program: null, origin: null, refuses: true }

export function commonOf(shared: Shared): Common {
  return {
    ...shared,
    terms: new BoundedCache(TERMS_BYTES, LARGEST_TERMS),
    sites: new WeakMap(),
  }
}

/** A bundle's sites, each decoded on first use. `report` is called once for each damaged one. */
export function bundledSites(
  bundle: OpenBundle,
  common: Common,
  report: (fault: string) => void,
): SiteSource {
  const runtimes: (SiteRuntime | null | undefined)[] = new Array(bundle.siteCount)
  return {
    find(number) {
      const known = runtimes[number]
      if (known !== undefined) return known
      const site = bundle.site(number)
      if (!site.ok) report(site.error.message)
      const runtime = site.ok ? new SiteRuntime(site.program, bundle.hash, common) : null
      runtimes[number] = runtime
      return runtime
    },
    loaded: () => runtimes.filter((each) => each != null),
  }
}

/**
 * A site for its operator, and whether it refuses anything: a route may enforce even if the site
 * does not.
 */
export interface ListedSite extends Pick<SiteProgram, 'name' | 'config'> {
  readonly refuses: boolean
}

/** The undamaged sites of a bundle. Servers read them once, at start. */
export function sitesIn(bytes: ArrayBuffer | Uint8Array): readonly ListedSite[] {
  const opened = openBundle(bytes)
  if (!opened.ok) return []
  const { bundle } = opened
  return Array.from({ length: bundle.siteCount }, (_, number) => number).flatMap((number) => {
    const site = bundle.site(number)
    return site.ok ? [{ ...site.program, ...bundle.summary(number) }] : []
  })
}
