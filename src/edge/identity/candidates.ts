/**
 * Extracts the Web Bot Auth signatures of a request and checks them as far as possible without
 * keys: covered components, parameters, claimed signer (RFC 9421 4,
 * draft-ietf-webbotauth-httpsig-protocol).
 */
import { isHttpsUrl, type KeyLocation, keyLocation } from '../../words/key-location.ts'
import {
  FieldReader,
  type InnerList,
  type Item,
  memberText,
  parseDictionary,
} from '../../words/structured-fields.ts'

/** Why a signature is invalid or cannot be checked, by its own headers. */
export type CandidateFault = 'malformed' | 'components' | 'agent'

/** Why the place of the keys is unknown: no Signature-Agent, or an unusable one. */
export type LocationFault = 'no-agent' | 'unusable-agent'

export interface Candidate {
  readonly inner: InnerList
  readonly signature: BufferSource
  readonly location: KeyLocation | LocationFault
  readonly created: number
  readonly expires: number
  readonly keyid: string
  readonly nonce: string | null
}

type Unreadable = { readonly fault: CandidateFault }

const TAG = 'web-bot-auth'
/** More signatures than any chain of agents has. */
const MAX_LABELS = 4
/** Longer headers are not parsed: it takes time in proportion. */
const MAX_HEADER_LENGTH = 8192
const HEADERS = ['signature-input', 'signature', 'signature-agent'] as const

/** The signatures tagged for Web Bot Auth. Others have other purposes. */
export function candidates(headers: Headers): readonly (Candidate | Unreadable)[] {
  if (HEADERS.some((name) => (headers.get(name)?.length ?? 0) > MAX_HEADER_LENGTH))
    return [{ fault: 'malformed' }]
  try {
    const inputs = parseDictionary(headers.get('signature-input') ?? '')
    const signatures = parseDictionary(headers.get('signature') ?? '')
    const tagged = [...inputs].filter(
      ([, input]) => 'items' in input && input.parameters.get('tag') === TAG,
    )
    return tagged.slice(0, MAX_LABELS).map(([label, input]) => {
      const signature = octetsOf(signatures.get(label))
      return signature === null
        ? { fault: 'malformed' }
        : candidate(label, input as InnerList, signature, headers)
    })
  } catch {
    // It cannot be parsed (RFC 9651 4.2), but the client meant to sign.
    return [{ fault: 'malformed' }]
  }
}

function octetsOf(member: Item | InnerList | undefined): Uint8Array<ArrayBuffer> | null {
  if (member === undefined || 'items' in member || typeof member.value !== 'object') return null
  return 'bytes' in member.value
    ? Uint8Array.from(atob(member.value.bytes), (octet) => octet.charCodeAt(0))
    : null
}

function candidate(
  label: string,
  inner: InnerList,
  signature: BufferSource,
  headers: Headers,
): Candidate | Unreadable {
  const [created, expires, keyid, nonce] = ['created', 'expires', 'keyid', 'nonce'].map((name) =>
    inner.parameters.get(name),
  )
  if (typeof created !== 'number' || typeof expires !== 'number' || typeof keyid !== 'string') {
    return { fault: 'malformed' }
  }
  if (!coversWhatItMust(inner, headers)) return { fault: 'components' }
  const header = headers.get('signature-agent')
  const location =
    header === null ? 'no-agent' : agentLocation(header, label, memberCovered(inner, label))
  if (location === null) return { fault: 'agent' }
  return {
    inner,
    signature,
    created,
    expires,
    keyid,
    nonce: typeof nonce === 'string' ? nonce : null,
    location,
  }
}

/**
 * It must cover the target, each component once, only headers that exist, and the agent if there is
 * one.
 */
function coversWhatItMust({ items }: InnerList, headers: Headers): boolean {
  const names = items.map(({ value }) => value)
  const bindsTarget = names.includes('@authority') || names.includes('@target-uri')
  const isOnce = new Set(items.map(memberText)).size === items.length
  const isPresent = names.every(
    (name) => typeof name === 'string' && (name.startsWith('@') || headers.has(name)),
  )
  return (
    bindsTarget &&
    isOnce &&
    isPresent &&
    (names.includes('signature-agent') || !headers.has('signature-agent'))
  )
}

/**
 * The covered member of Signature-Agent, preferably with the signature's label (a chain of agents
 * has several).
 */
function memberCovered({ items }: InnerList, label: string): string | null {
  const keys = items
    .filter(({ value }) => value === 'signature-agent')
    .map(({ parameters }) => parameters.get('key'))
  const named = keys.filter((key) => typeof key === 'string')
  return named.includes(label) ? label : (named[0] ?? null)
}

/**
 * Where the keys are for the signature with this `label`, or for the `member` that its component
 * names; null if there is no https URL. The header is a dictionary of URLs of key sets, or, in
 * older drafts, a bare string. Members with parameters belong to an older draft and are ignored
 * (draft-ietf-webbotauth-httpsig-protocol-01). Throws on a syntax error.
 */
function agentLocation(
  header: string,
  label: string,
  member: string | null,
): Candidate['location'] | null {
  const isBare = header.trimStart().startsWith('"')
  const item = isBare
    ? new FieldReader(header).only()
    : parseDictionary(header).get(member ?? label)
  if (item === undefined || 'items' in item) return null
  if (!isBare && item.parameters.size > 0) return 'unusable-agent'
  if (typeof item.value !== 'string' || !isHttpsUrl(item.value)) return null
  return keyLocation(item.value) ?? 'unusable-agent'
}
