/**
 * A request + a version on trial → what that version would decide, in the log and nowhere else (`acap publish --shadow`).
 * Names count as far proven as addresses prove them: a signature can be looked at once.
 */
import { byAddress } from './identity/identify.ts'
import type { LoadedBundle } from './loaded-bundle.ts'
import { logFault } from './log.ts'
import { type Reading, readRequest } from './request/read-request.ts'
import { judgeCrawl } from './serve-crawler.ts'

const OUTCOMES = /permitted|prohibited|deferred/

/** Logs what a version decides `instead` of the one in force, where one of them takes the client for a crawler. */
export function logTrial(inForce: Reading, version: LoadedBundle): void {
  const { log } = inForce.exchange.platform
  // Nothing of the answer waits for this, or fails with it.
  Promise.resolve()
    .then(() => compare(inForce, version))
    .catch((fault) => logFault(log, 'trial', fault))
}

function compare(inForce: Reading, version: LoadedBundle): void {
  const reading = readRequest(inForce, version)
  // A program that is not there says nothing.
  if (reading.kind === 'closed-site') return
  const [outcome, instead] = [outcomeOf(reading), outcomeOf(inForce)]
  if (!OUTCOMES.test(outcome + instead)) return
  const { exchange, request, url } = inForce
  const userAgent = request.headers.get('user-agent')
  exchange.platform.log.log(
    JSON.stringify({ acap: 'shadow', version: version.version, outcome, instead, url, userAgent }),
  )
}

/** What a request is under one version: an outcome, `reader`, or the kind of a reading that no rule is asked about. */
function outcomeOf(reading: Reading): string {
  if (reading.site === null || reading.kind !== 'rules') return reading.kind
  const identity = byAddress(reading, null)
  if (!identity.isCrawler) return 'reader'
  const { ruling } = judgeCrawl(reading, identity)
  return reading.mode === 'observe' ? `${ruling.outcome}, observed` : ruling.outcome
}
