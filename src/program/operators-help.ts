/**
 * A short docs/crawlers.md as robots.txt comments. Caches that ignore queries may store the help as
 * the robots.txt itself, so the rules follow it. It is part of bundles, because requests rarely
 * need it.
 */
export const OPERATORS_HELP = `# For operators of crawlers: why this site refused a request
#
# A refusal names the rule, its line and file, and the contact of the site. Only the site can change its rules.
# Behind "Crawler:" it says how far your name is proven:
#   signed, network  by a signature, or by your address
#   claimed          not at all
#   failed           disproven: the address is not one of yours, or the signature is invalid
# Status (the site may choose another one for 403):
#   403, 402  prohibited; a header of 402 names the price
#   410       taken down: delete your copy
#   429, 503  too fast, or outside your hours: wait for Retry-After
# With "Accept: application/problem+json" the answer is JSON (RFC 9457).
#
# To prove your name, publish your addresses, or sign with Web Bot Auth (RFC 9421, tag "web-bot-auth"): Ed25519, or
# RSA-PSS with SHA-512, over @authority or @target-uri and signature-agent, with created, expires and keyid. Publish the
# keys as a JWK Set at /.well-known/http-message-signatures-directory of your own host.

`
