/**
 * Decisions and faults → one line of JSON each, and a data point where Analytics Engine is bound. Nothing leaves the
 * platform.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { engineOf } from '../engine/decide.ts'
import type { Ruling } from '../engine/ruling.ts'
import type { Identity } from './identity/identify.ts'
import type { Visit } from './request/read-request.ts'

/** The part of an Analytics Engine binding that is needed. */
export type DecisionLog = Pick<AnalyticsEngineDataset, 'writeDataPoint'>

/** The beginning of a decision's line: all but what differs with every request. */
export function lineOf(ruling: Ruling, { hash, site, mode, userAgent }: Visit, identity: Identity): string {
  const [field] = ruling.fields
  const { assurance } = identity
  const row = {
    acap: 'decision',
    hash: hash.slice(0, 16),
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
    userAgent,
  }
  return JSON.stringify(row).slice(0, -1)
}

/** Logs what became of a crawler's request; `line` is what `lineOf` begins. */
export function logDecision(line: string, { target, now }: Visit): void {
  console.log(`${line},"target":${JSON.stringify(target)},"ms":${Date.now() - now}}`)
}

/** The same for Analytics Engine. */
export function countDecision(ruling: Ruling, visit: Visit, dataset: DecisionLog): void {
  const [field] = ruling.fields
  const { name, assurance } = ruling.crawler
  const { site, hash, mode } = visit
  dataset.writeDataPoint({
    indexes: [site.name.slice(0, 96)],
    blobs: [name ?? '', assurance, ruling.outcome, ruling.basis, field?.text ?? '', hash.slice(0, 16), mode],
    doubles: [field?.servedLine ?? field?.line ?? 0, Date.now() - visit.now],
  })
}

/** Logs that a crawler was served what everybody is (P7). */
export function logExempt({ site, hash }: Exempted, request: Request): void {
  const userAgent = request.headers.get('user-agent') ?? ''
  const agent = engineOf(site).agents.find(userAgent)
  if (agent.kind !== 'crawler') return
  const row = { acap: 'decision', hash: hash.slice(0, 16), site: site.name, crawler: agent.name, outcome: 'exempt' }
  console.log(JSON.stringify({ ...row, url: request.url, userAgent }))
}

interface Exempted {
  readonly site: SiteProgram
  readonly hash: string
}

/** Logs what went wrong around us, and does not change the answer. */
export function logWarning(what: string, about: Readonly<Record<string, unknown>>): void {
  console.warn(JSON.stringify({ acap: what, ...about }))
}

/** Runs our own code: a fault of it is logged, and answered as docs/architecture.md says. */
export function guarded<T>(where: string, run: () => T | Promise<T>, otherwise: () => T): T | Promise<T> {
  const recover = (fault: unknown): T => {
    const stack = fault instanceof Error ? fault.stack : String(fault)
    console.error(JSON.stringify({ acap: 'fault', where, fault: stack }))
    return otherwise()
  }
  try {
    const result = run()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (fault) {
    return recover(fault)
  }
}
