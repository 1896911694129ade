/**
 * A request's HTTP Message Signatures (RFC 9421) → whether a Web Bot Auth signature holds, and whose it is. Each way to
 * fail has its own word; a directory that cannot be had is no failure of the signature.
 */
import { type InnerList, isInnerList, parseDictionary, serializeInnerList, serializeItem } from 'structured-headers'
import { verify } from 'web-bot-auth'
import { verifierFromJWK } from 'web-bot-auth/crypto'
import type { KeyDirectories } from './key-directory.ts'
import { type SignatureAgent, signatureAgent } from './signature-agent.ts'

/** Why a signature does not hold. */
export type SignatureFault =
  | 'malformed'
  | 'components'
  | 'expired'
  | 'replayed'
  | 'unknown-key'
  | 'authority'
  | 'mismatch'

/** What the signatures of a request come to. */
export type Verdict =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'signed'; readonly agent: string; readonly keyid: string }
  | { readonly kind: 'invalid'; readonly fault: SignatureFault }
  /** It may hold: the agent names no directory we can ask, the directory is down, or our clocks differ. */
  | { readonly kind: 'unverified' }

/** One signature of a request, as far as its own headers tell. */
interface Candidate {
  readonly inner: InnerList
  readonly signature: ArrayBuffer
  readonly agent: SignatureAgent | null
  readonly created: number
  readonly expires: number
  readonly keyid: string
  readonly nonce: string | null
}

const TAG = 'web-bot-auth'
const MAX_LABELS = 4
const MAX_WINDOW_S = 24 * 60 * 60
const SKEW_S = 60

/** What a verdict depends on beside the request. */
export interface Memory {
  readonly directories: KeyDirectories
  readonly nonces: Nonces
}

/** Judges a request's signatures: the first that holds, else what is said of the first. `hosts` are the site's own. */
export async function verifySignature(
  request: Request,
  memory: Memory,
  hosts: readonly string[],
  now: number,
): Promise<Verdict> {
  if (!request.headers.has('signature-input')) return { kind: 'unsigned' }
  let first: Verdict = { kind: 'unsigned' }
  for (const candidate of candidates(request.headers)) {
    const verdict =
      'fault' in candidate ? invalid(candidate.fault) : await judge(request, candidate, memory, hosts, now)
    if (verdict.kind === 'signed') return verdict
    if (first.kind === 'unsigned') first = verdict
  }
  return first
}

type Unreadable = { readonly fault: SignatureFault }

/** The signatures tagged for Web Bot Auth; others are none of our business. */
function candidates(headers: Headers): readonly (Candidate | Unreadable)[] {
  try {
    const inputs = parseDictionary(headers.get('signature-input')!)
    const signatures = parseDictionary(headers.get('signature') ?? '')
    const tagged = [...inputs].filter(([, input]) => isInnerList(input) && input[1].get('tag') === TAG)
    return tagged.slice(0, MAX_LABELS).map(([label, input]) => {
      const signature = signatures.get(label)?.[0]
      if (!(signature instanceof ArrayBuffer)) return { fault: 'malformed' }
      return candidate(label, input as InnerList, signature, headers)
    })
  } catch {
    // Structured fields that do not parse are no signature at all (RFC 9651 4.2), but somebody meant one.
    return [{ fault: 'malformed' }]
  }
}

function candidate(label: string, inner: InnerList, signature: ArrayBuffer, headers: Headers): Candidate | Unreadable {
  const [components, parameters] = inner
  const header = headers.get('signature-agent')
  const created = parameters.get('created')
  const expires = parameters.get('expires')
  const keyid = parameters.get('keyid')
  const nonce = parameters.get('nonce')
  if (typeof created !== 'number' || typeof expires !== 'number' || typeof keyid !== 'string')
    return { fault: 'malformed' }
  const names = components.map(([name]) => name)
  const agentComponent = components.find(([name]) => name === 'signature-agent')
  const bound = names.includes('@authority') || names.includes('@target-uri')
  // Of the parameters of components the signature base below knows `key` alone, and that only on this one.
  const plain = components.every(([, its], i) =>
    [...its.keys()].every((key) => key === 'key' && names[i] === 'signature-agent'),
  )
  // RFC 9421 2 and 2.5: each once, and nothing that the request has not.
  const once = new Set(components.map(serializeItem)).size === components.length
  const present = names.every((name) => typeof name === 'string' && (name.startsWith('@') || headers.has(name)))
  const covered = header === null || agentComponent !== undefined
  if (!bound || !plain || !once || !present || !covered) return { fault: 'components' }
  const member = agentComponent?.[1].get('key')
  const agent = header === null ? null : signatureAgent(header, label, typeof member === 'string' ? member : null)
  return { inner, signature, agent, created, expires, keyid, nonce: typeof nonce === 'string' ? nonce : null }
}

async function judge(
  request: Request,
  candidate: Candidate,
  { directories, nonces }: Memory,
  hosts: readonly string[],
  now: number,
): Promise<Verdict> {
  const { agent, created, expires, keyid, nonce } = candidate
  const seconds = now / 1000
  if (expires < seconds || expires - created > MAX_WINDOW_S || created > seconds + SKEW_S) return invalid('expired')
  // A clock a little ahead of ours proves nothing either way.
  if (created > seconds || agent === null) return { kind: 'unverified' }
  const keys = await directories.keys(agent.url, agent.type, keyid, now)
  if (keys === null) return { kind: 'unverified' }
  const key = keys.get(keyid)
  if (key === undefined) return invalid('unknown-key')
  if (!fits(candidate, key)) return invalid('mismatch')
  if (!(await holds(candidate, key, request, request.url))) {
    return invalid((await holdsElsewhere(candidate, key, request, hosts)) ? 'authority' : 'mismatch')
  }
  if (nonce !== null && !nonces.take(`${keyid} ${nonce}`, expires * 1000, now)) return invalid('replayed')
  return { kind: 'signed', agent: agent.url.origin, keyid }
}

/** The algorithms of the keys that are used (key-directory.ts), as signatures name them. */
const ALGORITHMS: Readonly<Record<string, string>> = { OKP: 'ed25519', RSA: 'rsa-pss-sha512' }

/** Whether a signature names the algorithm of its key, where it names any (RFC 9421 3.2). */
function fits({ inner }: Candidate, { kty = '' }: JsonWebKey): boolean {
  const named = inner[1].get('alg')
  return named === undefined || named === ALGORITHMS[kty]
}

/** Whether the signature is one of this request, sent to `url`. */
async function holds(candidate: Candidate, key: JsonWebKey, request: Request, url: string): Promise<boolean> {
  try {
    await verify(asMessage(request, candidate, url), await verifierFromJWK(key))
    return true
  } catch {
    // The library throws for whatever does not fit: another target, altered headers, another key.
    return false
  }
}

const MAX_HOSTS = 4

/** Whether it was made for another of the site's hosts, and brought here. */
async function holdsElsewhere(candidate: Candidate, key: JsonWebKey, request: Request, hosts: readonly string[]) {
  const { pathname, search, protocol, host } = new URL(request.url)
  for (const other of hosts.slice(0, MAX_HOSTS)) {
    if (
      other !== host &&
      other !== '*' &&
      (await holds(candidate, key, request, `${protocol}//${other}${pathname}${search}`))
    ) {
      return true
    }
  }
  return false
}

/** The request as the library reads it: one signature under one label, the agent as its component stands for it. */
function asMessage(request: Request, { inner, signature, agent }: Candidate, url: string) {
  const own: Readonly<Record<string, string | undefined>> = {
    'signature-input': `sig=${serializeInnerList(inner)}`,
    signature: `sig=${serializeItem([signature, new Map()])}`,
    'signature-agent': agent?.text,
  }
  const headers = { get: (name: string) => own[name] ?? request.headers.get(name), set: () => undefined }
  return { method: request.method, url, headers }
}

function invalid(fault: SignatureFault): Verdict {
  return { kind: 'invalid', fault }
}

const MAX_NONCES = 4096

/** Nonces that one isolate has seen and that have not expired. */
export class Nonces {
  readonly #until = new Map<string, number>()

  /** False where the nonce was taken before. */
  take(nonce: string, until: number, now: number): boolean {
    if ((this.#until.get(nonce) ?? 0) > now) return false
    this.#until.set(nonce, until)
    if (this.#until.size > MAX_NONCES) this.#until.delete(this.#until.keys().next().value!)
    return true
  }
}
