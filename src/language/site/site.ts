/**
 * Parses site.toml into a `SiteConfig` with defaults, the routes' `fields` as written, and
 * findings. Never throws.
 */

import {
  type CategoryKey,
  type CategoryTable,
  categoriesOfTable,
  prohibitedIn,
} from '../../words/category-tables.ts'
import { isCategory } from '../../words/decision-words.ts'
import { foldCase, writtenPattern } from '../../words/path-form.ts'
import { type SiteConfig, withDefaults } from '../../words/site-config.ts'
import { type Finding, inOrder, type Report, reporterInto } from '../findings/diagnostic.ts'
import { nearest } from '../findings/suggest.ts'
import type { Span } from '../text/source.ts'
import { camelKeys } from './schema-parts.ts'
import { SITE_SCHEMA, type SiteToml } from './site-schema.ts'
import { readToml, type TomlReading } from './toml.ts'
import type { TomlPath } from './toml-places.ts'

export interface RouteText {
  readonly text: string
  /** The place of a part of the text; the whole value if it has escapes. */
  readonly locate: (at: number, length: number) => Span
}

export interface RouteSource {
  readonly fields: readonly RouteText[]
  readonly header: Span
  /** The place of a key's value, or of the route's header. */
  readonly value: (name: string) => Span
}

/** A name in site.toml with its place. */
export interface PlacedName {
  readonly name: string
  readonly at: Span
}

/** Names that can only be checked with all sites and address lists. */
export interface SharedNames {
  /** The place of `hosts`, else the start of the file; null if they could not all be read. */
  readonly hostsAt: Span | null
  readonly hosts: readonly PlacedName[]
  readonly networks: readonly PlacedName[]
}

/** A prohibition of `[categories.NAME]` (I6) with its place. */
export interface PlacedCategory extends CategoryKey {
  readonly at: Span
}

export function categoryText({ table, usage, path }: CategoryKey): string {
  return `[categories.${table}] ${usage} = ${path === '/' ? 'false' : `["${writtenPattern(path)}"]`}`
}

type Route = NonNullable<SiteToml['route']>[number]

/**
 * `shared` is null if the file is not TOML. `comments` are applied later, because other checks
 * report in this file, too.
 */
export function readSiteConfig(input: string | Uint8Array, file = 'site.toml') {
  const findings: Finding[] = []
  const report = reporterInto(findings)
  const reading = readToml(input, file, SITE_SCHEMA, report)
  const value = reading.value ?? {}
  const config = configOf(value)
  reportRefusals(value, config, reading, report)
  reportLocations(value, config, reading, report)
  reportRepeatedCrawlers(value, reading, report)
  const routes = (value.route ?? []).map((route, number) =>
    sourceOf(route, ['route', number], reading),
  )
  const shared = reading.value === null ? null : sharedNames(value, reading)
  const categories = prohibitedIn(config.categories).map((each) => {
    return { ...each, at: reading.key(['categories', each.table, each.usage]) }
  })
  const profiles = Object.keys(value.crawlers ?? {}).map((name) => ({
    name,
    at: reading.key(['crawlers', name]),
  }))
  if (config.signals['license-path'] !== undefined && config.signals.license === undefined)
    report(reading.at(['signals', 'license-path']), 'document-without-address', 'a `License` line')
  if (config.signals.telemetry !== undefined && config.canonical === null)
    report(
      reading.at(['signals', 'telemetry']),
      'document-without-address',
      'a manifest of Content Telemetry',
    )
  const signals = Object.entries(value.signals ?? {}).map(([key, text]) => ({
    name: text,
    at: reading.at(['signals', key]),
  }))
  return {
    config,
    routes,
    categories,
    profiles,
    signals,
    shared,
    findings: inOrder(findings),
    comments: reading.comments,
  }
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
  const { paths = {}, identify = {}, embed = {}, crawlers = {}, route = [], ...rest } = site
  const { categories = {}, ...settings } = rest
  const profiles = Object.entries(crawlers).map(([name, profile]) => [
    foldCase(name),
    camelKeys(profile),
  ])
  return withDefaults({
    ...camelKeys(settings),
    ...camelKeys(paths),
    ...tablesOf(categories),
    signals: withLicense(site),
    identify: camelKeys(identify),
    embed: camelKeys(embed),
    crawlers: Object.fromEntries(profiles),
    routes: route.map(({ fields, ...rest }) => camelKeys(rest)),
  })
}

/** Prohibitions and prices by category (M1). A category's own table overrides wider ones. */
function tablesOf(written: NonNullable<SiteToml['categories']>) {
  const tables = Object.entries(written).map(([name, { price, ...usages }]) => {
    const table = name as CategoryTable
    return { table, price, usages, meant: categoriesOfTable(table) }
  })
  const wideFirst = tables
    .filter(({ price }) => price !== undefined)
    .sort(
      (a, b) =>
        Number(isCategory(a.table)) - Number(isCategory(b.table)) ||
        b.meant.length - a.meant.length,
    )
  const closing = tables.filter(({ usages }) => Object.keys(usages).length > 0)
  return {
    categories: Object.fromEntries(closing.map(({ table, usages }) => [table, usages])),
    prices: Object.fromEntries(
      wideFirst.flatMap(({ price, meant }) => meant.map((category) => [category, price])),
    ),
  }
}

/** A licence served at a path of the site gets that path's URL. */
function withLicense({ signals = {}, canonical }: SiteToml): NonNullable<SiteToml['signals']> {
  const path = signals['license-path']
  return path === undefined || signals.license !== undefined || canonical === undefined
    ? signals
    : { ...signals, license: canonical + path }
}

function sourceOf(
  route: Route,
  path: TomlPath,
  { key, at, written }: TomlReading<SiteToml>,
): RouteSource {
  const header = key(path)
  return {
    header,
    value: (name) => (name in route ? at([...path, name]) : header),
    fields: (route.fields ?? []).map((text, number) => {
      const place = at([...path, 'fields', number])
      const isPlain = written([...path, 'fields', number]).slice(1, -1) === text
      return {
        text,
        locate: (from, length) =>
          isPlain ? { ...place, column: place.column + 1 + from, length } : place,
      }
    }),
  }
}

function reportRefusals(
  site: SiteToml,
  config: SiteConfig,
  reading: TomlReading<SiteToml>,
  report: Report,
): void {
  const routes = (site.route ?? []).map(({ refuse }, number) => ({
    refuse,
    path: ['route', number, 'refuse'],
  }))
  for (const { refuse = {}, path } of [{ refuse: site.refuse, path: ['refuse'] }, ...routes]) {
    const { contact, status, headers = config.refuse.headers } = refuse
    if (contact !== undefined && !MAIL.test(contact) && !URL_OF_CONTACT.test(contact))
      report(reading.at([...path, 'contact']), 'contact-form', contact)
    // 401 and 402 mean nothing to crawlers without a header.
    const lacksHeader =
      (status === 401 && !('www-authenticate' in headers)) ||
      (status === 402 && Object.keys(headers).length === 0)
    if (status !== undefined && lacksHeader)
      report(reading.key([...path, 'status']), 'refusal-without-header', status)
  }
}

function reportRepeatedCrawlers(
  { crawlers = {} }: SiteToml,
  { key }: TomlReading<SiteToml>,
  report: Report,
): void {
  const names = new Set<string>()
  for (const name of Object.keys(crawlers)) {
    if (names.has(foldCase(name))) report(key(['crawlers', name]), 'repeated-crawler', name)
    names.add(foldCase(name))
  }
}

/** What the locations of routes are compared with (E3). */
function reportLocations(
  { route = [] }: SiteToml,
  { canonical, hosts }: SiteConfig,
  { key, at, isWhole }: TomlReading<SiteToml>,
  report: Report,
): void {
  const bound = [...route.keys()].filter((number) => route[number]!.location === true)
  if (canonical === null)
    for (const number of bound)
      report(key(['route', number, 'location']), 'location-without-canonical')
  else if (bound.length > 0 && isWhole(['hosts']) && !answersFor(hosts, canonical))
    report(at(['canonical']), 'canonical-elsewhere', canonical, nearOrigin(canonical, hosts))
}

function nearOrigin(origin: string, hosts: readonly string[]): string | null {
  const [, scheme = '', host = origin] = /^(\w+:\/\/)(.*)$/s.exec(origin) ?? []
  const near = nearest(host, hosts)
  return near === null ? null : scheme + near
}

/**
 * Whether a site with these hosts gets the requests for an origin. A site without hosts has another
 * finding.
 */
function answersFor(hosts: readonly string[], origin: string): boolean {
  if (hosts.length === 0 || hosts.includes('*') || !URL.canParse(origin)) return true
  const { host, hostname } = new URL(origin)
  return hosts.includes(host) || hosts.includes(hostname)
}

const MAIL = /^(?:mailto:)?[^\s@<>"]+@[^\s@<>"]+$/i
const URL_OF_CONTACT = /^(?:https?:\/\/[^\s/?#]+\S*|tel:\+?[\d().-]+)$/i
