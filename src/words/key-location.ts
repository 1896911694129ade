/**
 * Checks the URL of a Signature-Agent, and says where its keys are and what they prove (Web Bot
 * Auth).
 */
import { normalizeUri } from './uri.ts'

/**
 * The path at which an origin publishes its keys. Only a directory at this path proves the origin.
 */
const WELL_KNOWN_DIRECTORY = '/.well-known/http-message-signatures-directory'

export interface KeyLocation {
  readonly kind: 'directory' | 'key-set'
  readonly address: string
  /**
   * What the keys prove: the origin, if they are in its well-known directory; else the URL without
   * its query.
   */
  readonly identity: string
}

const MAX_LENGTH = 1024

/**
 * The key location of a URL; null if it is not https to a public host, or has user information, a
 * port or a fragment.
 */
export function keyLocation(text: string): KeyLocation | null {
  const url = publicUrl(text)
  if (url === null) return null
  const isOrigin = url.pathname === '/' && url.search === ''
  return isOrigin || url.pathname === WELL_KNOWN_DIRECTORY ? directoryOf(url) : keySetAt(url)
}

function directoryOf({ origin }: URL): KeyLocation {
  return { kind: 'directory', address: origin + WELL_KNOWN_DIRECTORY, identity: origin }
}

function keySetAt({ origin, pathname, search }: URL): KeyLocation {
  const identity = normalizeUri(origin + pathname) ?? origin + pathname
  return { kind: 'key-set', address: origin + pathname + search, identity }
}

/** Whether a text is an https URL. It may still lead nowhere. */
export function isHttpsUrl(text: string): boolean {
  return text.length <= MAX_LENGTH && URL.canParse(text) && new URL(text).protocol === 'https:'
}

function publicUrl(text: string): URL | null {
  if (!isHttpsUrl(text)) return null
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === '' && url.port === '' && url.hash === ''
  return isPlain && isPublicHost(url.hostname) ? url : null
}

/**
 * Top-level names without public servers (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476; ICANN
 * on `internal`).
 */
const PRIVATE_ENDS: ReadonlySet<string> = new Set(
  'alt arpa corp home internal intranet lan local localdomain localhost mail onion private'.split(
    ' ',
  ),
)

/**
 * Whether a normalised host may be public. A trailing dot is another spelling of the same name, and
 * refused.
 */
function isPublicHost(host: string): boolean {
  if (host.startsWith('[') || host.endsWith('.')) return false
  const labels = host.split('.')
  const end = labels.at(-1)!
  return labels.length > 1 && !labels.includes('') && !/^\d/.test(end) && !PRIVATE_ENDS.has(end)
}
