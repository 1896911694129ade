/**
 * A version of the policies → what serves requests. It is a bundle, whose sites are decoded at their first request, or
 * the manifest of a store (stored-sites.ts).
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

/** Bytes of the terms and notices of pages that sites keep together. */
const TERMS_BYTES = 8 * 1024 * 1024
/** Bytes of the User-Agent headers for which it is cached whether any site addresses them. */
const HEADER_BYTES = 64 * 1024

export interface Common {
  readonly registry: Recognition
  readonly networks: readonly Network[]
  readonly help: string | undefined
  readonly terms: TermsCache
  /** The sites that were made with this, for as long as their programs are cached. */
  readonly sites: WeakMap<SiteProgram, SiteRuntime>
}

/** One site in force, with every cache on the way of its requests. */
export class SiteRuntime {
  /** SHA-256, in hexadecimal, of the bundle or the value that the program is from; after a date, with that in it (E7). */
  readonly hash: string
  /** When a date of its routes changes it (E7), in milliseconds since 1970; infinite where none does. */
  readonly until: number
  readonly name: string
  readonly config: SiteConfig
  readonly program: SiteProgram
  readonly common: Common
  /** The size of its value in a store; 0 where it is counted with its bundle. */
  readonly bytes: number
  readonly engine: Engine
  readonly terms: PageTermsMaker
  /** What is put on pages: at most one for each entry of the engine's cache of terms. */
  readonly notices: Notices
  /** The texts of each agent's last refusal and of its last permission: as many as the engine caches agents. */
  readonly lastTexts = {
    refused: new WeakMap<Agent, CachedTexts>(),
    permitted: new WeakMap<Agent, CachedTexts>(),
  }

  constructor(program: SiteProgram, hash: string, common: Common, bytes = 0) {
    this.hash = hash
    this.until = program.next?.from ?? Number.POSITIVE_INFINITY
    this.bytes = bytes
    this.name = program.name
    this.config = program.config
    this.program = program
    this.common = common
    this.engine = new Engine(program, common.registry)
    this.terms = termsOf(this.engine, common.terms)
    this.notices = new Notices(program.config)
  }

  /** The site at an instant (E7). A clock that is set back is followed. */
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

/** A hash that tells what is in force from an instant on from what was before: its first 32 bits are the time in seconds. */
function editionFrom(instant: number, hash: string): string {
  return Math.floor(instant / 1000).toString(16) + hash.slice(8)
}

/** A site whose program is damaged or missing: crawlers are asked to wait, readers get the origin's page. */
interface ClosedSite {
  readonly program: null
  readonly origin: string | null
  /** Whether it refuses anybody when it is whole. */
  readonly refuses: boolean
}

/** On whose behalf a site is looked up: a fetch that begins then is this request's. */
export interface Asker {
  readonly exchange: Exchange
  /** Milliseconds since 1970, for dates. */
  readonly now: number
  /** For intervals. */
  readonly ticks: number
}

export interface SiteSource {
  /** A site; null where its program is damaged or missing. */
  find(number: number, asker: Asker): SiteRuntime | null
  /** What may bring a newer program of the site; null where nothing does. */
  coming?(number: number, ticks: number): Promise<void> | null
  loaded(): readonly SiteRuntime[]
  /** Has an older site serve where the program is missing. */
  standIn?(number: number, older: SiteRuntime): void
}

export class LoadedBundle {
  readonly hash: string
  /** A key that clients do not know: the half of the hash that no ETag and no log line has. */
  readonly counterKey: string
  /** The number of the version in its store; undefined for a bundle. */
  readonly version: number | undefined
  readonly sites: SiteSource
  /** Whether there may be sites that it does not know, because the store was not reached yet. */
  isPartial = false
  readonly #bundle: OpenBundle
  readonly #common: Common
  /** The older bundle that still answers for a host. */
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

  /** Lets an older bundle answer for hosts, before any host is looked up. */
  keep(older: LoadedBundle, hosts: Iterable<string>): void {
    for (const host of hosts) this.#kept.set(host, older.#kept.get(host) ?? older)
  }

  /** Lets the sites of an older version serve until their own programs are there. */
  inherit(older: LoadedBundle): void {
    for (const site of older.sites.loaded()) {
      const number = this.#hosts.at(site.config.hosts[0] ?? '')
      if (typeof number === 'number') this.sites.standIn?.(number, site)
    }
  }

  /** Whether a User-Agent header is a crawler's, without any one site: by the registry, or by any site's names. */
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

/** The sites of a bundle: each is decoded at its first request. `report` hears of damaged ones, each once. */
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

/** A site as its operator knows it, and whether it refuses anybody: a route may enforce where the site does not. */
export interface ListedSite extends Pick<SiteProgram, 'name' | 'config'> {
  readonly refuses: boolean
}

/** The sites of a bundle whose programs are whole. Servers read them once, at start. */
export function sitesIn(bytes: ArrayBuffer | Uint8Array): readonly ListedSite[] {
  const opened = openBundle(bytes)
  if (!opened.ok) return []
  const { bundle } = opened
  return Array.from({ length: bundle.siteCount }, (_, number) => number).flatMap((number) => {
    const site = bundle.site(number)
    return site.ok ? [{ ...site.program, ...bundle.summary(number) }] : []
  })
}
