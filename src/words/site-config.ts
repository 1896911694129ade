/** The settings of a site, with types and defaults. */
import type { ClosedTables } from './category-tables.ts'
import type { Category, Dialect } from './decision-words.ts'
import type { Selector } from './embedded.ts'
import type { Interprets } from './restriction.ts'

/** Whether the edge enforces the rules, only logs decisions, or ignores the rules. */
export type Mode = 'enforce' | 'observe' | 'off'

export interface RefuseConfig {
  readonly status: number
  readonly contact: string | null
  readonly terms: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** The defaults of a `[[route]]`: all keys but `match`. */
export const DEFAULT_ROUTE = {
  /** False; true: crawl only where the URL is canonical + path; a string: exactly that URI. */
  location: false as boolean | string,
  /** Class tokens for the elements that match a selector. */
  elements: [] as readonly {
    readonly select: string
    readonly selectors: readonly Selector[]
    readonly class: string
  }[],
  mode: null as Mode | null,
  refuse: null as Partial<RefuseConfig> | null,
  /** The price of a permitted crawl, as `USD 0.05` (M1). */
  price: null as string | null,
  /** When it opens, and when it closes (E7), in milliseconds since 1970. */
  closedUntil: null as number | null,
  openUntil: null as number | null,
  /** Whether its crawl prohibition is in the served robots.txt (E5); null is true by default. */
  published: null as boolean | null,
} as const

/** A `[[route]]` of site.toml without its `fields`, which become EmbeddedFields of the Policy. */
export type RouteConfig = typeof DEFAULT_ROUTE & { readonly match: string }

export const DEFAULT_PROFILE = {
  purposes: [] as readonly string[],
  interprets: 'all' as Interprets,
  dialect: 'acap' as Dialect,
  networks: [] as readonly string[],
  /** Origins of Signature-Agent URLs whose signatures prove this name (Web Bot Auth). */
  signatureAgents: [] as readonly string[],
  category: null as Category | null,
} as const

export type CrawlerProfile = typeof DEFAULT_PROFILE

/**
 * The settings of a site without site.toml, and of a bare robots.txt. A new key's default must not
 * change a decision.
 */
export const DEFAULT_SITE = {
  hosts: [] as readonly string[],
  canonical: null as string | null,
  origin: null as string | null,
  mode: 'enforce' as Mode,
  unknown: 'pass' as 'pass' | 'refuse',
  exempt: [] as readonly string[],
  decisionHeader: false as boolean,
  logAddresses: false as boolean,
  identify: {
    libraries: 'crawler' as 'crawler' | 'reader',
    /** Unknown clients that declare themselves bots (I3). */
    selfDeclared: 'crawler' as 'crawler' | 'reader' | 'report',
    failed: 'anonymous' as 'anonymous' | 'refuse' | 'ignore',
  },
  /** Spellings of paths that the origin distinguishes (P6). */
  distinct: [] as readonly ('params' | 'slashes' | 'encoded-slash')[],
  /**
   * Spellings of paths that the origin treats as equal, besides those that any origin may (P6, P3).
   */
  folds: [] as readonly ('double-encoding' | 'full-width' | 'segment-dots' | 'case')[],
  /** Whether a take-down without a query covers its path with any query (T1). */
  takeDownQuery: 'exact' as 'exact' | 'any',
  embed: {
    audience: 'everyone' as 'everyone' | 'crawlers' | 'nobody',
    conventional: true as boolean,
    noarchive: false as boolean,
    headers: true as boolean,
    frameAncestors: false as boolean,
    /** What to do with the crawl of a page whose META tags cannot be read. */
    unread: 'refuse' as 'refuse' | 'serve',
  },
  robots: {
    /**
     * Where ACAP is published: in robots.txt, or in a separate file beside META and headers (R4).
     */
    acap: 'file' as 'file' | 'meta',
  },
  signals: {} as Readonly<Record<string, string>>,
  refuse: { status: 403, contact: null, terms: null, headers: {} } as RefuseConfig,
  /** By table: prohibited usages and their paths; `/` is the whole site (I6). */
  categories: {} as ClosedTables,
  /** By category: the price of a page (M1). */
  prices: {} as Readonly<Partial<Record<Category, string>>>,
  crawlers: {} as Readonly<Record<string, CrawlerProfile>>,
  routes: [] as readonly RouteConfig[],
} as const

/** The settings of site.toml, with their defaults. */
export type SiteConfig = typeof DEFAULT_SITE

type Some<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Settings as written: any may be absent. */
interface SomeSettings
  extends Some<
    Omit<SiteConfig, 'identify' | 'embed' | 'robots' | 'refuse' | 'crawlers' | 'routes'>
  > {
  readonly identify?: Some<SiteConfig['identify']> | undefined
  readonly robots?: Some<SiteConfig['robots']> | undefined
  readonly embed?: Some<SiteConfig['embed']> | undefined
  readonly refuse?: Some<RefuseConfig> | undefined
  readonly crawlers?: Readonly<Record<string, Some<CrawlerProfile>>> | undefined
  readonly routes?: readonly (Some<RouteConfig> & Pick<RouteConfig, 'match'>)[] | undefined
}

export function withDefaults(settings: SomeSettings): SiteConfig {
  const { identify, embed, robots, refuse, crawlers = {}, routes = [] } = settings
  const profiles = Object.entries(crawlers).map(([name, profile]) => [
    name,
    over(DEFAULT_PROFILE, profile),
  ])
  return over(DEFAULT_SITE, {
    ...settings,
    identify: over(DEFAULT_SITE.identify, identify),
    embed: over(DEFAULT_SITE.embed, embed),
    robots: over(DEFAULT_SITE.robots, robots),
    refuse: over(DEFAULT_SITE.refuse, refuse),
    crawlers: Object.fromEntries(profiles),
    routes: routes.map(({ match, ...route }) => ({ match, ...over(DEFAULT_ROUTE, route) })),
  })
}

function over<T extends object>(defaults: T, settings: Some<T> | undefined): T {
  return { ...defaults, ...settings } as T
}
