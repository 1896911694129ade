/**
 * A Signature-Agent header → where the keys of one signature are. Both forms are read: the dictionary of the current
 * draft and the bare string that came before it.
 */
import { type Item, isInnerList, parseDictionary, parseItem, serializeItem } from 'structured-headers'
import type { AgentType } from './key-directory.ts'

/** A signature's agent, and the text that stands for it in the signature base. */
export interface SignatureAgent {
  readonly url: URL
  readonly type: AgentType
  readonly text: string
}

/** The agent for a signature's `label`, or for the member its component names; null where there is none of use. */
export function signatureAgent(header: string, label: string, member: string | null): SignatureAgent | null {
  const item = header.trimStart().startsWith('"') ? parseItem(header) : memberOf(header, member ?? label)
  if (item === null) return null
  const type = typeName(item[1].get('type'))
  if (typeof item[0] !== 'string' || type === null) return null
  const url = publicUrl(item[0])
  return url === null ? null : { url, type, text: member === null ? header : serializeItem(item) }
}

function memberOf(header: string, name: string): Item | null {
  const found = parseDictionary(header).get(name)
  return found === undefined || isInnerList(found) ? null : found
}

function typeName(value: unknown): AgentType | null {
  const name = value === undefined ? 'directory' : String(value)
  return name === 'directory' || name === 'jwks_uri' ? name : null
}

/** Names that no public server has, or that lead inside: addresses, single labels, and the reserved ends. */
const PRIVATE_HOST = /^\[|^[\d.]+$|^[^.]+$|\.(?:local|localhost|internal|intranet|home|lan|corp|private|arpa|onion)\.?$/

function publicUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const plain = url.username === '' && url.password === '' && url.port === ''
  return url.protocol === 'https:' && plain && !PRIVATE_HOST.test(url.hostname) ? url : null
}
