/**
 * Signature-Agent URL → the keys it publishes, by thumbprint. Fetched over https only, from public names only, without
 * redirects, within limits of time and size; kept for a while, also when a later fetch fails: a directory that is down
 * is no evidence against anybody.
 */

import { jwkToKeyID } from 'web-bot-auth'
import { helpers } from 'web-bot-auth/crypto'
import { logWarning } from '../log.ts'
import type { LogSink } from '../platform.ts'

/** Keys by their JWK thumbprint (RFC 7638), which is what `keyid` names. */
export type Keys = ReadonlyMap<string, JsonWebKey>

/** How the directory behind a Signature-Agent is found. */
export type AgentType = 'directory' | 'jwks_uri'

const WELL_KNOWN = '/.well-known/http-message-signatures-directory'
const MEDIA_TYPES: Readonly<Record<AgentType, RegExp>> = {
  directory: /^application\/http-message-signatures-directory\+json\b/i,
  jwks_uri: /^application\/(?:jwk-set\+)?json\b/i,
}

const MAX_BYTES = 64 * 1024
const MAX_KEYS = 64
const MAX_KEPT = 256
const TIMEOUT_MS = 2000
const FRESH_MS = { least: 5 * 60_000, usual: 60 * 60_000, most: 24 * 60 * 60_000 }
/** How soon a directory is asked again after it failed, or when a key is missing from it. */
const RETRY_MS = 60_000

/** Keys of RFC 9421 appendix B: everybody has their private halves. */
const PUBLIC_KNOWLEDGE: ReadonlySet<string> = new Set(['poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'])

interface Kept {
  keys: Keys | null
  freshUntil: number
  askedAt: number
  asking: Promise<void> | null
}

/** The directories one isolate knows. */
export class KeyDirectories {
  readonly #kept = new Map<string, Kept>()
  readonly #fetch: typeof fetch
  readonly #log: LogSink

  constructor(fetcher: typeof fetch, log: LogSink = console) {
    this.#fetch = fetcher
    this.#log = log
  }

  /** The keys behind a URL; null where they cannot be had now. `keyid` missing in old ones asks for new ones. */
  async keys(url: URL, type: AgentType, keyid: string, now: number): Promise<Keys | null> {
    const address = type === 'directory' ? url.origin + WELL_KNOWN : url.href
    const kept = this.#keep(address)
    const stale = now >= kept.freshUntil || (kept.keys !== null && !kept.keys.has(keyid))
    if (stale && now - kept.askedAt >= RETRY_MS) {
      kept.askedAt = now
      kept.asking = this.#ask(address, type, kept, now).finally(() => {
        kept.asking = null
      })
    }
    // Another request may have asked and been cancelled since: nobody waits longer than a fetch may take.
    if (stale && kept.asking !== null) await Promise.race([kept.asking, after(TIMEOUT_MS)])
    return kept.keys
  }

  #keep(address: string): Kept {
    const kept = this.#kept.get(address) ?? {
      keys: null,
      freshUntil: 0,
      askedAt: Number.NEGATIVE_INFINITY,
      asking: null,
    }
    this.#kept.delete(address)
    this.#kept.set(address, kept)
    if (this.#kept.size > MAX_KEPT) this.#kept.delete(this.#kept.keys().next().value!)
    return kept
  }

  async #ask(address: string, type: AgentType, kept: Kept, now: number): Promise<void> {
    try {
      const response = await this.#fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
      const isDirectory = response.status === 200 && MEDIA_TYPES[type].test(response.headers.get('content-type') ?? '')
      if (!isDirectory || response.body === null) {
        await response.body?.cancel()
        throw new Error(`status ${response.status}, ${response.headers.get('content-type') ?? 'no media type'}`)
      }
      kept.keys = await readKeys(await readText(response.body))
      kept.freshUntil = now + lifetime(response.headers.get('cache-control'))
    } catch (fault) {
      logWarning(this.#log, 'signature-directory', { address, fault: String(fault) })
    }
  }
}

async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  let text = ''
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

async function readKeys(text: string): Promise<Keys> {
  const { keys } = JSON.parse(text) as { keys?: unknown }
  if (!Array.isArray(keys)) throw new Error('no list of keys')
  const usable = keys.slice(0, MAX_KEYS).filter(isUsable)
  const named = await Promise.all(
    usable.map(
      async (key) => [await jwkToKeyID(key, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE), key] as const,
    ),
  )
  return new Map(named.filter(([thumbprint]) => !PUBLIC_KNOWLEDGE.has(thumbprint)))
}

function isUsable(key: unknown): key is JsonWebKey {
  if (typeof key !== 'object' || key === null) return false
  const { kty, crv, x, alg, n, e } = key as Record<string, unknown>
  if (kty === 'OKP') return crv === 'Ed25519' && typeof x === 'string'
  return kty === 'RSA' && alg === 'PS512' && typeof n === 'string' && typeof e === 'string'
}

function lifetime(cacheControl: string | null): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl ?? '')?.[1]
  const wished = seconds === undefined ? FRESH_MS.usual : Number(seconds) * 1000
  return Math.min(FRESH_MS.most, Math.max(FRESH_MS.least, wished))
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
