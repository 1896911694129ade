/**
 * site.toml → `SiteConfig` with every default filled in, the routes' `fields` as written with their places, and
 * findings. Never throws: invalid values are reported and ignored.
 */

import { foldCase, writtenPattern } from '../../grammar/path-form.ts'
import type { Category } from '../../vocabulary/decision-words.ts'
import { type SiteConfig, withDefaults } from '../../vocabulary/site-config.ts'
import type { Usage } from '../../vocabulary/usages.ts'
import { type Finding, inOrder, reporterInto } from '../findings/diagnostic.ts'
import type { IgnoreReading } from '../findings/ignores.ts'
import type { Span } from '../text/source.ts'
import { checkTogether } from './check-together.ts'
import { camelKeys } from './schema-parts.ts'
import { SITE_SCHEMA, type SiteToml } from './site-schema.ts'
import { readToml, type TomlReading } from './toml.ts'
import type { TomlPath } from './toml-places.ts'

/** A route's line of META content, and where it stands. */
export interface RouteText {
  readonly text: string
  /** The place of a part of the text; of the whole value where escapes hide the part. */
  readonly locate: (at: number, length: number) => Span
}

/** What a route has beside its configuration. */
export interface RouteSource {
  readonly fields: readonly RouteText[]
  /** Where the route begins. */
  readonly header: Span
  /** Where a key of the route is, or the route's header. */
  readonly key: (name: string) => Span
  /** Where the value of a key is, or the route's header. */
  readonly value: (name: string) => Span
}

/** A name, and where it stands. */
export interface PlacedName {
  readonly name: string
  readonly at: Span
}

/** What site.toml names that is known only where all sites and address lists are. */
export interface SharedNames {
  /** Where `hosts` is, or else the start of the file; null where not all of it could be read. */
  readonly hostsAt: Span | null
  readonly hosts: readonly PlacedName[]
  readonly networks: readonly PlacedName[]
}

/** A prohibition for a category (I6), and where it stands. */
export interface PlacedCategory {
  readonly category: Category
  readonly usage: Usage
  /** Below which it is prohibited: `/` is the whole site. */
  readonly path: string
  readonly at: Span
}

/** A prohibition for a category as site.toml says it. */
export function categoryText({ category, usage, path }: Omit<PlacedCategory, 'at'>): string {
  return `[categories.${category}] ${usage} = ${path === '/' ? 'false' : `["${writtenPattern(path)}"]`}`
}

/** A site.toml, read. `routes` are those of `config.routes`, in the same order. */
interface SiteConfigReading {
  readonly config: SiteConfig
  readonly routes: readonly RouteSource[]
  readonly categories: readonly PlacedCategory[]
  /** The names of `[crawlers.NAME]`, as written. */
  readonly profiles: readonly PlacedName[]
  /** Null where the file is not TOML. */
  readonly shared: SharedNames | null
  /** In the order of the file. */
  readonly findings: readonly Finding[]
  /** Its comments that silence findings. They are applied later: other checks report in this file, too. */
  readonly comments: IgnoreReading
}

type Route = NonNullable<SiteToml['route']>[number]

/** Reads a site.toml. */
export function readSiteConfig(input: string | Uint8Array, file = 'site.toml'): SiteConfigReading {
  const findings: Finding[] = []
  const report = reporterInto(findings)
  const reading = readToml(input, file, SITE_SCHEMA, report)
  const value = reading.value ?? {}
  const config = configOf(value)
  checkTogether(value, config, reading, report)
  const routes = (value.route ?? []).map((route, number) => sourceOf(route, ['route', number], reading))
  const shared = reading.value === null ? null : sharedNames(value, reading)
  const categories = placedCategories(value, reading)
  const profiles = Object.keys(value.crawlers ?? {}).map((name) => ({ name, at: reading.key(['crawlers', name]) }))
  return { config, routes, categories, profiles, shared, findings: inOrder(findings), comments: reading.comments }
}

function placedCategories({ categories = {} }: SiteToml, { key }: TomlReading<SiteToml>): readonly PlacedCategory[] {
  return prohibitedIn(categories).map((each) => ({ ...each, at: key(['categories', each.category, each.usage]) }))
}

/** The prohibitions for categories, one for each path. */
export function prohibitedIn(categories: SiteConfig['categories']): readonly Omit<PlacedCategory, 'at'>[] {
  return Object.entries(categories).flatMap(([category, usages]) =>
    Object.entries(usages).flatMap(([usage, paths]) =>
      paths.map((path) => ({ category: category as Category, usage: usage as Usage, path })),
    ),
  )
}

function sharedNames(
  { hosts = [], crawlers = {} }: SiteToml,
  { key, at, isWhole }: TomlReading<SiteToml>,
): SharedNames {
  return {
    hostsAt: isWhole(['hosts']) ? key(['hosts']) : null,
    hosts: hosts.map((name, number) => ({ name, at: at(['hosts', number]) })),
    networks: Object.entries(crawlers).flatMap(([crawler, { networks = [] }]) =>
      networks.map((name, number) => ({ name, at: at(['crawlers', crawler, 'networks', number]) })),
    ),
  }
}

function configOf(site: SiteToml): SiteConfig {
  const { paths = {}, identify = {}, embed = {}, crawlers = {}, route = [], ...settings } = site
  const profiles = Object.entries(crawlers).map(([name, profile]) => [foldCase(name), camelKeys(profile)])
  return withDefaults({
    ...camelKeys(settings),
    ...camelKeys(paths),
    identify: camelKeys(identify),
    embed: camelKeys(embed),
    crawlers: Object.fromEntries(profiles),
    routes: route.map(({ fields, ...rest }) => camelKeys(rest)),
  })
}

function sourceOf(route: Route, path: TomlPath, { key, at, written }: TomlReading<SiteToml>): RouteSource {
  const header = key(path)
  return {
    header,
    key: (name) => (name in route ? key([...path, name]) : header),
    value: (name) => (name in route ? at([...path, name]) : header),
    fields: (route.fields ?? []).map((text, number) => {
      const place = at([...path, 'fields', number])
      const isPlain = written([...path, 'fields', number]).slice(1, -1) === text
      return {
        text,
        locate: (from, length) => (isPlain ? { ...place, column: place.column + 1 + from, length } : place),
      }
    }),
  }
}
