/**
 * A site.toml whose keys are right one by one → what is wrong with them together, or means something else than it seems.
 */
import { foldCase } from '../../grammar/path-form.ts'
import type { SiteConfig } from '../../vocabulary/site-config.ts'
import type { Report } from '../findings/diagnostic.ts'
import type { SiteToml } from './site-schema.ts'
import type { TomlReading } from './toml.ts'

/** Reports what keys of a site.toml get wrong together. */
export function checkTogether(
  site: SiteToml,
  config: SiteConfig,
  reading: TomlReading<SiteToml>,
  report: Report,
): void {
  reportContacts(site, reading, report)
  reportRefusals(site, config, reading, report)
  reportLocations(site, config, reading, report)
  reportRepeatedCrawlers(site, reading, report)
}

function reportRefusals(site: SiteToml, config: SiteConfig, { key }: TomlReading<SiteToml>, report: Report): void {
  const refusals = [config.refuse, ...config.routes.map((route) => ({ ...config.refuse, ...route.refuse }))]
  refusals.forEach(({ status, headers }, number) => {
    const path = number === 0 ? ['refuse', 'status'] : ['route', number - 1, 'refuse', 'status']
    const isOwn = number === 0 || site.route?.[number - 1]?.refuse?.status !== undefined
    if (isOwn && !saysWhatHelps(status, headers)) report(key(path), 'refusal-without-header', status)
  })
}

function reportRepeatedCrawlers({ crawlers = {} }: SiteToml, { key }: TomlReading<SiteToml>, report: Report): void {
  const names = new Set<string>()
  for (const name of Object.keys(crawlers)) {
    if (names.has(foldCase(name))) report(key(['crawlers', name]), 'repeated-crawler', name)
    names.add(foldCase(name))
  }
}

/** E3: what the locations of routes are compared with. */
function reportLocations(
  { route = [] }: SiteToml,
  { canonical, hosts }: SiteConfig,
  { key, at, isWhole }: TomlReading<SiteToml>,
  report: Report,
): void {
  const bound = [...route.keys()].filter((number) => route[number]!.location === true)
  if (canonical === null)
    for (const number of bound) report(key(['route', number, 'location']), 'location-without-canonical')
  else if (bound.length > 0 && isWhole(['hosts']) && !answersFor(hosts, canonical))
    report(at(['canonical']), 'canonical-elsewhere', canonical, hosts)
}

/** Whether a site with these hosts gets requests for an origin; a site without hosts has a finding of its own. */
function answersFor(hosts: readonly string[], origin: string): boolean {
  if (hosts.length === 0 || hosts.includes('*') || !URL.canParse(origin)) return true
  const { host, hostname } = new URL(origin)
  return hosts.includes(host) || hosts.includes(hostname)
}

const MAIL = /^(?:mailto:)?[^\s@<>"]+@[^\s@<>"]+$/i
const URL_OF_CONTACT = /^(?:https?:\/\/[^\s/?#]+\S*|tel:\+?[\d().-]+)$/i

function reportContacts(site: SiteToml, { at }: TomlReading<SiteToml>, report: Report): void {
  const contacts = [
    { contact: site.refuse?.contact, path: ['refuse', 'contact'] },
    ...(site.route ?? []).map(({ refuse }, number) => ({
      contact: refuse?.contact,
      path: ['route', number, 'refuse', 'contact'],
    })),
  ]
  for (const { contact, path } of contacts) {
    if (contact === undefined || MAIL.test(contact) || URL_OF_CONTACT.test(contact)) continue
    report(at(path), 'contact-form', contact)
  }
}

/** 401 and 402 need a header to mean something to a crawler. */
function saysWhatHelps(status: number, headers: Readonly<Record<string, string>>): boolean {
  if (status === 401) return 'www-authenticate' in headers
  return status !== 402 || Object.keys(headers).length > 0
}
