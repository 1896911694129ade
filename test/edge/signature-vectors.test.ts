/**
 * The public vectors of Web Bot Auth (test/signature-vectors/), below the policy that refuses their keys, at the time at
 * which they were signed; and above it, where they prove nothing.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { signatureHeaders } from 'web-bot-auth'
import { signerFromJWK } from 'web-bot-auth/crypto'
import { candidates } from '../../src/edge/identity/candidates.ts'
import { KeyDirectories, type KeySource } from '../../src/edge/identity/key-directory.ts'
import { type Keys, readKeySet } from '../../src/edge/identity/key-set.ts'
import { Nonces, type Verification, verifySignature } from '../../src/edge/identity/signature.ts'
import { signatureBase } from '../../src/edge/identity/signature-base.ts'
import VECTORS from '../signature-vectors/web-bot-auth.json'
import { capturedLog } from '../support/edge/edge.ts'
import { Signer, type Signing } from '../support/edge/signer.ts'
import { ED25519_D, ED25519_X, TEST_KEYS } from '../support/edge/test-keys.ts'

const KEY_SET = JSON.stringify({ keys: TEST_KEYS.map(({ spellings }) => spellings[0]) })
let keys: Keys
let signer: Signer
beforeAll(async () => {
  keys = await readKeySet(KEY_SET)
  signer = await Signer.from({ kty: 'OKP', crv: 'Ed25519', x: ED25519_X, d: ED25519_D })
})

const belowPolicy: KeySource = { lookUp: () => ({ keys, isCurrent: true, pending: null }) }

const verification = (now: number, source: KeySource = belowPolicy): Verification => ({
  keys: source,
  nonces: new Nonces(),
  hosts: [],
  now: now * 1000,
  ticks: now * 1000,
  isKnown: () => false,
  waits: true,
  keepAlive: () => undefined,
  // Most of the vectors are made to last.
  maxWindow: Number.POSITIVE_INFINITY,
})

type Headers_ = Readonly<Record<string, string | undefined>>
const requestOf = (url: string, headers: Headers_, method = 'GET') =>
  new Request(url, { method, headers: headers as Record<string, string> })

describe.each(VECTORS)('$id', ({ url, created, headers }) => {
  const names = 'signature-agent' in headers

  test(names ? 'proves its Signature-Agent' : 'names nobody, and verifies', async () => {
    const request = requestOf(url, headers)
    const verdict = await verifySignature(request, verification(created + 5))
    if (names)
      expect(verdict).toMatchObject({ kind: 'signed', signer: 'https://signature-agent.test' })
    else expect(verdict).toEqual({ kind: 'unverified', fault: 'no-agent' })
    const [candidate] = candidates(request.headers)
    if (candidate === undefined || 'fault' in candidate) throw new Error('it cannot be read')
    const base = signatureBase(request, new URL(url), candidate.inner)
    if (base == null) throw new Error(`its base is ${base}`)
    expect(await keys.get(candidate.keyid)!.verify(candidate.signature, base)).toBe(true)
  })

  test('proves nothing where a character of it is another, elsewhere, earlier or later', async () => {
    const verdicts: unknown[] = []
    const ask = async (changed: Headers_, now = created + 5, at = url) => {
      const { kind } = await verifySignature(
        requestOf(at, { ...headers, ...changed }),
        verification(now),
      )
      verdicts.push(kind)
    }
    const { signature, 'signature-input': input } = headers
    for (let i = signature.indexOf(':') + 1; i < signature.length - 4; i += 29) {
      const other = signature[i] === 'A' ? 'B' : 'A'
      await ask({ signature: signature.slice(0, i) + other + signature.slice(i + 1) })
    }
    for (const [from, to] of [
      ['created=1735689600', 'created=1735689601'],
      ['nonce="', 'nonce="A'],
      [';alg="ed25519"', ''],
      [';alg="rsa-pss-sha512"', ''],
      ['"@authority"', '"@authority" "@method"'],
      ['keyid="p', 'keyid="q'],
      ['keyid="o', 'keyid="p'],
    ] as const) {
      if (input.includes(from)) await ask({ 'signature-input': input.replace(from, to) })
    }
    await ask({}, created + 5, 'https://example.org/path/to/resource')
    await ask({}, created - 3600)
    await ask({}, 4_889_289_601)
    expect(verdicts).not.toContain('signed')
    expect(verdicts.length).toBeGreaterThan(8)
  })

  test('proves nothing in production: everybody has its key', async () => {
    capturedLog()
    const type = { 'content-type': 'application/http-message-signatures-directory+json' }
    const directories = new KeyDirectories(
      (async () => new Response(KEY_SET, { headers: type })) as typeof fetch,
    )
    const verdict = await verifySignature(
      requestOf(url, headers),
      verification(created + 5, directories),
    )
    expect(verdict.kind).not.toBe('signed')
  })
})

const CREATED = 1_735_689_600
/** How the negative vectors are signed, except for their fault. */
const USUAL = {
  url: 'https://example.com/',
  agent: 'https://signature-agent.test',
  created: CREATED,
  expires: 4_889_289_600,
  alg: 'ed25519',
  order: ['created', 'keyid', 'alg', 'expires', 'tag'],
} satisfies Signing
const AGENT = '"signature-agent";key="sig1"'

interface Fault {
  readonly outcome: 'invalid' | 'unverified'
  readonly signing?: Partial<Signing>
  /** Headers that are sent in place of those that were signed; undefined for none. */
  readonly sent?: Headers_
  readonly now?: number
  /** How the signature of the public vector begins, where it is this very one. */
  readonly begins?: string
}

/** The faults of the public negative vectors, and what they come to. */
const FAULTS: Readonly<Record<string, Fault>> = {
  'NV-01, no target covered': {
    outcome: 'invalid',
    signing: { components: AGENT },
    begins: 'OfqFF7JEZnSA',
  },
  'NV-03, a parameter missing': {
    outcome: 'invalid',
    signing: { order: ['created', 'keyid', 'alg', 'tag'] },
    begins: 'vwMiAiACovfQ',
  },
  'NV-04, expired': {
    outcome: 'invalid',
    signing: { expires: CREATED + 3600 },
    now: CREATED + 7200,
  },
  'NV-05, a clock an hour ahead': {
    outcome: 'invalid',
    now: CREATED - 3600,
    begins: 'JE1yD+mpEKRs',
  },
  'NV-06, another authority': {
    outcome: 'invalid',
    signing: { authority: 'other.example' },
    begins: 'tlN1YC7fkMH5',
  },
  'NV-07, an empty @path': {
    outcome: 'invalid',
    signing: { components: `"@authority" "@path" ${AGENT}`, values: { '"@path"': '' } },
    begins: 'gVyV1O4BnincH',
  },
  'NV-09, a component that is not sent': {
    outcome: 'invalid',
    signing: { components: `"@authority" "x-sent" ${AGENT}`, values: { '"x-sent"': 'yes' } },
  },
  'NV-10, Signature-Input unreadable': {
    outcome: 'invalid',
    sent: { 'signature-input': 'sig1=("@authority"' },
  },
  'NV-11, Signature unreadable': { outcome: 'invalid', sent: { signature: 'sig1=:***:' } },
  'NV-12, no Signature-Agent': {
    outcome: 'unverified',
    signing: { components: '"@authority"' },
    sent: { 'signature-agent': undefined },
  },
  'NV-13, no member for the label': {
    outcome: 'invalid',
    signing: {
      components: '"@authority" "signature-agent"',
      values: {
        '"signature-agent"':
          'first="https://signature-agent.test", second="https://other-agent.test"',
      },
    },
    sent: {
      'signature-agent': 'first="https://signature-agent.test", second="https://other-agent.test"',
    },
    begins: '+1vomCIkcZg+',
  },
  'NV-14, a member that is not sent': {
    outcome: 'invalid',
    sent: { 'signature-agent': 'other="https://signature-agent.test"' },
  },
  'NV-16, an agent without TLS': {
    outcome: 'invalid',
    signing: { agent: 'http://signature-agent.test' },
  },
  'NV-18, Signature-Agent unreadable': {
    outcome: 'invalid',
    sent: { 'signature-agent': 'sig1="https://signature-agent.test' },
  },
  'NV-19, a component twice': {
    outcome: 'invalid',
    signing: { components: `"@authority" "@authority" ${AGENT}` },
  },
}

describe('a signature with one fault', () => {
  for (const [name, { outcome, signing, sent, now = CREATED + 60, begins = '' }] of Object.entries(
    FAULTS,
  )) {
    test(`${name}: ${outcome}`, async () => {
      const signed = await signer.headers({ ...USUAL, ...signing })
      expect(signed.signature).toContain(`:${begins}`)
      const headers = Object.fromEntries(
        Object.entries({ ...signed, ...sent }).filter(([, value]) => value !== undefined),
      )
      expect(await verifySignature(requestOf(USUAL.url, headers), verification(now))).toMatchObject(
        { kind: outcome },
      )
    })
  }

  test('NV-08, a Content-Digest: unverified, for the body is not read', async () => {
    const digest = 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:'
    const components = `"@authority" "content-digest" ${AGENT}`
    const headers = await signer.headers({
      ...USUAL,
      components,
      values: { '"content-digest"': digest },
    })
    expect(headers.signature).toContain(':6xuRq2Nf1Zbz')
    const sent = { ...headers, 'content-digest': digest }
    const request = new Request(USUAL.url, {
      method: 'POST',
      headers: sent,
      body: '{"hello":"world"}',
    })
    expect(await verifySignature(request, verification(CREATED + 60))).toEqual({
      kind: 'unverified',
      fault: 'unsupported',
    })
  })

  test('and without it holds', async () => {
    const headers = await signer.headers(USUAL)
    expect(
      await verifySignature(requestOf(USUAL.url, headers), verification(CREATED + 60)),
    ).toMatchObject({
      kind: 'signed',
    })
  })

  // Draft -00 ignores such a member, and the current draft fetches it as a key set.
  test('NV-17, an agent with a path: proves the URL with its path', async () => {
    const headers = await signer.headers({ ...USUAL, agent: 'https://signature-agent.test/keys' })
    expect(headers.signature).toContain(':vIPkgnOG178b')
    expect(
      await verifySignature(requestOf(USUAL.url, headers), verification(CREATED + 60)),
    ).toMatchObject({
      kind: 'signed',
      signer: 'https://signature-agent.test/keys',
    })
  })
})

describe('what web-bot-auth signs', () => {
  test.each(['/', '/a/b%20c?d=e&d=f', '/%7Euser?', '/?x'])('holds for %s', async (target) => {
    const url = `https://example.com${target}`
    const library = await signerFromJWK({
      kty: 'OKP',
      crv: 'Ed25519',
      x: ED25519_X,
      d: ED25519_D,
    } as JsonWebKey)
    const agent = '"https://signature-agent.test"'
    const request = new Request(url, { headers: { 'signature-agent': agent } })
    const components = [
      '@authority',
      '@method',
      '@path',
      '@target-uri',
      '@scheme',
      '@request-target',
      'signature-agent',
    ]
    const now = Date.now()
    const headers = await signatureHeaders(request, library, {
      created: new Date(now - 5000),
      expires: new Date(now + 60_000),
      components: new URL(url).search === '' ? components : [...components, '@query'],
    })
    const signed = requestOf(url, {
      'signature-agent': agent,
      signature: headers.Signature,
      'signature-input': headers['Signature-Input'],
    })
    expect(await verifySignature(signed, verification(now / 1000))).toMatchObject({
      kind: 'signed',
    })
  })
})
