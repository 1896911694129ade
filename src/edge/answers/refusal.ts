/**
 * Writes the response to a refused crawl. It names the crawler, the line of the served robots.txt,
 * the contact, and when to retry (X2, X3).
 */

import { encoder } from '../../base/octets.ts'
import type { DecidingField } from '../../decide/decision.ts'
import { reasonOf } from '../../decide/reason.ts'
import type { Ruling } from '../../decide/ruling.ts'
import { servedPath } from '../../decide/served-lines.ts'
import type { LogLine } from '../../words/log-line.ts'
import { PROJECT } from '../../words/project.ts'
import type { RefuseConfig, RouteConfig } from '../../words/site-config.ts'
import type { Refusal } from '../platform.ts'
import { helpLink, policyLinks, policyRows, policyUrl } from './own-answers.ts'

export interface RefusalFacts {
  readonly ruling: Ruling
  /** Replaces the ruling's own reason. */
  readonly reason: string | null
  readonly route: RouteConfig | null
  /** Scheme and host of the site's public URLs: `https://www.example.com`. */
  readonly home: string
  /** Resources that `allow-other` names for this crawler and page. */
  readonly references: readonly string[]
  /** What is wrong with the proof of the crawler's name, if the crawler can fix it. */
  readonly fault: string | null
  /** Whether the crawler's rate defers it; else its visiting hours may. */
  readonly isOverRate: boolean
}

/** The cached texts of one decision. Of the request they depend on the host only. */
export interface CachedTexts {
  readonly parts: readonly unknown[]
  readonly rule: LogLine['rule']
  /** As text and as problem+json, once requested. */
  readonly refusals: (Refusal | undefined)[]
}

/**
 * Headers that a status requires (RFC 9110 11.6.1; 402 without a price is useless to a crawler).
 */
const NEEDED_HEADERS: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  402: ['crawler-price', 'payment-required', 'www-authenticate'],
}

const ACCEPT_SIGNATURE =
  'sig1=("@authority" "signature-agent";key="sig1");created;expires;keyid;tag="web-bot-auth"'

const PHRASES: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  503: 'Service Unavailable',
}

export function refusalOf(facts: RefusalFacts, json: boolean): Refusal {
  const { ruling, route, home, references } = facts
  const { config } = ruling.site
  const own = route?.refuse ?? null
  const how: RefuseConfig = own === null ? config.refuse : { ...config.refuse, ...own }
  const isDeferred = ruling.outcome === 'deferred'
  const status = statusOf(facts, how)
  const headers = new Headers(
    isDeferred ? { 'retry-after': String(ruling.retryAfter ?? 1) } : how.headers,
  )
  headers.set('content-type', json ? 'application/problem+json' : 'text/plain; charset=utf-8')
  headers.set('cache-control', 'no-store')
  headers.set(
    'link',
    policyLinks(policyUrl(home, config), how.terms, config.signals.license ?? null, references) +
      helpLink(),
  )
  if (ruling.crawler.assurance !== 'signed') headers.set('accept-signature', ACCEPT_SIGNATURE)
  const body = json ? problem(facts, how, status) : text(facts, how)
  return { body, bytes: encoder.encode(body).length, init: { status, headers } }
}

function statusOf({ ruling, isOverRate }: RefusalFacts, { status, headers }: RefuseConfig): number {
  if (ruling.outcome === 'deferred') return isOverRate ? 429 : 503
  if (ruling.basis === 'take-down') return 410
  const needed = NEEDED_HEADERS[status]
  const has = Object.keys(headers).some((name) => needed?.includes(name.toLowerCase()))
  return needed === undefined || has ? status : 403
}

/** The field's line in the served file. Fields of pages have no line. */
function describePlace(field: DecidingField, { ruling, home }: RefusalFacts): string {
  return field.servedLine === undefined
    ? ''
    : `, line ${field.servedLine} of ${home}/${servedPath(field, ruling.site.config)}`
}

function text(facts: RefusalFacts, how: RefuseConfig): string {
  const { ruling, reason, home, fault } = facts
  const { name, assurance } = ruling.crawler
  let rows = `${reason ?? reasonOf(ruling)}\n\nCrawler: ${name ?? 'any'} (${assurance})${fault === null ? '' : `: ${fault}`}\n`
  for (const field of ruling.fields)
    rows += `Rule:    ${field.text}${describePlace(field, facts)}\n`
  for (const comment of ruling.comments) rows += `Comment: ${comment}\n`
  rows += policyRows(home, ruling.site.config, how.contact)
  if (how.terms !== null) rows += `Terms:   ${how.terms}\n`
  return rows
}

/** Problem details (RFC 9457). */
function problem(facts: RefusalFacts, how: RefuseConfig, status: number): string {
  const { ruling, reason, home, fault, references } = facts
  return JSON.stringify({
    type: PROJECT.crawlersPage ?? undefined,
    title: PHRASES[status] ?? 'Refused',
    status,
    detail: reason ?? reasonOf(ruling),
    crawler: ruling.crawler,
    identity: fault,
    basis: ruling.basis,
    rules: ruling.fields.map(({ text, source, servedLine }) => ({
      text,
      source,
      line: servedLine,
    })),
    comments: ruling.comments,
    policy: policyUrl(home, ruling.site.config),
    contact: how.contact,
    terms: how.terms,
    references,
  })
}
