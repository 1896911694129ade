/**
 * Decisions and faults → one line of JSON each, for the platform's log.
 */

import type { Agent, Agents } from '../engine/agents.ts'
import type { Ruling } from '../engine/ruling.ts'
import type { Assurance } from '../vocabulary/decision-words.ts'
import type { SiteConfig } from '../vocabulary/site-config.ts'
import type { DecisionPlace, Exchange, LogSink } from './platform.ts'

/** Who asks, as a line says it. */
interface LoggedName {
  readonly agent: Agent
  readonly assurance: Assurance
  readonly fault: string | null
}

interface LoggedRequest {
  readonly exchange: Exchange
  /** The version of the policies in their store. */
  readonly bundle: { readonly version: number | undefined }
}

interface LoggedVisit extends LoggedRequest {
  readonly userAgent: string
  readonly target: string
  readonly now: number
}

interface DeclaredVisit extends LoggedVisit {
  readonly site: { readonly name: string; readonly config: SiteConfig }
}

interface LoggedExempt extends LoggedRequest {
  readonly site: DecisionPlace['site'] & { readonly engine: { readonly agents: Agents } }
  readonly url: string
}

/** The beginning of a decision's line: all but what differs with every request. */
export function logPrefix(ruling: Ruling, { site, mode }: Omit<DecisionPlace, 'now'>, identity: LoggedName): string {
  const [field] = ruling.fields
  const { assurance } = identity
  const row = {
    acap: 'decision',
    hash: site.hash.slice(0, 16),
    site: site.name,
    mode,
    crawler: ruling.crawler.name,
    declares: ruling.crawler.declared,
    claims: assurance === 'failed' ? identity.agent.name : undefined,
    assurance,
    identity: identity.fault ?? undefined,
    outcome: ruling.outcome,
    basis: ruling.basis,
    rule: field?.text ?? null,
    line: field?.servedLine ?? field?.line ?? null,
  }
  return JSON.stringify(row).slice(0, -1)
}

/** Logs the decision on a crawler's request; `prefix` is what `logPrefix` made. */
export function logDecision(prefix: string, { exchange, bundle, userAgent, target, now }: LoggedVisit): void {
  const request = `"userAgent":${JSON.stringify(userAgent)},"target":${JSON.stringify(target)}`
  const version = bundle.version === undefined ? '' : `,"version":${bundle.version}`
  exchange.platform.log.log(`${prefix},${request}${version},"ms":${Date.now() - now}}`)
}

/** Logs and counts a reader that declares itself a bot or a product (I3), unless the site does not want to know. */
export function reportDeclared({ exchange, site, userAgent, target }: DeclaredVisit, declares: string): void {
  if (site.config.identify.selfDeclared === 'reader') return
  exchange.platform.log.log(JSON.stringify({ acap: 'declared', site: site.name, declares, userAgent, target }))
  exchange.decisions?.countDeclared?.(declares, site.name)
}

/** Logs that a crawler was served what everybody is (P7). */
export function logExempt({ exchange, site, bundle, url }: LoggedExempt): void {
  const userAgent = exchange.request.headers.get('user-agent') ?? ''
  const agent = site.engine.agents.find(userAgent)
  if (agent.kind !== 'crawler') return
  const hash = site.hash.slice(0, 16)
  const { version } = bundle
  const of = { site: site.name, crawler: agent.name }
  const row = { acap: 'decision', hash, ...of, outcome: 'exempt', version, url, userAgent }
  exchange.platform.log.log(JSON.stringify(row))
}

/** Logs a problem that does not change the answer. */
export function logWarning(log: LogSink, what: string, about: Readonly<Record<string, unknown>>): void {
  log.warn(JSON.stringify({ acap: what, ...about }))
}

/** Logs a fault of our own code. */
export function logFault(log: LogSink, where: string, fault: unknown): void {
  log.error(JSON.stringify({ acap: 'fault', where, fault: fault instanceof Error ? fault.stack : String(fault) }))
}

/** Runs our own code: where it throws or rejects, logs the fault and returns what `otherwise` gives. */
export function guarded<T>(log: LogSink, where: string, run: () => T | Promise<T>, otherwise: () => T): T | Promise<T> {
  const recover = (fault: unknown): T => {
    logFault(log, where, fault)
    return otherwise()
  }
  try {
    const result = run()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (fault) {
    return recover(fault)
  }
}
