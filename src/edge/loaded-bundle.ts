/**
 * A decoded bundle → what serves requests: one LoadedBundle per bundle in force, with one SiteRuntime per site. They own
 * everything that is made from the bundle, and every cache on the way of a request: when a newer bundle comes, they are
 * dropped whole. A site is decoded at its first request.
 */
import type { OpenBundle } from '../bundle/decode.ts'
import type { Network, Registry, SiteProgram } from '../bundle/program.ts'
import { HostLookup } from '../enforce/hosts.ts'
import { isKnownCrawler } from '../engine/agents.ts'
import { BoundedCache } from '../engine/bounded-cache.ts'
import { Engine } from '../engine/engine.ts'
import { LARGEST_TERMS, type TermsCache } from '../engine/page-terms.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import { RefusalCache } from './answers/decision-texts.ts'
import { Notices } from './html/notice.ts'

/** Bytes of the terms and notices of pages that all sites of a bundle keep. */
const TERMS_BYTES = 8 * 1024 * 1024

/** One site of a bundle in force. */
export class SiteRuntime {
  readonly name: string
  readonly config: SiteConfig
  readonly program: SiteProgram
  readonly engine: Engine
  /** What is put on pages: at most one for each entry of the engine's cache of terms. */
  readonly notices: Notices
  /** The last refusal of each crawler; bounded in bytes. */
  readonly refusals = new RefusalCache()

  constructor(program: SiteProgram, registry: Registry, terms: TermsCache) {
    this.name = program.name
    this.config = program.config
    this.program = program
    this.engine = new Engine(program, registry, terms)
    this.notices = new Notices(program.config)
  }
}

/** A site whose part of the bundle is damaged: crawlers are asked to wait, readers get the origin's page. */
export interface ClosedSite {
  readonly program: null
  readonly config: { readonly origin: string | null }
  /** Whether it refuses anybody when it is whole. */
  readonly refuses: boolean
}

/** A bundle in force. */
export class LoadedBundle {
  /** SHA-256 of its content, in hexadecimal. */
  readonly hash: string
  /** A key that clients do not know: the half of the hash that no ETag and no log line has. */
  readonly counterKey: string
  readonly networks: readonly Network[]
  readonly sites: HostLookup<SiteRuntime | ClosedSite>
  readonly #bundle: OpenBundle
  readonly #terms: TermsCache = new BoundedCache(TERMS_BYTES, LARGEST_TERMS)
  readonly #runtimes: (SiteRuntime | ClosedSite | undefined)[]
  readonly #report: (fault: string) => void
  #isDamaged = false

  /** `report` hears of sites that are damaged, each once. */
  constructor(bundle: OpenBundle, report: (fault: string) => void) {
    this.hash = bundle.hash
    this.counterKey = bundle.hash.slice(bundle.hash.length / 2)
    this.networks = bundle.networks
    this.#bundle = bundle
    this.#runtimes = new Array(bundle.siteCount)
    this.#report = report
    this.sites = new HostLookup({
      find: (host) => this.#runtime(bundle.siteAt(host)),
      refusesOthers: bundle.refusesOthers,
    })
  }

  /** Whether a site was found to be damaged. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  /** Whether a User-Agent header is a crawler's, without asking any one site: by the registry, or by any site's names. */
  knowsCrawler(userAgent: string): boolean {
    return isKnownCrawler(this.#bundle.registry, this.#bundle.crawlerNames, userAgent)
  }

  /** A site is decoded when it is first asked for, and kept. */
  #runtime(number: number): SiteRuntime | ClosedSite | undefined {
    if (number < 0) return undefined
    this.#runtimes[number] ??= this.#load(number)
    return this.#runtimes[number]
  }

  #load(number: number): SiteRuntime | ClosedSite {
    const site = this.#bundle.site(number)
    if (site.ok) return new SiteRuntime(site.program, this.#bundle.registry, this.#terms)
    this.#isDamaged = true
    this.#report(site.error.message)
    const { origin, refuses } = this.#bundle.summary(number)
    return { program: null, config: { origin }, refuses }
  }
}
