/**
 * Verifies a request's HTTP Message Signatures (RFC 9421) for Web Bot Auth, and finds the signer.
 * Each failure has its own word; an unreachable directory is not a failure.
 */

import { BoundedCache, textBytes } from '../../base/bounded-cache.ts'
import { digestOf, encoder } from '../../base/octets.ts'
import type { KeyLocation } from '../../words/key-location.ts'
import { within } from '../after.ts'
import {
  type Candidate,
  type CandidateFault,
  candidates,
  type LocationFault,
} from './candidates.ts'
import { FETCH_TIMEOUT_MS, type KeySource, type KnownKeys } from './key-directory.ts'
import type { VerificationKey } from './key-set.ts'
import { DictionaryFields, signatureBase } from './signature-base.ts'

/** Remembers nonces within a memory limit; the oldest are dropped. */
export class Nonces {
  readonly #known = new BoundedCache<string, number>(512 * 1024)
  readonly #strangers = new BoundedCache<string, number>(128 * 1024)

  /**
   * Records a signer's nonce until it expires; false if it was used before. Times are milliseconds
   * since 1970.
   */
  async take(
    signer: string,
    nonce: string,
    isKnown: boolean,
    until: number,
    now: number,
  ): Promise<boolean> {
    const taken = isKnown ? this.#known : this.#strangers
    const key = String.fromCharCode(
      ...(await digestOf(encoder.encode(JSON.stringify([signer, nonce])))),
    )
    if ((taken.get(key) ?? 0) > now) return false
    taken.set(key, until, textBytes(key))
    return true
  }
}

export type SignatureFault =
  | CandidateFault
  | 'expired'
  | 'replayed'
  | 'unknown-key'
  | 'authority'
  | 'mismatch'

/** Why a signature could not be verified. That is no evidence against its sender. */
export type SignatureDoubt = LocationFault | 'tag' | 'clock' | 'unread' | 'unsupported'

export type SignatureVerdict =
  | { readonly kind: 'unsigned' }
  /** `signer` is the identity from key-location.ts. */
  | { readonly kind: 'signed'; readonly signer: string; readonly keyid: string }
  | { readonly kind: 'invalid'; readonly fault: SignatureFault }
  | { readonly kind: 'unverified'; readonly fault: SignatureDoubt }

export interface Verification {
  readonly keys: KeySource
  readonly nonces: Nonces
  readonly hosts: readonly string[]
  /** The URL that the client requested, if proxies have changed it. */
  readonly url?: string
  /** Milliseconds since 1970, for dates of signatures. */
  readonly now: number
  /** The monotonic clock, for intervals. */
  readonly ticks: number
  /** Whether the policy or the registry names the signer of these keys. */
  isKnown(location: KeyLocation): boolean
  /**
   * Whether the client waits for keys to be fetched: from one directory, at most FETCH_TIMEOUT_MS.
   */
  readonly waits: boolean
  keepAlive(work: Promise<unknown>): void
  readonly maxWindow?: number
}

const DAY_S = 24 * 60 * 60
const SKEW_S = 60

/** Returns the first valid signature of a request, else the result for the first. */
export async function verifySignature(
  request: Request,
  how: Verification,
): Promise<SignatureVerdict> {
  if (!request.headers.has('signature-input')) return { kind: 'unsigned' }
  const findKeys = keysFor(how)
  const fields = new DictionaryFields(request.headers)
  let first: SignatureVerdict | null = null
  for (const candidate of candidates(request.headers)) {
    const verdict =
      'fault' in candidate
        ? invalid(candidate.fault)
        : await judge(request, candidate, { findKeys, fields }, how)
    if (verdict.kind === 'signed') return verdict
    first ??= verdict
  }
  return first ?? unverified('tag')
}

type FindKeys = (location: KeyLocation, keyid: string) => Promise<KnownKeys>

/** Finds keys for one request. It fetches one directory at most, no matter how many are named. */
function keysFor(how: Verification): FindKeys {
  let mayFetch = true
  const lookUp = (location: KeyLocation, keyid: string) =>
    how.keys.lookUp(location, keyid, { isKnown: how.isKnown(location), mayFetch, ticks: how.ticks })
  return async (location, keyid) => {
    const known = lookUp(location, keyid)
    const { pending } = known
    if (pending === null || !mayFetch) return known
    mayFetch = false
    how.keepAlive(pending)
    if (!how.waits) return known
    await within(FETCH_TIMEOUT_MS, pending, () => undefined)
    return lookUp(location, keyid)
  }
}

async function judge(
  request: Request,
  candidate: Candidate,
  { findKeys, fields }: { readonly findKeys: FindKeys; readonly fields: DictionaryFields },
  how: Verification,
): Promise<SignatureVerdict> {
  const { created, expires, keyid, nonce, location } = candidate
  const seconds = how.now / 1000
  const isTooLong = expires - created > (how.maxWindow ?? DAY_S)
  if (expires < seconds || isTooLong || created > seconds + SKEW_S) return invalid('expired')
  // An unusable agent proves nothing, and neither does a clock slightly ahead of ours.
  if (typeof location === 'string') return unverified(location)
  if (created > seconds) return unverified('clock')
  const known = await findKeys(location, keyid)
  const key = known.keys?.get(keyid)
  if (key === undefined) return known.isCurrent ? invalid('unknown-key') : unverified('unread')
  const held = await holds(request, candidate, { key, fields }, how)
  if (held !== null) return held
  const { identity } = location
  const until = expires * 1000
  if (
    nonce !== null &&
    !(await how.nonces.take(identity, nonce, how.isKnown(location), until, how.now))
  ) {
    return invalid('replayed')
  }
  return { kind: 'signed', signer: identity, keyid }
}

/** Null if the signature is valid for this request; else what is wrong. */
async function holds(
  request: Request,
  { inner, signature }: Candidate,
  { key, fields }: { readonly key: VerificationKey; readonly fields: DictionaryFields },
  { hosts, url: publicUrl }: Verification,
): Promise<SignatureVerdict | null> {
  const algorithm = inner.parameters.get('alg')
  // RFC 9421 3.2: a named algorithm must be that of the key.
  if (algorithm !== undefined && algorithm !== key.algorithm) return invalid('mismatch')
  const url = new URL(publicUrl ?? request.url)
  const base = signatureBase(request, url, inner, fields)
  if (base === null) return invalid('components')
  if (base === undefined) return unverified('unsupported')
  if (await key.verify(signature, base)) return null
  for (const other of urlsElsewhere(url, hosts)) {
    const elsewhere = signatureBase(request, other, inner, fields)
    if (elsewhere != null && (await key.verify(signature, elsewhere))) return invalid('authority')
  }
  return invalid('mismatch')
}

const MAX_HOSTS = 4

/** The URL at the site's other hosts: a signature made for one of them was replayed here. */
function urlsElsewhere(
  { protocol, host, pathname, search }: URL,
  hosts: readonly string[],
): readonly URL[] {
  const others = hosts.filter((other) => other !== host && other !== '*').slice(0, MAX_HOSTS)
  const urls = others.map((other) => `${protocol}//${other}${pathname}${search}`)
  // A policy may name a host that is not valid in a URL.
  return urls.filter((url) => URL.canParse(url)).map((url) => new URL(url))
}

function unverified(fault: SignatureDoubt): SignatureVerdict {
  return { kind: 'unverified', fault }
}

function invalid(fault: SignatureFault): SignatureVerdict {
  return { kind: 'invalid', fault }
}
