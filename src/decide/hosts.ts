/** A host → the site that answers for it, for the edge and for the author's tools. */
import type { SiteConfig } from '../words/site-config.ts'

/** What becomes of the hosts that no site names: passed to the origin untouched, or refused. */
export type Unknown = 'pass' | 'refuse'

interface HostTable<Site> {
  /**
   * The site that names a host, in lower case and exactly as written; undefined where none does.
   */
  find(host: string): Site | undefined
  /** Whether hosts that no site names are refused, though a site names `*`. */
  readonly refusesOthers: boolean
}

/**
 * Dots and a port may follow a host's name. Without the lookbehind, many dots take the square of
 * their number.
 */
const DOTS_AND_PORT = /(?<!\.)\.*(?::\d+)?$/

/**
 * Whether a host is among so many percent of all. The hosts are always the same, and more percent
 * include those of fewer.
 */
export function isOnTrial(host: string, percent: number): boolean {
  let hash = 0
  for (const character of host.replace(DOTS_AND_PORT, '')) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return (hash >>> 0) % 10_000 < percent * 100
}

export class HostLookup<Site> {
  readonly #table: HostTable<Site>
  /** The host that was looked up last: usually the next request has the same one. */
  #lastHost: string | null = null
  #last: Site | Unknown = 'pass'

  constructor(table: HostTable<Site>) {
    this.#table = table
  }

  /**
   * The site of a host in lower case, else that of `*`. The host as written comes first, so a site
   * can name a port.
   */
  at(host: string): Site | Unknown {
    if (host !== this.#lastHost) {
      const table = this.#table
      this.#last = table.find(host) ?? table.find(host.replace(DOTS_AND_PORT, '')) ?? this.#other()
      this.#lastHost = host
    }
    return this.#last
  }

  #other(): Site | Unknown {
    const any = this.#table.find('*')
    if (any === undefined) return 'pass'
    return this.#table.refusesOthers ? 'refuse' : any
  }
}

export class HostIndex<
  Site extends { readonly config: Pick<SiteConfig, 'hosts' | 'unknown'> },
> extends HostLookup<Site> {
  constructor(sites: readonly Site[]) {
    const named = new Map(
      sites.flatMap((site) => site.config.hosts.map((host) => [host.toLowerCase(), site])),
    )
    super({
      find: (host) => named.get(host),
      refusesOthers: named.get('*')?.config.unknown === 'refuse',
    })
  }
}
