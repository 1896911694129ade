/**
 * Logs and counts requests, with the same line at every door (docs/schema/log-line.schema.json).
 * Readers' requests are counted only. Also logs what a version on trial would decide (`acap publish
 * --shadow`).
 */

import { isInternetAddress } from '../base/internet-address.ts'
import { networkOf } from '../base/ip-address.ts'
import { listWith } from '../decide/networks.ts'
import { LOG_VERSION, type LogLine } from '../words/log-line.ts'
import { isCrawlers } from './failures.ts'
import { byAddress } from './identity/identify.ts'
import type { LoadedBundle } from './loaded-bundle.ts'
import { logFault } from './log.ts'
import type { Sent } from './platform.ts'
import { type Identity, type Reading, readRequest } from './request/read-request.ts'
import { judgeCrawl } from './serve-page.ts'
import { ticks } from './ticks.ts'

export function logRequest(reading: Reading, answer: Response | null): void {
  const { exchange, site } = reading
  if (!isLogged(reading)) {
    if (site !== null) exchange.counter?.countReader?.(site.name)
  } else if (answer === null || exchange.whenSent === undefined) writeLine(reading, answer)
  else exchange.whenSent((sent) => writeLine(reading, answer, sent))
}

function writeLine(reading: Reading, answer: Response | null, sent?: Sent): void {
  const { platform, counter } = reading.exchange
  try {
    const line = lineOf(reading, sent ?? sentBy(reading, answer))
    platform.log.log(JSON.stringify(line))
    counter?.count(line)
  } catch (fault) {
    // The response is already being sent.
    logFault(platform.log, 'log', fault)
  }
}

/** Whether it is a crawler's request, or a self-declared bot's that the site wants logged (I3). */
function isLogged(reading: Reading): boolean {
  const { site, notes } = reading
  if (site === null)
    return ['no-policies', 'closed-site'].includes(reading.kind) && isCrawlers(reading)
  const { agent } = reading
  if (agent.kind === 'crawler' || notes.identity?.isCrawler === true) return true
  return agent.declared !== null && site.config.identify.selfDeclared !== 'reader'
}

function sentBy({ request, notes }: Reading, answer: Response | null): Sent {
  if (answer === null) return { status: null, bytes: null }
  const { status } = answer
  if (request.method === 'HEAD' || status === 204 || status === 304) return { status, bytes: 0 }
  const length = answer.headers.get('content-length')
  return { status, bytes: notes.bytes ?? (length === null ? null : Number(length)) }
}

function lineOf(reading: Reading, { status, bytes }: Sent): LogLine {
  const { host, target, request, now, site, bundle, notes } = reading
  const { fault, decision, robotsHash } = notes
  const outcome = decision?.ruling.outcome ?? outcomeOf(reading)
  return {
    acap: 'request',
    version: LOG_VERSION,
    time: new Date(now).toISOString(),
    severity: fault === null ? 'info' : outcome === 'unavailable' ? 'error' : 'warning',
    site: site?.name ?? null,
    host,
    method: request.method,
    target,
    status,
    bytes,
    milliseconds: Math.round(ticks() - reading.ticks),
    userAgent: request.headers.get('user-agent') ?? '',
    ...clientOf(reading),
    outcome,
    basis: decision?.ruling.basis ?? null,
    rule: decision?.rule ?? null,
    ...(notes.priced !== null && { priced: notes.priced }),
    mode: site === null ? null : reading.mode,
    policyHash: (site ?? bundle)?.hash.slice(0, 16) ?? null,
    policyVersion: bundle?.version ?? null,
    robotsHash,
    fault,
  }
}

function outcomeOf(reading: Reading): LogLine['outcome'] {
  const { site, kind, notes } = reading
  if (site === null) return 'unavailable'
  if (reading.agent.kind === 'reader' && notes.identity?.isCrawler !== true) return 'reader'
  if (notes.fault !== null) return 'unavailable'
  if (kind === 'too-long') return 'prohibited'
  return kind === 'off' ? 'off' : 'exempt'
}

const UNCHECKED: LogLine['assurance'] = { level: 'unchecked', why: null }
const LEVELS = {
  signed: 'verified',
  network: 'verified',
  claimed: 'claimed',
  failed: 'forged',
} as const

/** Who requested it, from where, and how far that is proven. */
function clientOf(reading: Reading): Pick<LogLine, 'crawler' | 'assurance' | 'client'> {
  const { site, exchange, notes } = reading
  const address = exchange.clientAddress
  const prefix = networkOf(address)
  if (site === null)
    return { crawler: null, assurance: UNCHECKED, client: { prefix, list: null, address: null } }
  // If no rule was needed, the signature was not checked.
  const isByAddress = reading.agent.kind === 'crawler' && !reading.isSigned
  const identity = notes.identity ?? (isByAddress ? byAddress(reading, null) : null)
  const { agent } = identity ?? reading
  const list =
    identity?.assurance === 'network'
      ? listWith(agent, site.config, site.common.networks, address)
      : null
  // In vain: its list is too old to disprove the name.
  const isCompared = identity?.unlisted === true && isInternetAddress(address ?? '')
  return {
    crawler: {
      name: agent.name ?? agent.declared,
      category: agent.category,
      listed: agent.name !== null,
    },
    assurance: identity === null ? UNCHECKED : proofOf(identity, isCompared),
    client: {
      prefix: list === null ? prefix : null,
      list,
      address: site.config.logAddresses ? address : null,
    },
  }
}

function proofOf({ assurance, fault }: Identity, isCompared: boolean): LogLine['assurance'] {
  const level = assurance === 'claimed' && !isCompared ? 'unchecked' : LEVELS[assurance]
  return { level, why: fault ?? (level === 'verified' ? assurance : null) }
}

const OUTCOMES = /permitted|prohibited|deferred/

/** Logs what a trial version would decide differently, if either counts the client as a crawler. */
export function logTrial(inForce: Reading, version: LoadedBundle): void {
  const { log } = inForce.exchange.platform
  // Asynchronous, so that the response neither waits for it nor fails with it.
  Promise.resolve()
    .then(() => compare(inForce, version))
    .catch((fault) => logFault(log, 'trial', fault))
}

function compare(inForce: Reading, version: LoadedBundle): void {
  const reading = readRequest(inForce, version)
  // A missing program decides nothing.
  if (reading.kind === 'closed-site') return
  const [outcome, instead] = [trialOutcome(reading), trialOutcome(inForce)]
  if (!OUTCOMES.test(outcome + instead)) return
  const { exchange, request, url } = inForce
  const userAgent = request.headers.get('user-agent')
  exchange.platform.log.log(
    JSON.stringify({ acap: 'shadow', version: version.version, outcome, instead, url, userAgent }),
  )
}

/**
 * The outcome of a request under one version: an outcome, `reader`, or the kind of a request
 * without rules.
 */
function trialOutcome(reading: Reading): string {
  if (reading.site === null || reading.kind !== 'rules') return reading.kind
  const identity = byAddress(reading, null)
  if (!identity.isCrawler) return 'reader'
  const { ruling } = judgeCrawl(reading, identity)
  return reading.mode === 'observe' ? `${ruling.outcome}, observed` : ruling.outcome
}
