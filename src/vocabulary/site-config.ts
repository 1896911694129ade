/** The settings of a site: types, defaults, and `withDefaults`, also for programs of an older build. */
import type { Category, Dialect } from './decision-words.ts'
import type { Selector } from './embedded.ts'
import type { Interprets } from './restriction.ts'
import type { Usage } from './usages.ts'

export type Mode = 'enforce' | 'observe' | 'off'

export interface RefuseConfig {
  readonly status: number
  readonly contact: string | null
  readonly terms: string | null
  readonly headers: Readonly<Record<string, string>>
}

/** A `[[route]]` of site.toml, less its `fields`, which are EmbeddedFields of the Policy. */
export interface RouteConfig {
  readonly match: string
  /** False; true: crawl only where the URL is canonical + path; a string: exactly that URI. */
  readonly location: boolean | string
  /** Class tokens for the elements that a selector finds. */
  readonly elements: readonly {
    readonly select: string
    readonly selectors: readonly Selector[]
    readonly class: string
  }[]
  readonly mode: Mode | null
  readonly refuse: Partial<RefuseConfig> | null
  /** When it opens, and when it closes (E7), in milliseconds since 1970. */
  readonly closedUntil: number | null
  readonly openUntil: number | null
}

export interface CrawlerProfile {
  readonly purposes: readonly string[]
  readonly interprets: Interprets
  readonly dialect: Dialect
  readonly networks: readonly string[]
  /** Origins of the Signature-Agent URLs whose signatures prove this name (Web Bot Auth). */
  readonly signatureAgents: readonly string[]
  readonly category: Category | null
}

/** By usage: paths, in the form of P2, below which it is prohibited. */
export type ClosedUsages = Readonly<Partial<Record<Usage, readonly string[]>>>

export interface SiteConfig {
  readonly hosts: readonly string[]
  readonly canonical: string | null
  readonly origin: string | null
  readonly mode: Mode
  readonly unknown: 'pass' | 'refuse'
  readonly exempt: readonly string[]
  readonly decisionHeader: boolean
  readonly logAddresses: boolean
  readonly identify: {
    readonly libraries: 'crawler' | 'reader'
    /** Unknown clients that declare themselves bots (I3). */
    readonly selfDeclared: 'crawler' | 'reader' | 'report'
    readonly failed: 'anonymous' | 'refuse' | 'ignore'
  }
  /** Spellings that the origin keeps apart (P6). */
  readonly distinct: readonly ('params' | 'slashes' | 'encoded-slash')[]
  /** Spellings that the origin takes for one, beside those that any origin may (P6, P3). */
  readonly folds: readonly ('double-encoding' | 'full-width' | 'segment-dots' | 'case')[]
  /** Whether a take-down without a query counts for its path with any query (T1). */
  readonly takeDownQuery: 'exact' | 'any'
  readonly embed: {
    readonly audience: 'everyone' | 'crawlers' | 'nobody'
    readonly conventional: boolean
    readonly noarchive: boolean
    readonly headers: boolean
    readonly frameAncestors: boolean
    /** What becomes of the crawl of a page whose own META cannot be read. */
    readonly unread: 'refuse' | 'serve'
  }
  readonly signals: Readonly<Record<string, string>>
  readonly refuse: RefuseConfig
  /** By category: the usages that it is prohibited, and the paths below which it is; `/` is the whole site (I6). */
  readonly categories: Readonly<Partial<Record<Category, ClosedUsages>>>
  readonly crawlers: Readonly<Record<string, CrawlerProfile>>
  readonly routes: readonly RouteConfig[]
}

/** The configuration of a site that has no site.toml, and of a bare robots.txt. A new key's default changes no decision. */
export const DEFAULT_SITE: SiteConfig = {
  hosts: [],
  canonical: null,
  origin: null,
  mode: 'enforce',
  unknown: 'pass',
  exempt: [],
  decisionHeader: false,
  logAddresses: false,
  identify: { libraries: 'crawler', selfDeclared: 'crawler', failed: 'anonymous' },
  distinct: [],
  folds: [],
  takeDownQuery: 'exact',
  embed: {
    audience: 'everyone',
    conventional: true,
    noarchive: false,
    headers: true,
    frameAncestors: false,
    unread: 'refuse',
  },
  signals: {},
  refuse: { status: 403, contact: null, terms: null, headers: {} },
  categories: {},
  crawlers: {},
  routes: [],
}

export const DEFAULT_PROFILE: CrawlerProfile = {
  purposes: [],
  interprets: 'all',
  dialect: 'acap',
  networks: [],
  signatureAgents: [],
  category: null,
}

/** A `[[route]]` without keys but `match`. */
export const DEFAULT_ROUTE: Omit<RouteConfig, 'match'> = {
  location: false,
  elements: [],
  mode: null,
  refuse: null,
  closedUntil: null,
  openUntil: null,
}

type Some<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** Settings as they are written, or as an older build knew them. */
interface SomeSettings extends Some<Omit<SiteConfig, 'identify' | 'embed' | 'refuse' | 'crawlers' | 'routes'>> {
  readonly identify?: Some<SiteConfig['identify']> | undefined
  readonly embed?: Some<SiteConfig['embed']> | undefined
  readonly refuse?: Some<RefuseConfig> | undefined
  readonly crawlers?: Readonly<Record<string, Some<CrawlerProfile>>> | undefined
  readonly routes?: readonly (Some<RouteConfig> & Pick<RouteConfig, 'match'>)[] | undefined
}

/** The configuration with these settings, and defaults for all others. */
export function withDefaults(settings: SomeSettings): SiteConfig {
  const { identify, embed, refuse, crawlers = {}, routes = [] } = settings
  const profiles = Object.entries(crawlers).map(([name, profile]) => [name, over(DEFAULT_PROFILE, profile)])
  return over(DEFAULT_SITE, {
    ...settings,
    identify: over(DEFAULT_SITE.identify, identify),
    embed: over(DEFAULT_SITE.embed, embed),
    refuse: over(DEFAULT_SITE.refuse, refuse),
    crawlers: Object.fromEntries(profiles),
    routes: routes.map(({ match, ...route }) => ({ match, ...over(DEFAULT_ROUTE, route) })),
  })
}

function over<T extends object>(defaults: T, settings: Some<T> | undefined): T {
  return { ...defaults, ...settings } as T
}
