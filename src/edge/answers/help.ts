/** What operators of crawlers read about a refusal, where the project has no page for it: a robots.txt → the same below it. */

import { encoder } from '../../base/octets.ts'
import { PROJECT } from '../../words/project.ts'

/** The query of robots.txt that asks for it. */
const QUERY = '?help'

/**
 * A shorter docs/crawlers.md, as comments: a cache that ignores queries may keep the answer as the robots.txt itself, so
 * the rules are in it, too.
 */
const HELP = `# For operators of crawlers: why this site refused a request, and what to do
#
# The rules of this site are below. A refusal says which of them decided, and at which line of /robots.txt it stands.
# It names the contact of the site, if there is one. Only the site can change its rules, or accept your keys.
#
# Behind "Crawler:" a refusal says how far your name is proven:
#   signed, network  by a signature, or by the address that the request came from
#   claimed          not at all: sign your requests, or publish your addresses
#   failed           it is disproven: the address is not one of yours, or the signature is invalid
# Send the name that you publish for robots.txt, a version and a URL about you: ExampleBot/1.0 (+https://bot.example/)
#
# Status (the site may choose another one for 403):
#   403, 402  the rules prohibit the page; 402: at a price that a header names, you may have it
#   410       the publisher had the page taken down: delete your copy
#   429       you come too fast: wait for Retry-After
#   503       you come outside your hours, or the rules cannot be read just now: wait for Retry-After
# With "Accept: application/problem+json" the answer is JSON (RFC 9457).
#
# To prove your name, sign with Web Bot Auth (RFC 9421 with the tag "web-bot-auth"): Ed25519, or RSA-PSS with SHA-512;
# cover @authority or @target-uri, and signature-agent; give created, expires and keyid. Publish your keys as a JWK Set
# at /.well-known/http-message-signatures-directory of your own host.

`

/** Where the page for operators is; `home` is where the site's public URLs begin. */
export function helpPage(home: string): string {
  return PROJECT.crawlersPage ?? `${home}/robots.txt${QUERY}`
}

/** A robots.txt below the help, where the target asks for that; else null. */
export function withHelp(target: string, text: Uint8Array): Uint8Array | null {
  if (!target.endsWith(`robots.txt${QUERY}`)) return null
  const help = encoder.encode(HELP)
  const whole = new Uint8Array(help.length + text.length)
  whole.set(help)
  whole.set(text, help.length)
  return whole
}
