/**
 * Signers that operators document (Web Bot Auth). Being one of them proves no name by itself: the signature must
 * hold. It gives the signer's directory a cache and a budget that strangers cannot use up, and says which crawler name
 * of the same operator a signature proves where the policy binds none to it.
 */
import signers from './data/signers.json' with { type: 'json' }

/** A signer whose operator documents it. */
interface KnownSigner {
  /** The origin of its well-known directory, or the URL of its key set. */
  readonly identity: string
  /** The crawler name that it signs for, in lower case; null where it sends the User-Agent of a browser. */
  readonly name: string | null
  /** Where the operator says so. */
  readonly source: string
}

const BY_IDENTITY: ReadonlyMap<string, KnownSigner> = new Map(signers.map((each) => [each.identity, each]))

/** The signer of an identity; undefined for a stranger. */
export function knownSigner(identity: string): KnownSigner | undefined {
  return BY_IDENTITY.get(identity)
}
