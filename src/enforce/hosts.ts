/**
 * A host → the site that answers for it: the one owner of that question, for the edge and for the author's tools.
 */
import type { SiteConfig } from '../vocabulary/site-config.ts'

/** What becomes of the hosts that no site names: passed to the origin untouched, or refused. */
export type Unknown = 'pass' | 'refuse'

interface Hosted {
  readonly config: Pick<SiteConfig, 'hosts' | 'unknown'>
}

/** What may stand behind the name of a host: dots, of which servers drop one or all, and a port. */
const DOTS_AND_PORT = /\.*(?::\d+)?$/

/** Sites by host. */
export class HostIndex<Site extends Hosted> {
  readonly #named = new Map<string, Site>()
  /** The host that was looked up last: usually the next request has the same one. */
  #lastHost: string | null = null
  #last: Site | Unknown = 'pass'

  constructor(sites: readonly Site[]) {
    for (const site of sites) for (const host of site.config.hosts) this.#named.set(host.toLowerCase(), site)
  }

  /**
   * The site of a host in lower case, with its port or without; else that of `*`, unless it refuses hosts that no site
   * names. The host as written comes first, so a site can name a port.
   */
  at(host: string): Site | Unknown {
    if (host !== this.#lastHost) {
      this.#last = this.#named.get(host) ?? this.#named.get(host.replace(DOTS_AND_PORT, '')) ?? this.#other()
      this.#lastHost = host
    }
    return this.#last
  }

  #other(): Site | Unknown {
    const any = this.#named.get('*')
    if (any === undefined) return 'pass'
    return any.config.unknown === 'refuse' ? 'refuse' : any
  }
}
