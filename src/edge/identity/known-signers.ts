/**
 * Signers that operators document (Web Bot Auth), as a table. Being in it proves no name by itself: the signature must
 * hold. It gives the signer's directory a cache and a budget that strangers cannot use up, and says which crawler name
 * of the same operator a signature proves where the policy binds none to it.
 */

/** A signer whose operator documents it. */
export interface KnownSigner {
  /** The origin of its well-known directory, or the URL of its key set. */
  readonly identity: string
  /** The crawler name that it signs for, in lower case; null where its requests have no name of their own. */
  readonly name: string | null
  /** Where the operator says so. */
  readonly source: string
}

/** Read in November 2026. */
export const KNOWN_SIGNERS: readonly KnownSigner[] = [
  {
    identity: 'https://agent.bot.goog',
    name: 'google-agent',
    source: 'https://developers.google.com/crawling/docs/crawlers-fetchers/allow-google-agent',
  },
  {
    identity: 'https://chatgpt.com',
    // It sends the User-Agent of a browser.
    name: null,
    source: 'https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting',
  },
  {
    identity: 'https://www.kernel.sh',
    // It sends the User-Agent of a browser.
    name: null,
    source: 'https://www.kernel.sh/docs/bots.md',
  },
]

const BY_IDENTITY: ReadonlyMap<string, KnownSigner> = new Map(KNOWN_SIGNERS.map((each) => [each.identity, each]))

/** The signer of an identity; undefined for a stranger. */
export function knownSigner(identity: string): KnownSigner | undefined {
  return BY_IDENTITY.get(identity)
}
