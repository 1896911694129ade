/**
 * Decisions and faults → one line of JSON each, for the platform's log.
 */
import type { Ruling } from '../engine/ruling.ts'
import type { Identity } from './identity/identify.ts'
import type { LogSink } from './platform.ts'
import type { Exempt, ServedFileRequest, Visit } from './request/read-request.ts'

/** The beginning of a decision's line: all but what differs with every request. */
export function logPrefix(ruling: Ruling, { site, mode }: Pick<Visit, 'site' | 'mode'>, identity: Identity): string {
  const [field] = ruling.fields
  const { assurance } = identity
  const row = {
    acap: 'decision',
    hash: site.hash.slice(0, 16),
    site: site.name,
    mode,
    crawler: ruling.crawler.name,
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
export function logDecision(prefix: string, { exchange, bundle, userAgent, target, now }: Visit): void {
  const request = `"userAgent":${JSON.stringify(userAgent)},"target":${JSON.stringify(target)}`
  const version = bundle.version === undefined ? '' : `,"version":${bundle.version}`
  exchange.platform.log.log(`${prefix},${request}${version},"ms":${Date.now() - now}}`)
}

/** Logs that a crawler was served what everybody is (P7). */
export function logExempt({ exchange, site, bundle, url }: Exempt | ServedFileRequest): void {
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

/** Runs the edge's own code: where it throws or rejects, logs the fault and returns what `otherwise` gives. */
export function guarded<T>(log: LogSink, where: string, run: () => T | Promise<T>, otherwise: () => T): T | Promise<T> {
  const recover = (fault: unknown): T => {
    const stack = fault instanceof Error ? fault.stack : String(fault)
    log.error(JSON.stringify({ acap: 'fault', where, fault: stack }))
    return otherwise()
  }
  try {
    const result = run()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (fault) {
    return recover(fault)
  }
}
