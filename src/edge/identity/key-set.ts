/**
 * Parses a key directory into verification keys. Only what verifying needs is kept, so that large
 * directories do not use our memory.
 */
import { digestOf, encoder } from '../../base/octets.ts'

export interface VerificationKey {
  /** As `alg` in a signature's parameters (RFC 9421 6.2). */
  readonly algorithm: 'ed25519' | 'rsa-pss-sha512'
  verify(signature: BufferSource, base: string): Promise<boolean>
}

/** Keys by JWK thumbprint (RFC 7638), which `keyid` contains. */
export type Keys = ReadonlyMap<string, VerificationKey>

/** More keys than any operator uses at once; further ones are ignored. */
const MAX_KEYS = 16

/** The approximate memory of an imported key in bytes: an RSA key of 4096 bits and our objects. */
export const KEY_BYTES = 1536

interface PublicKey {
  readonly algorithm: VerificationKey['algorithm']
  readonly jwk: JsonWebKey
}

export async function readKeySet(text: string): Promise<Keys> {
  const { keys } = JSON.parse(text) as { keys?: unknown }
  if (!Array.isArray(keys)) throw new Error('no list of keys')
  const read = await Promise.all(keys.slice(0, MAX_KEYS).map(publicKey).map(imported))
  return new Map(read.filter((entry) => entry !== null))
}

const ED25519_X = /^[\w-]{43}$/
/** 2048 to 4096 bits, with the usual exponent: a larger one makes verifying slow. */
const RSA_N = /^[\w-]{342,684}$/
const RSA_E = 'AQAB'
const RSA_ALGORITHMS: readonly unknown[] = [undefined, 'PS512', 'rsa-pss-sha512']

function publicKey(key: unknown): PublicKey | null {
  if (typeof key !== 'object' || key === null) return null
  const { kty, crv, x, alg, n, e } = key as Readonly<Record<string, unknown>>
  if (kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && ED25519_X.test(x)) {
    return { algorithm: 'ed25519', jwk: { kty, crv, x } }
  }
  const isRsa = kty === 'RSA' && RSA_ALGORITHMS.includes(alg) && e === RSA_E
  if (!isRsa || typeof n !== 'string' || !RSA_N.test(n)) return null
  return { algorithm: 'rsa-pss-sha512', jwk: { kty: 'RSA', n, e: RSA_E } }
}

/** For importing and verifying. */
const ALGORITHMS = {
  ed25519: { name: 'Ed25519' },
  'rsa-pss-sha512': { name: 'RSA-PSS', hash: 'SHA-512', saltLength: 64 },
} as const

async function imported(key: PublicKey | null): Promise<[string, VerificationKey] | null> {
  if (key === null) return null
  const { algorithm, jwk } = key
  try {
    const cryptoKey = await crypto.subtle.importKey('jwk', jwk, ALGORITHMS[algorithm], true, [
      'verify',
    ])
    // From the imported key, so that other spellings of it have the same thumbprint.
    const canonical = (await crypto.subtle.exportKey('jwk', cryptoKey)) as JsonWebKey
    const verify: VerificationKey['verify'] = async (signature, base) => {
      try {
        return await crypto.subtle.verify(
          ALGORITHMS[algorithm],
          cryptoKey,
          signature,
          encoder.encode(base),
        )
      } catch {
        // Some runtimes throw for a signature of the wrong length.
        return false
      }
    }
    return [await thumbprint(canonical), { algorithm, verify }]
  } catch {
    // A key that the runtime cannot import is skipped; the others still count.
    return null
  }
}

/** RFC 7638 3: the digest of the required members, sorted by name. */
async function thumbprint({ kty, crv, x, n, e }: JsonWebKey): Promise<string> {
  const text = JSON.stringify(kty === 'OKP' ? { crv, kty, x } : { e, kty, n })
  const base64 = btoa(String.fromCharCode(...(await digestOf(encoder.encode(text)))))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
