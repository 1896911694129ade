/**
 * Identifies the client of a request and how far its name is proven (I3, I4): by a signature, by
 * its address, by the platform, or not at all.
 */

import { isInternetAddress } from '../../base/internet-address.ts'
import type { Agent } from '../../decide/agents.ts'
import { isNameChecked, proofByAddress } from '../../decide/networks.ts'
import type { KeyLocation } from '../../words/key-location.ts'
import type { Identity, Visit } from '../request/read-request.ts'
import type { KeySource } from './key-directory.ts'
import {
  Nonces,
  type SignatureDoubt,
  type SignatureFault,
  type SignatureVerdict,
  verifySignature,
} from './signature.ts'
import { isVerifiedAs, nameOfSigner } from './verified-names.ts'

const FAULTS: Readonly<Record<SignatureFault | SignatureDoubt, string>> = {
  malformed: 'its signature cannot be read',
  components:
    'its signature does not cover `@authority` and its `signature-agent`, or covers a missing or repeated component',
  agent: 'its Signature-Agent names no https URL for its signature',
  expired: 'its signature has expired, or is valid for more than a day',
  replayed: 'its signature was used before',
  'unknown-key': 'its agent does not publish the key of its signature',
  authority: 'its signature was made for another host of this site',
  mismatch: 'its signature does not fit this request or its key',
  'no-agent': 'its signature was not verified: it has no Signature-Agent to say where its key is',
  'unusable-agent':
    'its signature was not verified: its Signature-Agent leads to no keys that are fetched here',
  tag: 'its signature was not verified: it has no `tag="web-bot-auth"`',
  clock: 'its signature was not verified: it was made in the future',
  unread: 'its signature was not verified: the keys of its agent could not be read, or not yet',
  unsupported: 'its signature was not verified: it covers a component that is not rebuilt here',
}

export class Identifier {
  readonly #keys: KeySource
  readonly #nonces = new Nonces()

  constructor(keys: KeySource) {
    this.#keys = keys
  }

  /**
   * Identifies a client by its signature. Only crawlers wait for the network, and only for keys.
   */
  async bySignature(visit: Visit): Promise<Identity> {
    const verdict = await this.#verify(visit)
    if (verdict.kind !== 'signed') return byAddress(visit, verdict)
    const { agent, userAgent, site } = visit
    const name = signerName(site, verdict.signer) ?? null
    if (name !== null && !agent.matched.includes(name) && agent.name !== name) {
      return signed(site.engine.agents.find(name), name)
    }
    // An unknown signer proves that the client is a bot, but not its name.
    if (name === null && agent.name !== null)
      return { ...byAddress(visit, verdict), isCrawler: true }
    return signed(agent, userAgent)
  }

  #verify({ request, url, site, now, ticks, agent, exchange }: Visit): Promise<SignatureVerdict> {
    return verifySignature(request, {
      keys: this.#keys,
      nonces: this.#nonces,
      hosts: site.config.hosts,
      url,
      now,
      ticks,
      isKnown: (location) => isKnown(site, location),
      // A client that only a signature would make a crawler counts as a reader until then.
      waits: agent.kind === 'crawler' && exchange.patience === undefined,
      keepAlive: (work) => exchange.keepAlive(work),
    })
  }
}

/**
 * The name that the policy binds to the signer, else the documented one; undefined for a stranger.
 */
function signerName({ config, common }: Visit['site'], signer: string): string | null | undefined {
  const found = Object.entries(config.crawlers).find(([, { signatureAgents }]) =>
    signatureAgents.includes(signer),
  )
  return found === undefined ? nameOfSigner(signer, common.registry.proofs) : found[0]
}

/** The client chooses the query: a known key set with another query counts as a stranger's. */
function isKnown(site: Visit['site'], { kind, address, identity }: KeyLocation): boolean {
  if (kind === 'key-set' && address !== identity) return false
  return signerName(site, identity) !== undefined
}

function signed(agent: Agent, userAgent: string): Identity {
  return { agent, userAgent, isCrawler: true, assurance: 'signed', unlisted: false, fault: null }
}

const OLD_LIST =
  'the list of its operator has not this address, and is too old to disprove the name'
const OF_PROXY = 'its address is that of a proxy, which no option `trust` names'

export function byAddress(visit: Visit, signature: SignatureVerdict | null): Identity {
  const { agent, userAgent, site, exchange } = visit
  const isCrawler = agent.kind === 'crawler'
  const fault = signature !== null && 'fault' in signature ? FAULTS[signature.fault] : null
  const proven = { agent, userAgent, isCrawler, unlisted: false, fault }
  if (!isNameChecked(agent, site.config)) return { ...proven, assurance: 'claimed' }
  const address = exchange.clientAddress
  const byRange = proofByAddress(agent, site.config, site.common.networks, address)
  const claim = `it claims to be ${agent.name}, but`
  // The operator may have sent it from a new machine; then the signature's fault says what to fix.
  const besides = fault === null ? '' : `; ${fault}`
  if (byRange === 'failed') {
    const about = `${claim} not from an address its operator publishes${besides}`
    return { ...proven, assurance: byRange, fault: about }
  }
  if (signature?.kind === 'invalid')
    return { ...proven, assurance: 'failed', fault: `${claim} ${fault}` }
  // Reading the platform's verdict costs more than a decision, so it is read last. It never lifts
  // `failed`.
  const isVerified =
    byRange !== 'network' &&
    address !== null &&
    isVerifiedAs(agent, exchange.botVerdict, site.common.registry.proofs)
  if (byRange === 'network' || isVerified) return { ...proven, assurance: 'network' }
  if (byRange === 'claimed') return { ...proven, assurance: byRange }
  const why = isInternetAddress(address ?? '') ? OLD_LIST : OF_PROXY
  return { ...proven, assurance: 'claimed', unlisted: true, fault: `${claim} ${why}${besides}` }
}
