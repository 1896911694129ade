/**
 * What is noted of a request on its way, for the line that is logged of it (request-log.ts).
 */
import type { Agent } from '../../engine/agents.ts'
import type { Ruling } from '../../engine/ruling.ts'
import type { Assurance } from '../../vocabulary/decision-words.ts'
import type { LogLine } from '../../vocabulary/log-line.ts'
import { logWarning } from '../log.ts'
import type { Exchange } from '../platform.ts'

interface NotedIdentity {
  readonly agent: Agent
  readonly isCrawler: boolean
  readonly assurance: Assurance
  readonly fault: string | null
}

/** Notes; null for what has not happened. */
export interface RequestNotes {
  /** Who asks, where that was looked into. */
  identity: NotedIdentity | null
  /** The last decision, and the field to log with it. */
  decision: { readonly ruling: Ruling; readonly rule: LogLine['rule'] } | null
  /** SHA-256 of the robots.txt that is served. */
  robotsHash: string | null
  /** Octets of an answer that the edge wrote itself. */
  bytes: number | null
  fault: LogLine['fault']
}

/** Notes of a request that has just come. */
export function noNotes(): RequestNotes {
  return { identity: null, decision: null, robotsHash: null, bytes: null, fault: null }
}

interface NotedVisit {
  readonly exchange: Exchange
  readonly notes: RequestNotes
  readonly site: { readonly name: string }
  readonly bundle: { readonly version: number | undefined }
}

/** Logs a problem with a request that does not change its answer, and notes it. */
export function noteFault({ exchange, notes, site, bundle }: NotedVisit, what: string, about: object): void {
  const of = { site: site.name, policyVersion: bundle.version, ...about }
  notes.fault = logWarning(exchange.platform.log, what, of)
}
