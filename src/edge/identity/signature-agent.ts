/**
 * A Signature-Agent header → where the keys of one signature are. Every form that is in use is read: the dictionary
 * whose members are URLs of key sets (draft-ietf-webbotauth-httpsig-protocol), its former `type` parameter, and the
 * bare string that came before the dictionary.
 */
import { type Item, isInnerList, parseDictionary, parseItem } from 'structured-headers'
import { isHttpsUrl, type KeyLocation, keyLocation, keySetLocation } from '../../grammar/key-location.ts'

/** What a header says of one signature. `missing`: no member is for it, or it is not an https URL. */
type AgentReading =
  | { readonly kind: 'location'; readonly location: KeyLocation }
  | { readonly kind: 'missing' }
  /** It leads to nothing that is fetched: a private host, an unknown `type`. */
  | { readonly kind: 'unusable' }

const MISSING: AgentReading = { kind: 'missing' }
const UNUSABLE: AgentReading = { kind: 'unusable' }

/** The agent of a signature's `label`, or of the `member` that its component names. Throws for no structured field. */
export function readSignatureAgent(header: string, label: string, member: string | null): AgentReading {
  const item = header.trimStart().startsWith('"') ? parseItem(header) : memberOf(header, member ?? label)
  if (item === null || typeof item[0] !== 'string' || !isHttpsUrl(item[0])) return MISSING
  const location = locate(item[0], item[1].get('type'))
  return location === null ? UNUSABLE : { kind: 'location', location }
}

function memberOf(header: string, name: string): Item | null {
  const found = parseDictionary(header).get(name)
  return found === undefined || isInnerList(found) ? null : found
}

/** By `type`: none as the current draft says, the others as draft -00 does. */
function locate(url: string, type: unknown): KeyLocation | null {
  if (type === undefined) return keyLocation(url)
  if (String(type) === 'jwks_uri') return keySetLocation(url)
  const location = String(type) === 'directory' ? keyLocation(url) : null
  return location?.kind === 'directory' ? location : null
}
