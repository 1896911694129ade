/** Finds the site that answers for a host. */
import type { SiteConfig } from '../words/site-config.ts'

/** What happens to hosts that no site names: they pass to the origin unchanged, or are refused. */
export type Unknown = 'pass' | 'refuse'

interface HostTable<Site> {
  /** The site for a host, in lower case and exactly as written; undefined if no site names it. */
  find(host: string): Site | undefined
  /** Whether hosts that no site names are refused, even if a site names `*`. */
  readonly refusesOthers: boolean
}

/** Trailing dots and a port. The lookbehind avoids quadratic time for many dots. */
const DOTS_AND_PORT = /(?<!\.)\.*(?::\d+)?$/

/**
 * Whether a host belongs to the given share of all hosts. The choice is stable, and a larger share
 * contains a smaller one.
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
  /** The host of the last lookup: the next request often has the same. */
  #lastHost: string | null = null
  #last: Site | Unknown = 'pass'

  constructor(table: HostTable<Site>) {
    this.#table = table
  }

  /**
   * The site for a host in lower case, else that of `*`. The full host is tried first, so that a
   * site can name a port.
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
