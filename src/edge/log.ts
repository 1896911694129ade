/**
 * Decisions and faults → one line of JSON each, and a data point where Analytics Engine is bound. Nothing leaves the
 * platform.
 */
import type { SiteProgram } from '../bundle/program.ts'
import { engineOf } from '../engine/decide.ts'
import type { Ruling } from '../engine/ruling.ts'
import type { Outcome } from '../vocabulary/decision-words.ts'
import type { Identity } from './identity/identify.ts'
import type { Visit } from './read-request.ts'

/** The part of an Analytics Engine binding that is needed. */
export type DecisionLog = Pick<AnalyticsEngineDataset, 'writeDataPoint'>

/** Logs what became of a crawler's request. */
export function logDecision(
  ruling: Ruling,
  outcome: Outcome,
  visit: Visit,
  identity: Identity,
  dataset: DecisionLog | undefined,
): void {
  const [field] = ruling.fields
  const { assurance } = identity
  const { name } = ruling.crawler
  const line = field?.servedLine ?? field?.line ?? null
  const ms = Date.now() - visit.now
  const hash = visit.hash.slice(0, 16)
  const { site, mode, target, userAgent } = visit
  console.log(
    JSON.stringify({
      acap: 'decision',
      hash,
      site: site.name,
      mode,
      crawler: name,
      claims: assurance === 'failed' ? identity.agent.name : undefined,
      assurance,
      identity: identity.fault ?? undefined,
      outcome,
      basis: ruling.basis,
      rule: field?.text ?? null,
      line,
      target,
      userAgent,
      ms,
    }),
  )
  dataset?.writeDataPoint({
    indexes: [site.name.slice(0, 96)],
    blobs: [name ?? '', assurance, outcome, ruling.basis, field?.text ?? '', hash, mode],
    doubles: [line ?? 0, ms],
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
