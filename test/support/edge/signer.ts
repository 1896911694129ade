/**
 * A crawler that signs its requests (Web Bot Auth), and the server of its key directory.
 */
import { jwkToKeyID } from 'web-bot-auth'
import { helpers } from 'web-bot-auth/crypto'

const WELL_KNOWN = '/.well-known/http-message-signatures-directory'
const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json'

/** What a signature says of itself; each part can be said wrongly. */
export interface Signing {
  readonly url: string
  readonly agent?: string
  readonly label?: string
  readonly components?: string
  readonly created: number
  readonly expires?: number
  readonly keyid?: string
  readonly nonce?: string
  readonly alg?: string
  readonly tag?: string
  /** The authority that is signed, where it is not the URL's. */
  readonly authority?: string
  /** Values of components, where they are not those of the request that is sent. */
  readonly values?: Readonly<Record<string, string>>
  /** Parameters in the order in which they are signed; those that are not named are left out. */
  readonly order?: readonly string[]
  /** Parameters of the Signature-Agent member, from their `;` on. */
  readonly suffix?: string
  /** `Signature-Agent` as the first drafts had it: a string, not a dictionary. */
  readonly legacy?: boolean
}

/** A key pair, its name, and headers signed with it. */
export class Signer {
  readonly #key: CryptoKey
  readonly jwk: JsonWebKey
  readonly keyid: string

  private constructor(key: CryptoKey, jwk: JsonWebKey, keyid: string) {
    this.#key = key
    this.jwk = jwk
    this.keyid = keyid
  }

  static async make(): Promise<Signer> {
    const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair
    return Signer.#of(
      pair.privateKey,
      (await crypto.subtle.exportKey('jwk', pair.publicKey)) as JsonWebKey,
    )
  }

  /** Signs with a private key that is given. */
  static async from(key: JsonWebKey): Promise<Signer> {
    return Signer.#of(
      await crypto.subtle.importKey('jwk', key, { name: 'Ed25519' }, false, ['sign']),
      key,
    )
  }

  static async #of(key: CryptoKey, { kty, crv, x }: JsonWebKey): Promise<Signer> {
    const jwk = { kty, crv, x } as JsonWebKey
    return new Signer(
      key,
      jwk,
      await jwkToKeyID(jwk, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE),
    )
  }

  /** The headers of one signed request; the signature base is written out here by RFC 9421 2.5. */
  async headers(signing: Signing): Promise<Record<string, string>> {
    const { url, agent = 'https://bot.test', label = 'sig1', created, legacy = false } = signing
    const {
      expires = created + 60,
      keyid = this.keyid,
      nonce,
      alg,
      tag = 'web-bot-auth',
      suffix = '',
    } = signing
    const agentComponent = legacy ? '"signature-agent"' : `"signature-agent";key="${label}"`
    const components = signing.components ?? `"@authority" ${agentComponent}`
    const parameters: Record<string, string> = {
      created: String(created),
      expires: String(expires),
      keyid: `"${keyid}"`,
      ...(nonce === undefined ? {} : { nonce: `"${nonce}"` }),
      ...(alg === undefined ? {} : { alg: `"${alg}"` }),
      tag: `"${tag}"`,
    }
    const { order = Object.keys(parameters) } = signing
    const input = `(${components});${order.map((name) => `${name}=${parameters[name]}`).join(';')}`
    const values: Record<string, string> = {
      '"@authority"': signing.authority ?? new URL(url).host,
      '"@target-uri"': url,
      [agentComponent]: `"${agent}"${suffix}`,
      ...signing.values,
    }
    const covered = components
      .split(' ')
      .map((component) => `${component}: ${values[component] ?? ''}`)
    const base = [...covered, `"@signature-params": ${input}`].join('\n')
    const signature = await crypto.subtle.sign('Ed25519', this.#key, new TextEncoder().encode(base))
    return {
      'signature-agent': legacy ? `"${agent}"` : `${label}="${agent}"${suffix}`,
      'signature-input': `${label}=${input}`,
      signature: `${label}=:${btoa(String.fromCharCode(...new Uint8Array(signature)))}:`,
    }
  }
}

/** A directory that serves these keys, and counts how often it was asked. */
export function directoryOf(...signers: readonly Signer[]) {
  const asked: string[] = []
  const fetcher = async (input: unknown, init?: RequestInit) => {
    asked.push(`${input} ${init?.redirect}`)
    if (!String(input).endsWith(WELL_KNOWN)) return new Response('not found', { status: 404 })
    const keys = signers.map(({ jwk }) => jwk)
    return new Response(JSON.stringify({ keys }), { headers: { 'content-type': DIRECTORY_TYPE } })
  }
  return { asked, fetcher: fetcher as typeof fetch }
}
