/**
 * A decoded bundle → what serves requests: one LoadedBundle per bundle in force, with one SiteRuntime per site. They own
 * everything that is made from the bundle, and every cache on the way of a request: when a newer bundle comes, they are
 * dropped whole.
 */
import type { Bundle, Network, Registry, SiteProgram } from '../bundle/program.ts'
import { HostIndex } from '../enforce/hosts.ts'
import { Engine } from '../engine/engine.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import { RefusalCache } from './answers/decision-texts.ts'
import { Notices } from './html/notice.ts'

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

  constructor(program: SiteProgram, registry: Registry) {
    this.name = program.name
    this.config = program.config
    this.program = program
    this.engine = new Engine(program, registry)
    this.notices = new Notices(program.config)
  }
}

/** A bundle in force. */
export class LoadedBundle {
  /** SHA-256 of its content, in hexadecimal. */
  readonly hash: string
  /** A key that clients do not know: the half of the hash that no ETag and no log line has. */
  readonly counterKey: string
  readonly networks: readonly Network[]
  readonly sites: HostIndex<SiteRuntime>

  constructor({ hash, networks, registry, sites }: Bundle) {
    this.hash = hash
    this.counterKey = hash.slice(hash.length / 2)
    this.networks = networks
    this.sites = new HostIndex(sites.map((site) => new SiteRuntime(site, registry)))
  }
}
