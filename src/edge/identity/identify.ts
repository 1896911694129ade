/**
 * A visit → how far the name of its agent is proven (I3, I4): by a signature, by where it comes from, or by nothing.
 * It knows the platform's own signals and the network; the ranges themselves are the engine's.
 */
import type { Agent } from '../../engine/agents.ts'
import { assuranceOf, networksFor } from '../../engine/networks.ts'
import type { Assurance } from '../../vocabulary/decision-words.ts'
import type { Visit } from '../request/read-request.ts'
import type { KeyDirectories } from './key-directory.ts'
import { type Memory, Nonces, type SignatureFault, type Verdict, verifySignature } from './signature.ts'

/** Who asks, as far as it is proven. */
export interface Identity {
  readonly agent: Agent
  /** What the engine is to recognise: the header, or the name that a signature proves. */
  readonly userAgent: string
  readonly isCrawler: boolean
  readonly assurance: Assurance
  /** What the crawler could mend, in words; null where nothing is wrong. */
  readonly fault: string | null
}

const FAULTS: Readonly<Record<SignatureFault, string>> = {
  malformed: 'its signature cannot be read',
  components:
    'its signature does not cover `@authority` and the `signature-agent` it names, or covers what it should not: what is not there, or the same twice',
  expired: 'its signature has expired, or is valid for more than a day',
  replayed: 'its signature was used before',
  'unknown-key': 'the key of its signature is not in the directory of its agent',
  authority: 'its signature was made for another host of this site',
  mismatch: 'its signature does not fit this request or its key: it was made for another one, or altered',
}

/** Proves names. One per isolate: it remembers directories and nonces. */
export class Identifier {
  readonly #memory: Memory

  constructor(directories: KeyDirectories) {
    this.#memory = { directories, nonces: new Nonces() }
  }

  /** Says who asks. Only a signature makes it wait. */
  identify(visit: Visit): Identity | Promise<Identity> {
    if (!visit.isSigned) return byAddress(visit, null)
    return this.#bySignature(visit)
  }

  async #bySignature(visit: Visit): Promise<Identity> {
    const verdict = await verifySignature(visit.request, this.#memory, visit.site.config.hosts, visit.now)
    if (verdict.kind !== 'signed') return byAddress(visit, verdict)
    const signer = signerOf(visit, verdict.agent)
    if (signer !== null && !visit.agent.matched.includes(signer)) {
      const agent = visit.site.engine.agents.find(signer)
      return { agent, userAgent: signer, isCrawler: true, assurance: 'signed', fault: null }
    }
    // A signature of somebody whom the policy does not know proves that it is a crawler, and not that its name is true.
    if (signer === null && visit.agent.name !== null) {
      return { ...byAddress(visit, verdict), isCrawler: true }
    }
    const { agent, userAgent } = visit
    return { agent, userAgent, isCrawler: true, assurance: 'signed', fault: null }
  }
}

/** The name that the policy binds to a Signature-Agent. */
function signerOf({ site }: Visit, signatureAgent: string): string | null {
  for (const [name, { signatureAgents }] of Object.entries(site.config.crawlers)) {
    if (signatureAgents.includes(signatureAgent)) return name
  }
  return null
}

function byAddress(visit: Visit, signature: Verdict | null): Identity {
  const { agent, userAgent, site, bundle, exchange } = visit
  const isCrawler = agent.kind === 'crawler'
  const proven = { agent, userAgent, isCrawler, fault: null }
  if (!isCrawler || agent.name === null || site.config.identify.failed === 'ignore') {
    return { ...proven, assurance: 'claimed' }
  }
  const networks = networksFor(agent, site.config.crawlers, bundle.networks)
  const address = exchange.clientAddress
  const byRange = assuranceOf(networks, address)
  // The verdict costs more to read than the decision, and the platform gives it with an address.
  const isProven = byRange === 'network' || (address !== null && exchange.botVerdict?.isVerified === true)
  const assurance = isProven ? 'network' : byRange
  const claim = `it claims to be ${agent.name}, but`
  if (assurance === 'failed')
    return { ...proven, assurance, fault: `${claim} not from an address its operator publishes` }
  if (signature?.kind !== 'invalid') return { ...proven, assurance }
  return { ...proven, assurance: 'failed', fault: `${claim} ${FAULTS[signature.fault]}` }
}
