/**
 * Signers that operators document (Web Bot Auth): the origin of a well-known directory, or the URL of a key set, and the
 * crawler name in lower case that it signs for; null where it sends the User-Agent of a browser. Being one of them proves
 * no name by itself: the signature must hold. It gives the signer's directory a cache and a budget that strangers cannot use
 * up, and says which name of the operator a signature proves where the policy binds none to it. The operators say so at
 * https://developers.google.com/crawling/docs/crawlers-fetchers/allow-google-agent,
 * https://help.openai.com/en/articles/11845367-chatgpt-agent-allowlisting and, on bots, https://www.kernel.sh/docs.
 */
import signers from './data/signers.json' with { type: 'json' }

const NAMES: ReadonlyMap<string, string | null> = new Map(Object.entries(signers))

/** The crawler name that a documented signer signs for, null where it has none; undefined for a stranger. */
export function nameOfSigner(identity: string): string | null | undefined {
  return NAMES.get(identity)
}
